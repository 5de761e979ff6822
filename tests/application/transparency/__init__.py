"""Tests of the log's Merkle tree, its signed notes and its checkpoints."""
