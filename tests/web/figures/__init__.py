"""Leaderboards, profiles and statistics in a real browser, of games that were played in the past."""
