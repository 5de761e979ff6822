"""Conformance tests: games of independent implementations, replayed and compared at every state."""
