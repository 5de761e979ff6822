"""Tests of the seeds that the Python client adds to the deals of games."""
