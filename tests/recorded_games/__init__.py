"""Conformance: games recorded by other implementations replay without a divergence."""
