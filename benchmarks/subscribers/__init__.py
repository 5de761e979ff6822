"""Benchmark of fan-out to 1,000 subscribers."""
