"""Search for players by name, among people of public games."""
