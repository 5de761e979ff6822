"""Seeks in the API: the types, the mutations and the subscription by which players look for a game."""
