"""Sharing of the server's time: while it is busy, those wait who take most of it."""
