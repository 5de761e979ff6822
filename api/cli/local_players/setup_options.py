"""Reads the options with which commands set up simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from api.data_directory import CannotStart
from domain.rules import rules_of

DEFAULT_SEATS: Final = 4


def player_names(text: str) -> list[str]:
    """Return the names of players, which are separated by commas."""
    return [each.strip() for each in text.split(",")]


def chosen_options(given: Sequence[str] | None) -> dict[str, str]:
    """Return options of the variant, given as NAME=VALUE; raises CannotStart."""
    chosen: dict[str, str] = {}
    for each in given or []:
        name, equals, value = each.partition("=")
        if not equals:
            raise CannotStart(f"an option is given as NAME=VALUE, not as {each!r}")
        chosen[name] = value
    return chosen


def default_seats(variant: str) -> int:
    """Return the usual number of players, or the nearest that the game allows; raises UnknownVariant."""
    possible = rules_of(variant).seats
    return min(max(DEFAULT_SEATS, possible[0]), possible[-1])
