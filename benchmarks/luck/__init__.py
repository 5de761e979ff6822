"""Fits the tables of luck, and compares what they expect with simulated games; see docs/luck.md."""
