"""Scheduler: handles deadlines when they pass, and closes games that nobody attends.

What is due comes from a read model. Handling it twice is harmless, because the game judges whether something
is due; the lease only saves other processes the work.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum, unique
from types import TracebackType
from typing import Final, Self
from uuid import uuid4

from eventsourcing.persistence import PersistenceError
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from application.codec import GameId
from application.deadlines.game_time import GameTimes, Instant
from application.deadlines.schedule_table import ScheduleTable
from application.games.command_handler import CommandHandler
from application.refusals import TooBusy, VersionConflict
from application.runtime.periodic_work import PeriodicWork
from domain.deadlines import GRACE

logger = logging.getLogger(__name__)

IDLE: Final = timedelta(days=14)
"""Time without an event after which a game that waits for people is closed."""
TICK_SECONDS: Final = 0.5
"""Seconds between two looks for what is due."""
MAX_TICK_SECONDS: Final = 30.0
"""Longest time in seconds between two looks while they fail."""
TAKEOVER_DELAY: Final = timedelta(seconds=1.5)
"""Time after the grace from which any process handles a deadline, whoever has the lease."""
CONCURRENT_GAMES: Final = 50
"""The number of games that are handled at the same time."""
RETRY_SECONDS: Final = 60.0
"""Seconds before a deadline that failed, or was not due, is retried, and between two looks for idle games."""


@unique
class DueKind(StrEnum):
    """The reason why something is due in a game."""

    LOBBY = "lobby"
    """The game has not started, and nobody has attended the table for its `lobby_minutes`."""
    REMATCH = "rematch"
    """The time is over for which a rematch keeps the seats of its players."""
    SEEDS = "seeds"
    """The time to reveal seeds is over."""
    CLOCK = "clock"
    """A seat's clock has run out."""
    IDLE = "idle"
    """Nothing has happened in the game for a long time."""


ATTENDED: Final = frozenset({DueKind.LOBBY, DueKind.IDLE})
"""The kinds that people prevent by their presence, which is no fact of the log."""
TIMED: Final = frozenset(DueKind) - ATTENDED
"""The kinds that follow from the log alone."""


class DueGame(Struct, frozen=True, kw_only=True):
    """A game in which something may be due, as a read model has it."""

    game: GameId
    kind: DueKind
    due: datetime
    at: datetime
    """The time of the event from which the deadline follows."""


FindDue = Callable[[datetime, frozenset[DueKind]], Awaitable[Sequence[DueGame]]]
"""Returns the games with a deadline of some kinds up to a time, the earliest first."""
LastSeen = Callable[[GameId], Awaitable[datetime | None]]
"""Returns the last time at which a seated person was present at a game; None if that is not known."""


class Scheduler:
    """Looks for due games at intervals; use it in an async with statement."""

    def __init__(
        self,
        games: CommandHandler,
        times: GameTimes,
        table: ScheduleTable,
        find: FindDue,
        last_seen: LastSeen,
        *,
        every: float = TICK_SECONDS,
    ) -> None:
        self._games = games
        self._times = times
        self._table = table
        self._find = find
        self._last_seen = last_seen
        self._holder = str(uuid4())
        self._began = times.instant()
        self._next_look_for_idle = 0.0
        self._started_at: datetime | None = None
        self._snoozed: dict[tuple[GameId, datetime], float] = {}
        """The monotonic times before which deadlines are not looked at again, by game and deadline."""
        self._work = PeriodicWork(
            "the handling of deadlines", self.handle_due, every, longest=MAX_TICK_SECONDS, at_once=True
        )

    async def __aenter__(self) -> Self:
        """Start handling deadlines in the background."""
        self._work.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop; commands under way are finished by the command handler."""
        await self._work.cancel()

    async def handle_due(self) -> int:
        """Handle what is due now; return the number of games in which something was."""
        instant = self._times.instant()
        before = self._times.latest(instant) - GRACE
        found = [*await self._find(before, TIMED)]
        if instant.monotonic >= self._next_look_for_idle:
            self._next_look_for_idle = instant.monotonic + RETRY_SECONDS
            found += await self._find(before, ATTENDED)
        self._snoozed = {key: until for key, until in self._snoozed.items() if until > instant.monotonic}
        awake = (each for each in found if (each.game, each.due) not in self._snoozed)
        due = [each for each in awake if self._is_due(each, instant)]
        if not due:
            return 0
        if not await asyncio.to_thread(self._table.claim, self._holder):
            due = [each for each in due if self._is_due(each, instant, late=TAKEOVER_DELAY)]
        handled = 0
        for first in range(0, len(due), CONCURRENT_GAMES):
            outcomes = await asyncio.gather(*map(self._handle, due[first : first + CONCURRENT_GAMES]))
            handled += sum(outcomes)
        return handled

    def _is_due(self, each: DueGame, instant: Instant, late: timedelta = timedelta()) -> bool:
        return self._times.at(each.game, each.at, instant) >= each.due + GRACE + late

    async def _handle(self, each: DueGame) -> bool:
        """Handle a game; return whether something was due."""
        try:
            handled = await self._handled(each)
        except (TooBusy, VersionConflict, PersistenceError, SQLAlchemyError) as error:
            # It passes: the next look tries again.
            logger.warning("the deadline of game %s cannot be handled now: %s", each.game, error)
            return False
        except Exception:
            # Such as a game of a newer server's rules. One game must not stop the deadlines of all others.
            logger.exception("the deadline of game %s cannot be handled; trying again later", each.game)
            handled, seconds = False, RETRY_SECONDS
        else:
            # The read model may still have a deadline that was just handled, or be ahead of a clock.
            seconds = RETRY_SECONDS if handled or each.kind in ATTENDED else TICK_SECONDS
        self._snoozed[each.game, each.due] = self._times.instant().monotonic + seconds
        return handled

    async def _handled(self, each: DueGame) -> bool:
        if each.kind in TIMED:
            return await self._games.expire(each.game)
        idle_since = max(each.at, await self._unattended_from(each))
        instant = self._times.instant()
        # A clock that jumps ahead makes no game idle.
        limit = min(instant.wall, self._times.steady(instant)) - (each.due - each.at)
        return idle_since <= limit and await self._games.close_idle(each.game, limit)

    async def _unattended_from(self, each: DueGame) -> datetime:
        """Return the time from which nobody attends a game, as far as a server could have seen a person."""
        if self._started_at is None:
            self._started_at = await asyncio.to_thread(self._table.started_at)
        # People could not come to a lobby while no server was there.
        seen_from = self._began.wall if each.kind is DueKind.LOBBY else self._started_at
        return max(seen_from, await self._last_seen(each.game) or seen_from)
