"""The projector in a child process of the server: the process, its supervision, and their messages."""
