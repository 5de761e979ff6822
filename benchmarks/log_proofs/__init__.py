"""Benchmark of the log that can be proven: its tree, proofs, and checks of games and the log."""
