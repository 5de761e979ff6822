"""Tests of the summary of a round and of the end of a game."""
