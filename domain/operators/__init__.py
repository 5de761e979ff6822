"""Commands of operators of the server in games."""
