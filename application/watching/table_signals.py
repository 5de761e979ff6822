"""Signals of a table: what happens there beside the log, as one subscriber may see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from application.codec import GameId
from application.talk.phrases import SaidPhrase
from domain.events import PlayerId
from domain.state import Game

SeatListener = Callable[[GameId, PlayerId, bool], None]
"""Callback for a seated player who begins to follow its game in this process, or no longer does."""


class TableState(Struct, frozen=True):
    """The game as everyone sees it: the subscriber reads anew who is present and what was said.

    It comes first, and again when a change of the seats or the end of the game changes what the subscriber
    may see.
    """

    game: Game


class PresenceChange(Struct, frozen=True):
    """The player of a seat came, or is gone."""

    seat: int
    present: bool


TableSignal: TypeAlias = TableState | PresenceChange | SaidPhrase


def ignore(_game: GameId, _player: PlayerId, _follows: bool) -> None:
    """Ignore who follows a game, where nobody asks for it."""
