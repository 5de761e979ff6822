"""Logs of whole games, to read through `eventsourcing`."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from application.codec import RecordedEvent
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup, play_into_log
from application.store.eventsourcing.postgres_recorder import PostgresLogRecorder
from application.store.eventsourcing.recorder import LogRecorder
from application.store.eventsourcing.sqlite_recorder import SQLiteLogRecorder
from application.store.port import Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from domain.events import GameStarted, GameWon, PlayerId

SETUP = Setup(variant="hundred-and-ten", seats=2)


GAMES = 2


class Log(NamedTuple):
    """A log of a few games, and its address."""

    env: dict[str, str]

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        url = self.env.get("KIBITZ_DATABASE_URL")
        store = await PostgresStore.open(url) if url else SQLiteStore(self.env["SQLITE_DBNAME"])
        try:
            yield store
        finally:
            await store.close()

    def writer(self) -> LogRecorder:
        if url := self.env.get("KIBITZ_DATABASE_URL"):
            return PostgresLogRecorder(url, writable=True)
        return SQLiteLogRecorder(self.env["SQLITE_DBNAME"], writable=True)

    def play(self, *seeds: int) -> None:
        """Let machines play one whole game per seed, like a server."""

        async def played() -> None:
            async with self.store() as store:
                for seed in seeds:
                    await play_into_log(CommandHandler(store, Croupier(seeded_entropy(seed))), SETUP)

        asyncio.run(played())

    def recorded(self) -> list[RecordedEvent]:
        """Return all events as the store reads them."""

        async def read() -> list[RecordedEvent]:
            async with self.store() as store:
                return await store.select(0, 100_000)

        return asyncio.run(read())


def wins(log: Log) -> Counter[PlayerId]:
    """Return the number of games won by each player, computed directly."""
    players, wins = {}, Counter[PlayerId]()
    for each in log.recorded():
        if isinstance(each.event, GameStarted):
            players[each.game] = each.event.players
        elif isinstance(each.event, GameWon):
            wins.update(players[each.game][seat] for seat in each.event.winners)
    return wins
