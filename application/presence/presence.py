"""The players who are present at their games: seated and connected, or gone for a few seconds only.

This process counts the connections to itself. About once a second it stores what has changed, and reads the
connections to other processes, which count only as long as those processes give heartbeats.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Set
from datetime import UTC, datetime, timedelta
from math import inf
from secrets import token_hex
from time import monotonic
from typing import Final, Self

from sqlalchemy.exc import SQLAlchemyError

from application.codec import GameId
from application.presence.tables import BATCH, Key, PresenceChanges, PresenceTables
from application.runtime.periodic_work import PeriodicWork
from domain.events import PlayerId

logger = logging.getLogger(__name__)

GRACE: Final = 30.0
"""Seconds for which a player stays present after its last connection has ended."""
CHECK_INTERVAL: Final = 1.0
"""Seconds between two exchanges with other processes."""
HEARTBEAT_INTERVAL: Final = 8.0
"""Seconds between two heartbeats of a process with connected players; the grace outlasts some lost ones."""
PURGE_INTERVAL: Final = 60.0
"""Seconds between two deletions of old rows."""

PresenceListener = Callable[[GameId, PlayerId, bool], None]
"""Callback for a player who comes to a game or is gone from it."""


class Presence:
    """The presence of players at all games, as known to this process while it is entered."""

    def __init__(
        self, tables: PresenceTables, *, grace: float = GRACE, every: float = CHECK_INTERVAL
    ) -> None:
        self._tables = tables
        self._grace = grace
        self._every = every
        self._process = token_hex(8)
        self._listeners: list[PresenceListener] = []
        self._counts: Counter[Key] = Counter()
        """Connections to this process."""
        self._left: dict[Key, float] = {}
        """Times at which last connections to this process ended, by the monotonic clock, until stored."""
        self._changed: dict[Key, None] = {}
        """Connections to this process that are not stored as they are."""
        self._until: dict[str, dict[str, dict[str, float]]] = {}
        """Ends of presence by the monotonic clock, by game, player and process; infinite while connected."""
        self._alive: dict[str, float] = {}
        """Times up to which the connected players of other processes are present."""
        self._silent: set[str] = set()
        """Other processes that have missed heartbeats."""
        self._shown: dict[str, set[str]] = {}
        """The present players of each game, as the listeners know them."""
        self._unsettled: set[str] = set()
        """Games from which players may be gone soon."""
        self._count = -1
        self._beat_at = self._purged_at = -inf
        self._checking = asyncio.Lock()
        self._exchange = PeriodicWork("the exchange of presence", self.check, every)

    async def __aenter__(self) -> Self:
        """Read the connections to other processes, and begin to exchange changes with them."""
        await self.check()
        self._exchange.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Store that all connections to this process have ended, and stop."""
        await self._exchange.stop()
        for game, player in list(self._counts):
            self._counts[game, player] = 1
            self.left(GameId(game), player)
        try:
            await self._store()
        except SQLAlchemyError as error:
            # Other processes notice by the missing heartbeats.
            logger.warning("the last connections cannot be stored: %s", type(error).__name__)

    def subscribe(self, listener: PresenceListener) -> None:
        """Call a listener for every change, with a delay of at most two checks for other processes."""
        self._listeners.append(listener)

    def present(self, game: GameId, player: PlayerId) -> bool:
        """Return whether a player is present at a game in which it has a seat."""
        return self._is_present(str(game), player, monotonic())

    async def last_seen(self, game: GameId) -> datetime | None:
        """Return the last time at which a seated player was present: now if one is, None if none was.

        It is forgotten after a month.
        """
        return (await self.last_seen_of([game])).get(game)

    async def last_seen_of(self, games: Collection[GameId]) -> dict[GameId, datetime]:
        """Return the last time at which a seated player was present at each game, where there was one."""
        ages = await asyncio.to_thread(self._tables.last_seen, [str(game) for game in games])
        now, grace = datetime.now(UTC), timedelta(seconds=self._grace)
        clock = monotonic()
        found = {
            GameId(game): min(now, now - timedelta(milliseconds=age) + grace) for game, age in ages.items()
        }
        return found | {game: now for game in games if self._present_players(str(game), clock)}

    def note_follower(self, game: GameId, player: PlayerId, follows: bool) -> None:
        """Count a seated player who begins to follow its game at this process, or no longer does."""
        (self.arrived if follows else self.left)(game, player)

    def arrived(self, game: GameId, player: PlayerId) -> None:
        """Count a connection of a seated player to this process."""
        key = str(game), player
        self._counts[key] += 1
        if self._counts[key] == 1:
            self._left.pop(key, None)
            self._changed[key] = None
            self._note(key, self._process, inf)
            self._announce(key[0])

    def left(self, game: GameId, player: PlayerId) -> None:
        """Count the end of a connection, or of the player's seat."""
        key = str(game), player
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]
            self._left[key] = monotonic()
            self._changed[key] = None
            self._note(key, self._process, self._left[key] + self._grace)

    async def check(self) -> None:
        """Store what has changed, read what others have stored, and tell the listeners."""
        async with self._checking:
            clock = monotonic()
            if self._changed or (self._counts and clock >= self._beat_at + HEARTBEAT_INTERVAL):
                await self._store()
            if clock >= self._purged_at + PURGE_INTERVAL:
                self._purged_at = clock
                await asyncio.to_thread(self._tables.purge)
            # Taken before the read, so that what is read is not taken for older than it is.
            clock = monotonic()
            self._apply(await asyncio.to_thread(self._tables.read, self._count), clock)
            for game in list(self._unsettled):
                self._announce(game)

    async def _store(self) -> None:
        """Store a heartbeat with the changed connections, a batch in each transaction."""
        while True:
            taken = list(self._changed)[:BATCH]
            for key in taken:
                del self._changed[key]
            try:
                clock = monotonic()
                ages = {key: self._age(key, clock) for key in taken}
                are_kept = await asyncio.to_thread(self._tables.write, self._process, ages)
            except BaseException:
                self._changed = dict.fromkeys(taken) | self._changed
                raise
            self._beat_at = clock
            for key in taken:
                if key not in self._changed:
                    self._left.pop(key, None)
            if not are_kept:
                self._changed |= dict.fromkeys(key for key in self._counts if key not in ages)
            if not self._changed:
                return

    def _age(self, key: Key, clock: float) -> int | None:
        if self._counts.get(key):
            return None
        return round((clock - self._left.get(key, clock)) * 1_000)

    def _apply(self, changes: PresenceChanges, clock: float) -> None:
        self._count = changes.count
        if changes.is_complete:
            self._forget(process for process in self._alive)
        before, self._alive = (
            self._alive,
            {
                process: clock - age / 1_000 + self._grace
                for process, age in changes.heartbeats.items()
                if process != self._process
            },
        )
        for each in changes.connections:
            if each.process != self._process:
                ended = inf if each.ended_for is None else clock - each.ended_for / 1_000 + self._grace
                self._note((each.game, each.player), each.process, ended)
        # A process that misses heartbeats may be gone: its players are checked, also when it comes back.
        late = clock + self._grace - 2 * HEARTBEAT_INTERVAL
        just_gone = clock - 5 * self._every
        silent = {process for process, until in self._alive.items() if just_gone < until < late}
        self._check_players_of(silent | self._silent | (before.keys() - self._alive.keys()))
        self._silent = silent

    def _check_players_of(self, processes: Set[str]) -> None:
        if processes:
            for game, players in self._until.items():
                if any(not processes.isdisjoint(untils) for untils in players.values()):
                    self._unsettled.add(game)

    def _forget(self, processes: Iterable[str]) -> None:
        """Forget the connections to some processes."""
        gone = set(processes)
        for game, players in self._until.items():
            for untils in players.values():
                for process in gone & untils.keys():
                    del untils[process]
                    self._unsettled.add(game)

    def _note(self, key: Key, process: str, until: float) -> None:
        game, player = key
        self._until.setdefault(game, {}).setdefault(player, {})[process] = until
        self._unsettled.add(game)

    def _announce(self, game: str) -> None:
        """Tell the listeners what has changed at a game, and drop what is past."""
        clock = monotonic()
        now, before = self._present_players(game, clock), self._shown.get(game, set())
        self._settle(game, clock)
        if now:
            self._shown[game] = now
        else:
            self._shown.pop(game, None)
        for player in now ^ before:
            for listener in self._listeners:
                listener(GameId(game), player, player in now)

    def _settle(self, game: str, clock: float) -> None:
        players = self._until.get(game, {})
        for player, untils in list(players.items()):
            for process, until in list(untils.items()):
                # The rows of a process that is not known any more are deleted.
                is_known = process == self._process or process in self._alive
                if until <= clock or not is_known:
                    del untils[process]
            if not untils:
                del players[player]
        if not players:
            self._until.pop(game, None)
        if all(until == inf for untils in players.values() for until in untils.values()):
            self._unsettled.discard(game)

    def _present_players(self, game: str, clock: float) -> set[str]:
        return {player for player in self._until.get(game, ()) if self._is_present(game, player, clock)}

    def _is_present(self, game: str, player: str, clock: float) -> bool:
        untils = self._until.get(game, {}).get(player, {})
        return any(clock < self._end(*each) for each in untils.items())

    def _end(self, process: str, until: float) -> float:
        """Return the end of a presence, which a process without heartbeats brings forward."""
        return until if process == self._process else min(until, self._alive.get(process, 0.0))
