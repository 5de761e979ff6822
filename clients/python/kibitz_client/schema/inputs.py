"""What is sent beside plain values; what is None is left out.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""

from __future__ import annotations

from datetime import datetime

from kibitz_client.values import Value


class GameSearch(Value, frozen=True, kw_only=True, omit_defaults=True):
    """The conditions of a search; a game must meet all of them."""

    ended_after: datetime | None = None
    """The game ended at this time or later (a time with its zone)."""
    ended_before: datetime | None = None
    """The game ended before this time (a time with its zone)."""
    least_events: int | None = None
    """The minimum number of events."""
    most_events: int | None = None
    """The maximum number of events."""
    player: str | None = None
    """A player who has a seat in the game, or had one at its end."""
    started_after: datetime | None = None
    """The game started at this time or later (a time with its zone)."""
    started_before: datetime | None = None
    """The game started before this time (a time with its zone)."""
    won_by: str | None = None
    """A player who won the game."""


class OptionInput(Value, frozen=True, kw_only=True, omit_defaults=True):
    """The value of an option."""

    name: str
    """The option's name."""
    value: str
    """The value, as text."""
