"""Benchmark of the game engine."""
