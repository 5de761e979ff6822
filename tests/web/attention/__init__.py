"""Calls to the table: sounds, notifications, icons; and the pages without a connection."""
