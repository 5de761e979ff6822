"""What is sent beside plain values; what is None is left out.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""

from __future__ import annotations

from datetime import datetime

from kibitz_client.values import Value


class GameSearch(Value, frozen=True, kw_only=True, omit_defaults=True):
    """What to look for among games; all of it has to be so."""

    ended_after: datetime | None = None
    """The game ended then or later, as a time with its zone."""
    ended_before: datetime | None = None
    """The game ended earlier, as a time with its zone."""
    least_events: int | None = None
    """The game is at least so long."""
    most_events: int | None = None
    """The game is at most so long."""
    player: str | None = None
    """Somebody who has a seat in the game, or had one at its end."""
    started_after: datetime | None = None
    """The game started then or later, as a time with its zone."""
    started_before: datetime | None = None
    """The game started earlier, as a time with its zone."""
    won_by: str | None = None
    """Somebody who won the game."""


class OptionInput(Value, frozen=True, kw_only=True, omit_defaults=True):
    """The value chosen for an option."""

    name: str
    """The option's name."""
    value: str
    """The value, as text."""
