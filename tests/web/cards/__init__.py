"""Drawn cards and the settings of the deck, in a browser."""
