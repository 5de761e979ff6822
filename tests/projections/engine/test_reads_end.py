"""Reads are cancelled in the database when their callers are cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, text

from projections.database.connections import ReadDatabase

READERS = 4
FOREVER = {
    "sqlite": "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
    "postgresql": "SELECT pg_sleep(600)",
}
PROMPTLY = 5.0
"""Seconds: much more than it takes, and much less than what is to be ended."""

pytestmark = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Iterator[ReadDatabase]:
    if request.param == "postgres":
        opened = ReadDatabase(request.getfixturevalue("postgres_url"), readers=READERS)
    else:
        opened = ReadDatabase.at(request.getfixturevalue("read_db"), readers=READERS)
    with opened:
        yield opened


def slow(connection: Connection) -> object:
    return connection.execute(text(FOREVER[connection.dialect.name])).scalar()


def slow_rows(connection: Connection) -> Iterator[object]:
    yield "first"
    yield slow(connection)


def quick(connection: Connection) -> object:
    return connection.execute(text("SELECT 1")).scalar()


async def cut_off(*reads: asyncio.Future[Any]) -> None:
    """Let the reads begin, and give them up."""
    await asyncio.sleep(0.2)
    for read in reads:
        assert not read.done()
        read.cancel()
    found = await asyncio.wait_for(asyncio.gather(*reads, return_exceptions=True), PROMPTLY)
    assert all(isinstance(each, asyncio.CancelledError) for each in found)


async def test_as_many_slow_reads_as_there_are_threads_hold_nobody(database: ReadDatabase) -> None:
    for _ in range(2):
        await cut_off(*(asyncio.ensure_future(database.read(slow)) for _ in range(READERS)))
        async with asyncio.timeout(PROMPTLY):
            assert await asyncio.gather(*(database.read(quick) for _ in range(READERS))) == [1] * READERS


async def test_a_read_that_waits_for_a_thread_is_not_begun_once_it_is_given_up(
    database: ReadDatabase,
) -> None:
    begun = []

    def noted(_: Connection) -> None:
        begun.append(True)

    held = [asyncio.ensure_future(database.read(slow)) for _ in range(READERS)]
    await asyncio.sleep(0.1)
    waiting = asyncio.ensure_future(database.read(noted))
    await cut_off(waiting)
    await cut_off(*held)
    assert begun == []


async def test_a_stream_ends_in_the_middle_of_a_slow_step(database: ReadDatabase) -> None:
    rows = database.stream(slow_rows)
    assert await anext(rows) == "first"
    await cut_off(asyncio.ensure_future(anext(rows)))
    async with asyncio.timeout(PROMPTLY):
        await rows.aclose()
        assert await database.read(quick) == 1


async def test_a_read_of_many_short_statements_is_ended_as_well(database: ReadDatabase) -> None:
    def many(connection: Connection) -> object:
        while True:
            quick(connection)

    await cut_off(asyncio.ensure_future(database.read(many)))
