"""Presence: the seated players who are connected to their games, shared by processes beside the log."""
