"""Runs projections in a process: each by itself until it has caught up, then all together."""
