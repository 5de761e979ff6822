"""Readers that watch read models while processes are killed, and read models that are not disturbed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, inspect, select, update

import projections
from application.codec import Position
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.engine.generations import Role, Tracked, active_tables, all_tracked, tracked
from projections.engine.generations import projections as tracking
from projections.engine.projection import Projection
from tests.projections.logs import NOON, project, rows

Tracks = dict[tuple[str, Role], Tracked]


def tracks(database: ReadDatabase) -> Tracks:
    """Return the tracking rows; asserts that exactly their tables exist."""
    # Again, since PostgreSQL leaves out of its list what is dropped while all else is read as of before.
    for _ in range(3):
        with database.reading() as connection:
            found = all_tracked(connection)
            there = sorted(inspect(connection).get_table_names())
        wanted = sorted(
            [
                "projection_versions",
                "skipped_events",
                *(name for row in found.values() for name in row.tables),
            ]
        )
        if there == wanted:
            break
    assert there == wanted
    return {(name, role): row for (name, _, role), row in found.items()}


def time_passes(database: ReadDatabase) -> None:
    """Let all leases expire."""
    for name, role in tracks(database):
        # One by one, since who rebuilds locks several, in an order of his own.
        with database.writing() as connection:
            leased = (tracking.c.name == name, tracking.c.role == role.value, tracking.c.owner.is_not(None))
            connection.execute(update(tracking).where(*leased).values(leased_until=NOON))


class Undisturbed:
    """Read models of the same log in a separate database, projected up to requested positions."""

    def __init__(self, store: Store, database: ReadDatabase) -> None:
        self._store = store
        self._database = database

    async def rows(self, projection: Projection, position: Position) -> dict[str, list[tuple[Any, ...]]]:
        """Return the rows at a position, which may not be before the last one."""
        await project(self._store, self._database, projection, upto=position)
        with self._database.reading() as connection:
            found = tracked(connection, projection, Role.ACTIVE)
        assert found is not None
        assert found.position == position, "it was asked for a later one before"
        return rows(self._database, projection)


@contextmanager
def undisturbed(store: Store, folder: Path) -> Iterator[Undisturbed]:
    """Yield read models in a separate file."""
    with ReadDatabase.at(folder / "undisturbed.db") as database:
        yield Undisturbed(store, database)


class Reader:
    """Reads whole read models from one snapshot each, and keeps a digest of the rows by position.

    Asserts that no position goes back, and that a position always has the same rows.
    """

    def __init__(self, database: ReadDatabase, chance: Random, pause: float) -> None:
        self.generations: defaultdict[str, set[int]] = defaultdict(set)
        """The generations that were read of each read model."""
        self._database = database
        self._chance = chance
        self._pause = pause
        self._seen: defaultdict[str, dict[Position, str]] = defaultdict(dict)

    @property
    def reads(self) -> int:
        """The number of positions at which rows were read."""
        return sum(map(len, self._seen.values()))

    async def read(self) -> None:
        """Read again and again, for ever."""
        while True:
            await self._look_at(self._chance.choice(projections.ALL))
            await asyncio.sleep(self._pause)

    async def read_all(self) -> None:
        """Read each of the read models once."""
        for projection in projections.ALL:
            await self._look_at(projection)

    async def _look_at(self, projection: Projection) -> None:
        active, digest = await self._database.read(_as_of_now, projection)
        seen = self._seen[projection.name]
        assert active.position >= max(seen, default=0), projection.name
        assert seen.setdefault(active.position, digest) == digest, (projection.name, active)
        self.generations[projection.name].add(active.generation)

    async def saw_the_truth(self, undisturbed: Undisturbed) -> None:
        """Compare all rows that were read with read models that were not disturbed."""
        for projection in projections.ALL:
            for position, digest in sorted(self._seen[projection.name].items()):
                expected = await undisturbed.rows(projection, position)
                assert digest == _digest(expected), (projection.name, position)


def _as_of_now(connection: Connection, projection: Projection) -> tuple[Tracked, str]:
    active = tracked(connection, projection, Role.ACTIVE)
    assert active is not None, "its tables were made before"
    found = {
        name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
        for name, table in active_tables(connection, projection).items()
    }
    return active, _digest(found)


def _digest(found: dict[str, list[tuple[Any, ...]]]) -> str:
    return sha256(repr(found).encode()).hexdigest()
