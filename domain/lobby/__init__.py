"""The lobby, which is common to all variants: from the creation of a game to its start."""
