"""Geometry of the table on five screens, and the truth of its status."""
