"""Relay pagination: connections and encrypted cursors."""
