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
        """What happens in a game, as you may read it: first what came after a version, without gap or
        repetition, then each event as it comes; ends with the game. Who is cut off before that goes on after
        the last version it has.
        """
        return self._operations.follow(d.GAME_EVENTS, {"game": game, "after": after}, Event, "after")

    def leaderboard_changed(
        self, *, variant: str, board: Board = Board.PEOPLE, window: Window = Window.ALL_TIME
    ) -> AsyncGenerator[LeaderboardChange, None]:
        """That a leaderboard has changed, once queries show it; what happens within a moment is told
        together. The first message comes at once, so that who comes back reads the leaderboard anew.
        """
        return self._operations.follow(
            d.LEADERBOARD_CHANGED, {"variant": variant, "board": board, "window": window}, LeaderboardChange
        )

    def lobby(self, *, variant: str | None = None) -> AsyncGenerator[LobbyChange, None]:
        """The games that can be joined, private ones only for those who are in them: first the newest of
        them, and where the list of games has the others, then what changes. Nobody has to go on from
        anywhere: who comes back is told anew.
        """
        return self._operations.follow(d.LOBBY, {"variant": variant}, LobbyChange)
