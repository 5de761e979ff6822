"""Tells early that a game is unknown to a player, so that the time of a refusal does not tell its length.

Whether a player may see a game does not change after the start. The first events decide it for almost every
game that has started; all others are read as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from application.codec import RecordedEvent
from domain.events import PlayerId
from domain.game import fold
from domain.state import BEFORE_START

FIRST_EVENTS: Final = 64
"""Number of events that are read first; more come before the start only after very many joins and leaves."""


def is_surely_unknown(first: Sequence[RecordedEvent], player: PlayerId | None) -> bool:
    """Return whether a game, by its first events, does not exist, or began without the player in private."""
    known = fold(each.event for each in first)
    return not first or (known.stage not in BEFORE_START and not known.admits(player))
