"""Benchmark of the pages in a browser."""
