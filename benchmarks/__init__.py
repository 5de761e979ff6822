"""Measurements: each is a ratio to a named reference, taken in one run."""
