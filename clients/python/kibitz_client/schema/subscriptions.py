"""What can be followed: a method for each subscription, taken up again where it was lost.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""
# ruff: noqa: D205 - a sentence of the schema can take more than a line

from __future__ import annotations

from collections.abc import AsyncGenerator

from kibitz_client.interfaces import Event
from kibitz_client.operations import Operations
from kibitz_client.schema import documents as d
from kibitz_client.schema.enums import Board, Window
from kibitz_client.schema.types import LeaderboardChange, LobbyChange


class Subscriptions:
    """What can be followed."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def game_events(self, *, game: str, after: int = 0) -> AsyncGenerator[Event, None]:
        """The events of a game, as you may see them: first all events after a version, without gaps or
        repeats, then each new event; the stream ends with the game. If you are disconnected, subscribe again
        after the last version that you have.
        """
        return self._operations.follow(d.GAME_EVENTS, {"game": game, "after": after}, Event, "after")

    def leaderboard_changed(
        self, *, variant: str, board: Board = Board.PEOPLE, window: Window = Window.ALL_TIME
    ) -> AsyncGenerator[LeaderboardChange, None]:
        """Changes of a leaderboard, as soon as queries show them; changes within a moment are combined. The
        first message comes at once, so that you read the leaderboard again after a reconnection.
        """
        return self._operations.follow(
            d.LEADERBOARD_CHANGED, {"variant": variant, "board": board, "window": window}, LeaderboardChange
        )

    def lobby(self, *, variant: str | None = None) -> AsyncGenerator[LobbyChange, None]:
        """The games that can be joined; private games only for their players and invited players. First the
        newest games, with the cursor at which the list continues, then changes. After a reconnection the list
        starts again.
        """
        return self._operations.follow(d.LOBBY, {"variant": variant}, LobbyChange)
