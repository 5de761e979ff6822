"""Deadlines of games: the time in a game, and the scheduler that handles what is due."""
