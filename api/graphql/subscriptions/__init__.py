"""Subscriptions: streams of game events, lobby changes and leaderboard changes."""
