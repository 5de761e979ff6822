"""Leaderboards, profiles and statistics in the browser, on a server with past games."""
