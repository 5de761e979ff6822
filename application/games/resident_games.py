"""Games that the command handler keeps in memory between commands."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from datetime import datetime
from weakref import WeakValueDictionary

from msgspec import Struct

from application.admission import FIRST_EVENTS, is_surely_unknown
from application.codec import GameId, RecordedEvent, Version
from application.games.command_checks import sees_every_game
from application.games.croupier import CroupierState
from application.refusals import UnknownGame
from application.runtime.time_slices import TIME_SLICER
from application.store.port import Store
from application.watching.view_folding import event_lists
from domain.commands import Command, SystemCommand
from domain.state import OVER


class Resident(Struct, frozen=True, kw_only=True):
    """A game kept in memory between commands."""

    version: Version
    at: datetime
    """The time of the game's last event."""
    known: CroupierState

    @classmethod
    def after(cls, known: CroupierState, last: RecordedEvent) -> Resident:
        """Return a game after its last event."""
        return cls(version=last.version, at=last.at, known=known)


class ResidentGames:
    """The least recently used games are evicted, and games that are over are not kept."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most
        self._games: OrderedDict[GameId, Resident] = OrderedDict()
        self._locks: WeakValueDictionary[GameId, asyncio.Lock] = WeakValueDictionary()
        self._kept_locks: dict[GameId, asyncio.Lock] = {}
        """The locks of the games in memory, so that not every command makes another one."""

    def lock(self, game: GameId) -> asyncio.Lock:
        """Return the lock under which commands to a game are carried out."""
        return self._kept_locks.get(game) or self._locks.setdefault(game, asyncio.Lock())

    def get(self, game: GameId) -> Resident | None:
        """Return a game if it is in memory."""
        return self._games.get(game)

    def keep(self, game: GameId, resident: Resident) -> None:
        """Keep a game, unless it is over."""
        if not self._most or resident.known.game.stage in OVER:
            self.drop(game)
            return
        # Removed first, so that it comes last among the recently used.
        if self._games.pop(game, None) is None:
            self._kept_locks[game] = self.lock(game)
        self._games[game] = resident
        while len(self._games) > self._most:
            evicted, _ = self._games.popitem(last=False)
            del self._kept_locks[evicted]

    def drop(self, game: GameId) -> None:
        """Forget a game."""
        self._games.pop(game, None)
        self._kept_locks.pop(game, None)

    def clear(self) -> None:
        """Forget all games."""
        self._games.clear()
        self._kept_locks.clear()

    async def drop_if_stale(self, game: GameId, resident: Resident) -> bool:
        """Return whether another process has extended the game; if so, forget it."""
        stale = await self._store.version(game) != resident.version
        if stale:
            self.drop(game)
        return stale


async def read_resident(store: Store, game: GameId, command: Command | SystemCommand) -> Resident:
    """Read a game for a command; raises UnknownGame, by the first events alone if they suffice."""
    recorded = await store.read(game, upto=FIRST_EVENTS)
    if not recorded or (not sees_every_game(command) and is_surely_unknown(recorded, command.by)):
        raise UnknownGame(str(game))
    if len(recorded) == FIRST_EVENTS:
        recorded += await store.read(game, after=FIRST_EVENTS)
    known = CroupierState()
    async for events in TIME_SLICER.iterate(event_lists(recorded)):
        known = known.after(events)
    return Resident.after(known, recorded[-1])
