"""The subscribers to a game, grouped by player: those of one group have the same view of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from application.codec import GameId
from application.refusals import UnknownGame
from application.watching.subscriber_buffer import SubscriberBuffer
from domain.events import PlayerId
from domain.state import Game
from domain.view import viewer_of
from domain.visibility import Viewer

T = TypeVar("T")


class GameSubscriber(SubscriberBuffer[T], Generic[T]):
    """A subscriber to one game, with its buffer of events, updates or signals."""

    __slots__ = ("player",)

    def __init__(self, player: PlayerId | None, capacity: int) -> None:
        super().__init__(capacity)
        self.player = player


class SubscriberGroups(Generic[T]):
    """The subscribers to one game."""

    def __init__(self, game: GameId) -> None:
        """Begin without subscribers."""
        self._game = game
        self._groups: dict[PlayerId | None, set[GameSubscriber[T]]] = {}

    def __iter__(self) -> Iterator[GameSubscriber[T]]:
        """Yield all subscribers."""
        for group in self._groups.values():
            yield from group

    def add(self, subscriber: GameSubscriber[T]) -> None:
        """Add a subscriber."""
        self._groups.setdefault(subscriber.player, set()).add(subscriber)

    def discard(self, subscriber: GameSubscriber[T]) -> None:
        """Remove a subscriber, unless it is gone already."""
        group = self._groups.get(subscriber.player, set())
        group.discard(subscriber)
        if not group:
            self._groups.pop(subscriber.player, None)

    def admitted(self, known: Game) -> Iterator[tuple[Viewer, set[GameSubscriber[T]]]]:
        """Yield the groups, each with its viewer; end the streams of players who lost access."""
        for player, group in self._groups.items():
            if known.admits(player):
                yield viewer_of(known, player), group
            else:
                for each in group:
                    each.end(UnknownGame(str(self._game)))
