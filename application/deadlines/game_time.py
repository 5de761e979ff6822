"""Game time: advances with the monotonic clock from each game's last event.

A deadline is compared with this time, so a jump of the system clock neither expires it early nor delays it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from application.codec import GameId, RecordedEvent
from domain.events import ClockStarted, GameClosed, GameCreated, GamePaused, GameWon, SeatsClosed

MAX_GAMES: Final = 50_000
"""The number of games whose time is followed; for any other game the system clock counts."""
LEAD_SECONDS: Final = 60
"""Seconds for which the lead of the games over the system clock is taken to be the same."""
JUMP: Final = timedelta(seconds=0.5)
"""A difference between the system clock and the monotonic clock that is a jump."""


_BEGINNING: Final = frozenset({ClockStarted, SeatsClosed})
"""The events with which a deadline begins, besides the creation of a game that waits for players."""
_ENDING: Final = frozenset({GamePaused, GameWon, GameClosed})
"""The events after which a game has no deadline."""


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class Instant(Struct, frozen=True):
    """A point in time on the system clock and on the monotonic clock, in seconds."""

    wall: datetime
    monotonic: float


class GameTimes:
    """Follows the time in the games that have a deadline, as far as this process has seen their events."""

    def __init__(
        self, wall: Callable[[], datetime] = now, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._seen: OrderedDict[GameId, Instant] = OrderedDict()
        self._start = self.instant()
        self._offset = self._start.wall - timedelta(seconds=self._start.monotonic)
        self._lead = timedelta()
        self._lead_until = 0.0

    def instant(self) -> Instant:
        """Return the current instant."""
        return Instant(self._wall(), self._monotonic())

    def follow(self, game: GameId, at: datetime, instant: Instant) -> None:
        """Record that an event of the game with the time `at` was committed at this instant."""
        self._seen[game] = Instant(at, instant.monotonic)
        self._seen.move_to_end(game)
        while len(self._seen) > MAX_GAMES:
            self._seen.popitem(last=False)

    def observe(self, batch: Iterable[RecordedEvent]) -> None:
        """Follow and forget games by events that were just committed, by any process."""
        instant = self.instant()
        for recorded in batch:
            event = recorded.event
            if type(event) in _ENDING:
                self.forget(recorded.game)
            elif type(event) in _BEGINNING or (isinstance(event, GameCreated) and event.waits_until):
                self.follow(recorded.game, recorded.at, instant)

    def forget(self, game: GameId) -> None:
        """Stop following a game."""
        self._seen.pop(game, None)

    def at(self, game: GameId, last: datetime, instant: Instant) -> datetime:
        """Return the time in a game at an instant; `last` is the time of the game's last event."""
        seen = self._seen.get(game)
        if seen is None:
            return max(last, instant.wall)
        passed = timedelta(seconds=max(0.0, instant.monotonic - seen.monotonic))
        return max(last, seen.wall + passed)

    def latest(self, instant: Instant) -> datetime:
        """Return the latest time in any game at an instant.

        It is later than the system clock after that was set back.
        """
        offset = instant.wall - timedelta(seconds=instant.monotonic)
        if abs(offset - self._offset) > JUMP or instant.monotonic >= self._lead_until:
            leads = (self.at(game, seen.wall, instant) - instant.wall for game, seen in self._seen.items())
            self._lead = max(leads, default=timedelta())
            self._offset, self._lead_until = offset, instant.monotonic + LEAD_SECONDS
        return instant.wall + max(self._lead, timedelta())

    def steady(self, instant: Instant) -> datetime:
        """Return the time at an instant by the monotonic clock, from the start of this process on."""
        return self._start.wall + timedelta(seconds=instant.monotonic - self._start.monotonic)
