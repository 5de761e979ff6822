"""Fits of the chance to win a game from the scores, for the machine players that search."""
