"""Benchmark: what Lighthouse says of the pages."""
