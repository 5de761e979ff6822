"""Seeds of players for the deals of a game, by the protocol deal/v1: hashes, decisions and requests."""
