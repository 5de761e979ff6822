"""Luck of the deals of games: the committed tables, and the luck of each hand by them."""
