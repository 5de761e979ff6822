"""Invitations by link in the API: their query, their mutations, and the lookup of tokens and codes."""
