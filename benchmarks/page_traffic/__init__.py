"""Benchmark of the pages: requests, socket messages and bytes of a table and of a move."""
