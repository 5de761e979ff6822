"""Clocks, and people who leave and return."""
