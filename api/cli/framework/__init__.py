"""Shared by all commands: lazy loading, options, settings, databases, signals and error messages."""
