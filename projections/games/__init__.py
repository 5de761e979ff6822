"""Read models of games: the game list, the lobby and the game views."""
