"""Runs the demo: starts a server, lets four clients play, and checks what they and the log show."""
