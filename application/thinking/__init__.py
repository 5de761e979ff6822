"""Choices of machine players at the table: made in place, or by worker processes of the server."""
