"""Tests of the log in the API: checkpoints, proofs and the key."""
