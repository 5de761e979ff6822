"""Connections of the server: admission, limits and deadlines."""
