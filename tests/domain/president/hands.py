"""Hands for tables of President."""

from __future__ import annotations

FOUR = "3H 7H 2H 9H", "2C 5C 8C 9C", "5S 8S 3S TS", "5D 8D 3D JD"
"""Hands of four players."""
