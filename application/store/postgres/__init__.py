"""Event store in PostgreSQL."""
