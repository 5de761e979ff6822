"""Benchmark of real games over HTTP."""
