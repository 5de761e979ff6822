"""Fan-out of one game's events: each event is read once and redacted once per viewer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from application.codec import GameId, RecordedEvent, Version
from application.games.command_handler import redact_events
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

    def __init__(self, player: PlayerId | None, most: int) -> None:
        super().__init__(most)
        self.player = player


class GameFanOut:
    """The subscribers to one game in this process, and the game's public view."""

    def __init__(self, game: GameId, max_buffered: int) -> None:
        self.game = game
        self.version: Version = 0
        """Version of the last event received from the log; later events go to all followers."""
        self.public = View()
        self.attending = 0
        """Number of subscribers, including those that are still joining."""
        self.opening = asyncio.Lock()
        """Lock held while the game is read for the first time."""
        self._most_waiting = max_buffered
        self._followers: set[GameSubscriber] = set()
        self._ended = False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.public.game.stage in (Stage.WON, Stage.CLOSED)

    def admits(self, player: PlayerId | None) -> bool:
        """Return whether the player may currently watch the game."""
        return self.version > 0 and self.public.game.admits(player)

    @contextmanager
    def joined(self, player: PlayerId | None) -> Iterator[GameSubscriber]:
        """Add a follower for the duration of the context; it receives all events after `version`."""
        follower = GameSubscriber(player, self._most_waiting)
        if self._ended:
            follower.end()
        self._followers.add(follower)
        try:
            yield follower
        finally:
            self._followers.discard(follower)

    def deliver(self, recorded: Sequence[RecordedEvent]) -> bool:
        """Deliver the game's events, in order, to the followers; skip events that are already known.

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
        for follower in self._followers:
            if not self.public.game.admits(follower.player):
                follower.end(UnknownGame(str(self.game)))
                continue
            view = self.public.redaction_for(follower.player)
            if view.viewer not in readable:
                readable[view.viewer] = redact_events(new, view)
            follower.put(readable[view.viewer])
        return True

    def end(self, why: type[Disconnected] | None = None) -> None:
        """End all streams after their buffered events, with an error of class `why` if given."""
        self._ended = True
        for follower in self._followers:
            follower.end(None if why is None else why())
