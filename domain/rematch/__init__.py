"""Rematches: the creation of the next game, the order of its seats, and the end of its wait for players."""
