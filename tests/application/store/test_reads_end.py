"""Reads of a log end in the database once nobody waits for them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from application.store import sqlite as of_sqlite
from application.store.postgres import READERS, PostgresStore
from application.store.sqlite import SQLiteStore

FOREVER = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
PROMPTLY = 5.0


@pytest.fixture
async def in_file(tmp_path: Path) -> AsyncIterator[SQLiteStore]:
    store = SQLiteStore(tmp_path / "log.db")
    yield store
    await store.close()


@pytest.fixture
async def on_server(postgres_url: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(postgres_url)
    yield store
    await store.close()


async def cut_off(*reads: asyncio.Future[Any]) -> None:
    """Let the reads begin, and give them up."""
    await asyncio.sleep(0.2)
    for read in reads:
        assert not read.done()
        read.cancel()
    found = await asyncio.wait_for(asyncio.gather(*reads, return_exceptions=True), PROMPTLY)
    assert all(isinstance(each, asyncio.CancelledError) for each in found)


async def test_as_many_slow_reads_of_a_file_as_there_are_threads_hold_nobody(in_file: SQLiteStore) -> None:
    def slow(connection: sqlite3.Connection) -> object:
        return connection.execute(FOREVER).fetchone()

    await cut_off(*(asyncio.ensure_future(in_file._reading(slow)) for _ in range(of_sqlite.READERS)))
    async with asyncio.timeout(PROMPTLY):
        assert await asyncio.gather(*(in_file.head() for _ in range(of_sqlite.READERS))) == [0] * 4


async def test_as_many_slow_reads_of_a_server_as_there_are_connections_hold_nobody(
    on_server: PostgresStore,
) -> None:
    await cut_off(*(asyncio.ensure_future(on_server._rows("SELECT pg_sleep(600)")) for _ in range(READERS)))
    async with asyncio.timeout(PROMPTLY):
        assert await asyncio.gather(*(on_server.head() for _ in range(READERS))) == [0] * READERS
