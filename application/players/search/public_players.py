"""Adds the people of started public games to the index of names that everyone may find.

The log tells who they are: the index neither waits for read models nor is rebuilt with them. A database of
an earlier release is indexed from the beginning of its log. Several processes may index the same log: each
adds only who is missing.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Final, Self

from application.codec import GameId, Position
from application.players.search.name_index import FoundName, NameIndex
from application.runtime.periodic_work import PeriodicWork
from application.store.port import EventTypes, LogIdentity, LogSlice, Store
from domain.events import Access, GameCreated, GameStarted, PlayerId

CHECK_INTERVAL: Final = 2.0
"""Seconds between two looks at the log, after which a player of a new public game can be found."""
MAX_CHECK_INTERVAL: Final = 300.0
"""Longest interval in seconds between two looks at the log while they fail."""
SLICE_LENGTH: Final = 5_000
"""Number of positions of the log that are read at a time."""

_STARTS: Final[EventTypes] = frozenset({GameStarted})
_CREATIONS: Final = frozenset({GameCreated})


class PublicPlayers:
    """Searches people of public games by name, and indexes them in the background once entered."""

    def __init__(self, store: Store, index: NameIndex, *, every: float = CHECK_INTERVAL) -> None:
        self._store = store
        self._index = index
        self._log: LogIdentity | None = None
        self._position: Position = 0
        self._noted: Position = 0
        """The position that the index has noted: not each, because a note is a transaction."""
        self._catching_up = asyncio.Lock()
        self._work = PeriodicWork(
            "the index of names",
            self.catch_up,
            every,
            longest=MAX_CHECK_INTERVAL,
            at_once=True,
            catches_all=True,
        )

    async def __aenter__(self) -> Self:
        """Start indexing in the background."""
        self._work.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop indexing."""
        await self._work.cancel()

    async def find(self, search: str, after: FoundName | None, limit: int) -> list[FoundName]:
        """Return the first players after a place whose names a folded search matches."""
        return await asyncio.to_thread(self._index.find, search, after, limit)

    async def count(self, search: str, limit: int) -> int:
        """Return the number of players whose names a folded search matches; above `limit` roughly."""
        return await asyncio.to_thread(self._index.count, search, limit)

    async def catch_up(self) -> None:
        """Index all public games that have started."""
        async with self._catching_up:
            log = await self._store.identity()
            if log != self._log:
                self._position = self._noted = await asyncio.to_thread(self._index.begin, log)
                self._log = log
            head = await self._store.head()
            while self._position < head:
                log_slice = await self._store.read_slice(self._position, SLICE_LENGTH, _STARTS)
                people = await self._people(log_slice)
                new = await asyncio.to_thread(self._index.missing, people) if people else people
                if new or log_slice.upto - self._noted >= SLICE_LENGTH:
                    await asyncio.to_thread(self._index.add, new, log, log_slice.upto)
                    self._noted = log_slice.upto
                self._position = log_slice.upto

    async def _people(self, log_slice: LogSlice) -> set[PlayerId]:
        """Return the players of the public games that a slice of the log starts, machine players included."""
        started: dict[GameId, GameStarted] = {
            each.game: each.event for each in log_slice.events if isinstance(each.event, GameStarted)
        }
        if not started:
            return set()
        created = await self._store.read_games(started.keys(), _CREATIONS, log_slice.upto)
        return {
            player
            for each in created
            if isinstance(each.event, GameCreated) and each.event.access is Access.PUBLIC
            for player in started[each.game].players
        }
