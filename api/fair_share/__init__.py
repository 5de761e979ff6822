"""Fair sharing of the server's time: while it is busy, the heaviest callers wait."""
