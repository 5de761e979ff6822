"""Command handling: from a command to committed events."""
