"""Leaderboards, profiles and statistics in the browser, over games of the past."""
