"""The Python client, and players of one's own: over the API and in simulated games."""
