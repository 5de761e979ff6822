"""Talk at a table: quick phrases of players and of spectators, kept for a month beside the log."""
