"""Mutation check of the inner loop: the share of small bugs in the code that `uv run pytest` finds."""
