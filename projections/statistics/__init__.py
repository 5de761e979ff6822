"""Statistics: a star schema of what was played, and sums of it day by day."""
