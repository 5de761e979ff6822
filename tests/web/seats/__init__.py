"""Seats in the browser: their clocks, and people who leave and return."""
