"""Benchmark of players' waiting time while hostile clients abuse the server."""
