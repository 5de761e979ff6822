"""Queries of players: the caller, profiles, sessions, and the fields of other players."""
