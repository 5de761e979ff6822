"""Checkpoints and proofs of a log for tools, and the verdict on a game file."""
