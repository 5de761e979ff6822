"""Read models of players: leaderboards, ratings and profiles."""
