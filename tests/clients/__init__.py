"""Tests of the Python client and of custom players."""
