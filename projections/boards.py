"""The boards on which games count: those of people among themselves, and those in which machines played."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Board(StrEnum):
    """Which games count together."""

    PEOPLE = "people"
    """Games in which every seat was a person's to the end."""
    MIXED = "mixed"
    """Games in which a machine player had a seat or took one over."""
