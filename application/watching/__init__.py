"""Watching and replaying games: redacted streams for subscribers, and views at any version."""
