"""The time in each game: it goes on from the game's last event as fast as time passes, and never back.

A deadline is compared with this time, so a jump of the system clock neither expires it early nor delays it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from application.codec import GameId

MAX_GAMES: Final = 50_000
"""The number of games whose time is followed; for any other game the system clock counts."""
LEAD_SECONDS: Final = 60
"""Seconds for which the lead of the games over the system clock is taken to be the same."""


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
        """Return the latest time in any game at an instant, as known within the last minute.

        It is later than the system clock after that was set back.
        """
        if instant.monotonic >= self._lead_until:
            leads = (self.at(game, seen.wall, instant) - instant.wall for game, seen in self._seen.items())
            self._lead = max(leads, default=timedelta())
            self._lead_until = instant.monotonic + LEAD_SECONDS
        return instant.wall + max(self._lead, timedelta())
