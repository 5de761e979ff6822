"""Benchmark of statistics queries on 100,000 games."""
