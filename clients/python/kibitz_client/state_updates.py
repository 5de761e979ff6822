"""The updates of a game by which `Connection.states` follows it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from kibitz_client.documents import Operation
from kibitz_client.values import Value
from kibitz_client.views import GameState

GAME_STATES: Final = Operation(
    text="""subscription GameStates($game: ID!, $after: Cursor) {
        gameUpdates(game: $game, after: $after) { cursor snapshot events { __typename at } game { ...Game } }
    }""",
    path=("gameUpdates",),
)
"""The updates of a game without their moments, and with the times of their events alone."""


class EventTime(Value, frozen=True, kw_only=True):
    """The time of an event."""

    at: datetime


class StateUpdate(Value, frozen=True, kw_only=True):
    """A state of a game in the course of its updates."""

    cursor: str
    snapshot: bool
    """Whether earlier states no longer count, such as after a restored backup."""
    events: tuple[EventTime, ...] = ()
    game: GameState

    @property
    def at(self) -> datetime | None:
        """The time of the update on the server's clock; None for a snapshot."""
        return self.events[-1].at if self.events else None
