"""Random tamperings of game files, of both databases and of answers of the API: each is found."""
