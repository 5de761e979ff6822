"""The demo: starts a server, on which four clients play a game and a spectator watches."""
