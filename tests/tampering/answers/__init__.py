"""Tamperings of what the API answers about a log and a game."""
