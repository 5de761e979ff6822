"""Tables in the browser: each game, live play and the room before the start."""
