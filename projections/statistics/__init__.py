"""Statistics of public games: a star schema of facts, with aggregates by day, week and month."""
