"""Lobby in the browser: starting a game at once, setting up a table, open tables and invitations."""
