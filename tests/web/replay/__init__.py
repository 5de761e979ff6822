"""Replays in the browser."""
