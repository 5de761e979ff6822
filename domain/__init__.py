"""The domain model: pure values and functions without I/O, clock or randomness."""
