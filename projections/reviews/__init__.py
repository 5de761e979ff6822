"""Computed reviews of finished games, kept in the read database."""
