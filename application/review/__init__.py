"""Reviews of finished games: what the decisions of a seat have lost, computed by the worker processes."""
