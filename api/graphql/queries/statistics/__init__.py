"""Statistics in the schema."""
