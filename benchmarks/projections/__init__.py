"""Benchmark of the read models' catch-up."""
