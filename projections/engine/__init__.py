"""Projection engine: runs projections exactly once, tracks and rebuilds them."""
