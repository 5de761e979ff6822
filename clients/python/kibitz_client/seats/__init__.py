"""Plays a seat: the loop of a program, and the moves that a player queues before its turn."""
