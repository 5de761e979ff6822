"""Event store in a SQLite file."""
