"""The luck of finished public games: what their deals were worth to each seat, by game and by round."""
