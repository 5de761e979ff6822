"""Queued moves in the browser: which moves the page keeps, sends and drops."""
