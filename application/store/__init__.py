"""Event stores: the port, and its implementations in memory, on SQLite and on PostgreSQL."""
