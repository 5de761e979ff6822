"""Tests of a seat that a program plays with the Python client, and of its queued moves."""
