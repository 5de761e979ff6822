"""Mutations of the account and the sessions of a player."""
