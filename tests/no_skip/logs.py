"""Logs that number their events: the store's, and two controls whose readers skip events.

Each supports appends, reads in the order of positions, and a held transaction that has taken a position, or
the right to take one, and stays open for a while.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Sequence
from typing import Any, Final, LiteralString, NamedTuple, Protocol
from uuid import UUID, uuid4

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from application.codec import GameId, Position, Version, default_codec
from application.store.log_follower import Signal, follow_slices
from application.store.port import LogSlice, Store, VersionTaken
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from tests.application.store import an_append, bid

CONTROLS: Final[dict[str, LiteralString]] = {
    "a plain sequence": "nextval('skipping.positions')",
    # Read without a bound such as pg_snapshot_xmin, below which all transactions have ended.
    "a transaction id without a watermark": "(pg_current_xact_id()::text::bigint << 20) + place",
}
"""SQL expressions by which the controls number an event."""


class Numbered(Protocol):
    """An event with its place in the log and in its game."""

    @property
    def position(self) -> Position: ...
    @property
    def game(self) -> GameId: ...
    @property
    def version(self) -> Version: ...


class Log(Protocol):
    """A log under trial."""

    async def append(self, game: GameId, after: Version, events: int) -> None:
        """Append a number of events, all or none; raises VersionTaken."""

    async def version(self, game: GameId) -> Version:
        """Return the version of a game's last event."""

    async def select(self, after: Position, limit: int) -> Sequence[Numbered]:
        """Return the events after a position, in order."""

    def follow(self) -> AsyncGenerator[Sequence[Numbered], None]:
        """Yield the log from its beginning, for ever."""

    async def close(self) -> None:
        """Close the connections."""


class StoreLog:
    """The log of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def append(self, game: GameId, after: Version, events: int) -> None:
        made = (bid(after + place) for place in range(1, events + 1))
        await self._store.append(an_append(game, after, *made))

    async def version(self, game: GameId) -> Version:
        return await self._store.version(game)

    async def select(self, after: Position, limit: int) -> Sequence[Numbered]:
        return await self._store.select(after, limit)

    def follow(self) -> AsyncGenerator[Sequence[Numbered], None]:
        return self._store.follow(0)

    async def close(self) -> None:
        await self._store.close()


class Event(NamedTuple):
    """An event of a control."""

    position: Position
    game: GameId
    version: Version


class ControlLog:
    """A table whose positions do not come from the store's counter."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]], position: LiteralString) -> None:
        self._pool = pool
        self._insert = _inserting(position)
        self._appended_signal = Signal()

    async def append(self, game: GameId, after: Version, events: int) -> None:
        try:
            async with self._pool.connection() as connection:
                await connection.execute(self._insert, (game, after, events))
        except psycopg.errors.UniqueViolation:
            raise VersionTaken(game, after) from None

    async def version(self, game: GameId) -> Version:
        [(version,)] = await self._rows(
            "SELECT coalesce(max(version), 0) FROM skipping.events WHERE game = %s", game
        )
        return int(version)

    async def select(self, after: Position, limit: int) -> list[Event]:
        # A reader that finds nothing is woken at once for its next read.
        found = await self._rows(
            "SELECT * FROM skipping.events WHERE position > %s ORDER BY position LIMIT %s", after, limit
        )
        return [Event(*row) for row in found]

    async def follow(self) -> AsyncGenerator[Sequence[Numbered], None]:
        async def read(after: Position) -> Any:
            self._appended_signal.notify()
            found = await self.select(after, 1000)
            return LogSlice(after, found[-1].position if found else after, found)  # type: ignore[arg-type]

        # The store's own loop, which does not itself prevent skips. Positions have gaps here, so the end of
        # a slice means nothing, and each slice is followed by another read.
        async for log_slice in follow_slices(read, self._appended_signal, 0, length=1):
            yield log_slice.events

    async def close(self) -> None:
        await self._pool.close()

    async def _rows(self, query: LiteralString, *values: object) -> list[Any]:
        async with self._pool.connection() as connection:
            return await (await connection.execute(query, values)).fetchall()


def _inserting(position: LiteralString) -> LiteralString:
    return (
        "INSERT INTO skipping.events (position, game, version) "  # noqa: S608 - one of two
        "SELECT " + position + ", %s, %s + place FROM generate_series(1, %s) AS place RETURNING position"
    )


async def open_log(kind: str, where: str) -> Log:
    """Open a log of a kind, by its URL or path, with what it needs."""
    if kind == "postgres":
        return StoreLog(await PostgresStore.open(where))
    if kind == "sqlite":
        return StoreLog(SQLiteStore(where))
    async with await AsyncConnection.connect(where, autocommit=True) as connection:
        await connection.execute("""
            BEGIN;
            SELECT pg_advisory_xact_lock(1);
            CREATE SCHEMA IF NOT EXISTS skipping;
            CREATE SEQUENCE IF NOT EXISTS skipping.positions;
            CREATE TABLE IF NOT EXISTS skipping.events (
                position bigint PRIMARY KEY, game uuid, version bigint, UNIQUE (game, version)
            );
            COMMIT
        """)
    pool = AsyncConnectionPool[AsyncConnection[Any]](where, min_size=1, max_size=8, open=False)
    await pool.open()
    return ControlLog(pool, CONTROLS[kind])


class Hold:
    """A transaction that has taken an event's position, and stays open."""

    def __init__(self, kind: str, where: str) -> None:
        """Take a position; blocks while another transaction may take one."""
        self._connection: Any
        game, (topic, state) = uuid4(), default_codec().encode(bid(1))
        if kind == "sqlite":
            self._connection = sqlite3.connect(
                where, timeout=30, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("BEGIN IMMEDIATE")
            query = "UPDATE counter SET position = position + 1 RETURNING position"
            (self.position,) = self._connection.execute(query).fetchone()
            insert = "INSERT INTO events VALUES (?, ?, 1, ?, ?, 0, NULL, NULL, NULL)"
            self._connection.execute(insert, (self.position, game.bytes, topic, state))
            return
        self._connection = psycopg.connect(where)
        if kind == "postgres":
            query = "UPDATE kibitz.counter SET position = position + 1 RETURNING position"
            (self.position,) = self._connection.execute(query).fetchone()
            insert = "INSERT INTO kibitz.events VALUES (%s, %s, 1, %s, %s, 0, NULL, NULL, NULL)"
            self._connection.execute(insert, (self.position, game, topic, state))
        else:
            (self.position,) = self._connection.execute(_inserting(CONTROLS[kind]), (game, 0, 1)).fetchone()

    def end(self, *, commit: bool) -> None:
        """Commit or roll back."""
        self._connection.execute("COMMIT" if commit else "ROLLBACK")
        self._connection.close()


def count_events(kind: str, where: str) -> tuple[int, Position]:
    """Return how many events are in a log, and the position of the last one."""
    connection: Any = sqlite3.connect(where) if kind == "sqlite" else psycopg.connect(where)
    schema = {"sqlite": "", "postgres": "kibitz."}.get(kind, "skipping.")
    try:
        count, last = connection.execute(
            f"SELECT count(*), coalesce(max(position), 0) FROM {schema}events"  # noqa: S608 - one of three
        ).fetchone()
    finally:
        connection.close()
    return count, last


def game_ids(count: int) -> list[UUID]:
    """Return ids of games for conflicting writers."""
    return [uuid4() for _ in range(count)]
