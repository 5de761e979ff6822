"""Tables in the browser: each game, live play and the waiting room."""
