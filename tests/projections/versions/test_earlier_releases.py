"""Rows of releases that had no versions of read models: left to their processes, then dropped."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import JSON, BigInteger, Column, Integer, MetaData, String, Table, insert, select

from application.store.memory import MemoryStore
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt, ensure
from projections.engine.tracking import Instant, clock
from tests.projections.logs import Tally, chatter, rows
from tests.projections.running import follow, tallied
from tests.projections.versions.test_versions import tables

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)

_EARLIER = MetaData()
EARLIER = Table(
    "projections",
    _EARLIER,
    Column("name", String, primary_key=True),
    Column("role", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("failed_position", BigInteger),
    Column("failed_topic", String),
    Column("error", String),
    Column("tables", JSON, nullable=False),
    Column("owner", String),
    Column("leased_until", Instant),
)
COUNTED = Table("tally_tally_1", _EARLIER, Column("game", String), Column("events", Integer))


def leave(database: ReadDatabase, minutes: int) -> None:
    """Create the rows of an earlier release that a process last used some minutes ago."""
    with database.writing() as connection:
        at = clock(connection) - timedelta(minutes=minutes)
        _EARLIER.drop_all(connection)
        _EARLIER.create_all(connection)
        connection.execute(insert(COUNTED).values(game="a", events=7))
        connection.execute(
            insert(EARLIER).values(
                name="tally", role="active", version=1, generation=1, position=7, updated_at=at,
                tables=["tally_tally_1"], owner="old", leased_until=at,
            )
        )  # fmt: skip


@both
async def test_a_process_of_an_earlier_release_goes_on_beside_this_one(database: ReadDatabase) -> None:
    store = MemoryStore()
    await chatter(store)
    leave(database, minutes=0)
    with database.writing() as connection:
        ensure(connection, Tally())
    with pytest.raises(NotBuilt):
        rows(database, Tally())
    await follow(store, database, Tally())
    assert tallied(database, Tally()) == await store.head()
    with database.reading() as connection:
        assert connection.execute(select(COUNTED.c.events)).scalars().all() == [7]
        assert connection.execute(select(EARLIER.c.position)).scalars().all() == [7]


@both
async def test_rows_of_an_earlier_release_go_when_its_processes_are_gone(database: ReadDatabase) -> None:
    store = MemoryStore()
    await chatter(store)
    leave(database, minutes=61)
    await follow(store, database, Tally())
    assert not tables(database) & {"projections", "tally_tally_1"}
    assert tallied(database, Tally()) == await store.head()
