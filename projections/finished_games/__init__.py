"""The result of a public game, folded from its events; the leaderboard, profiles and statistics use it."""
