"""Seeks: players who look for a game, the tables that form from them, and those tables until they start."""
