"""The demo: a server of its own, four clients that play a game on it, and an onlooker."""
