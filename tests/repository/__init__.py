"""Tests of the repository itself: layers, pins, documentation, readability, packaging."""
