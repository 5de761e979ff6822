"""Fan-out of one game's events: each event is read once and redacted once per viewer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from application.codec import GameId, RecordedEvent, Version
from application.redaction import redact_events
from application.refusals import UnknownGame
from application.watching.subscriber_buffer import Disconnected, SubscriberBuffer
from domain.events import PlayerId
from domain.state import Stage
from domain.view import View
from domain.visibility import Viewer

MAX_BUFFERED: Final = 2_000
"""Events that a subscriber's buffer may hold before the subscriber is disconnected."""


class GameSubscriber(SubscriberBuffer[RecordedEvent]):
    """A subscriber to one game, with its buffer of events."""

    def __init__(self, player: PlayerId | None, capacity: int) -> None:
        super().__init__(capacity)
        self.player = player


class GameFanOut:
    """The subscribers to one game in this process, and the game's public view."""

    def __init__(self, game: GameId, max_buffered: int) -> None:
        self.game = game
        self.version: Version = 0
        """Version of the last event received from the log; later events go to all subscribers."""
        self.public = View()
        self.subscriber_count = 0
        """Number of subscribers, including those that are still joining."""
        self.opening = asyncio.Lock()
        """Lock held while the game is read for the first time."""
        self._max_buffered = max_buffered
        self._subscribers: set[GameSubscriber] = set()
        self._ended = False

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.public.game.stage in (Stage.WON, Stage.CLOSED)

    def admits(self, player: PlayerId | None) -> bool:
        """Return whether the player may currently watch the game."""
        return self.version > 0 and self.public.game.admits(player)

    @contextmanager
    def subscription(self, player: PlayerId | None) -> Iterator[GameSubscriber]:
        """Add a subscriber for the duration of the context; it receives all events after `version`."""
        subscriber = GameSubscriber(player, self._max_buffered)
        if self._ended:
            subscriber.end()
        self._subscribers.add(subscriber)
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)

    def deliver(self, recorded: Sequence[RecordedEvent]) -> bool:
        """Deliver the game's events, in order, to the subscribers; skip events delivered before.

        Returns False, and delivers nothing, when events before them are missing.
        """
        new = [each for each in recorded if each.version > self.version]
        if not new:
            return True
        if new[0].version != self.version + 1:
            return False
        self.public = self.public.after(each.event for each in new)
        self.version = new[-1].version
        readable: dict[Viewer, tuple[RecordedEvent, ...]] = {}
        for subscriber in self._subscribers:
            if not self.public.game.admits(subscriber.player):
                subscriber.end(UnknownGame(str(self.game)))
                continue
            view = self.public.redaction_for(subscriber.player)
            if view.viewer not in readable:
                readable[view.viewer] = redact_events(new, view)
            subscriber.put(readable[view.viewer])
        return True

    def end(self, error: type[Disconnected] | None = None) -> None:
        """End all streams after their buffered events, with an error of class `error` if given."""
        self._ended = True
        for subscriber in self._subscribers:
            subscriber.end(None if error is None else error())
