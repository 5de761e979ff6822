"""Exports of the read models: the list of games, and the promised views of the statistics."""
