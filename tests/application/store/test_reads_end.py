"""Reads of a log are cancelled in the database once their callers are gone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from application.codec import Codec, RecordedEvent
from application.store.port import Append
from application.store.postgres import pooled_reads as of_postgres
from application.store.postgres.pooled_reads import DECODED_AT_ONCE
from application.store.postgres.store import READERS, PostgresStore
from application.store.rows import decode_rows
from application.store.sqlite import store as of_sqlite
from application.store.sqlite.store import SQLiteStore
from domain.events import PlayerInvited

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


async def start_and_cancel(*reads: asyncio.Future[Any]) -> None:
    """Start the reads, and cancel them."""
    await asyncio.sleep(0.2)
    for read in reads:
        assert not read.done()
        read.cancel()
    found = await asyncio.wait_for(asyncio.gather(*reads, return_exceptions=True), PROMPTLY)
    assert all(isinstance(each, asyncio.CancelledError) for each in found)


async def test_slow_reads_of_a_file_on_every_thread_are_cancelled_promptly(in_file: SQLiteStore) -> None:
    def slow(connection: sqlite3.Connection) -> object:
        return connection.execute(FOREVER).fetchone()

    await start_and_cancel(*(asyncio.ensure_future(in_file._reading(slow)) for _ in range(of_sqlite.READERS)))
    async with asyncio.timeout(PROMPTLY):
        assert await asyncio.gather(*(in_file.head() for _ in range(of_sqlite.READERS))) == [0] * 4


async def test_slow_reads_of_a_server_on_every_connection_are_cancelled_promptly(
    on_server: PostgresStore,
) -> None:
    await start_and_cancel(
        *(asyncio.ensure_future(on_server._reads.rows("SELECT pg_sleep(600)")) for _ in range(READERS))
    )
    async with asyncio.timeout(PROMPTLY):
        assert await asyncio.gather(*(on_server.head() for _ in range(READERS))) == [0] * READERS


async def test_long_game_on_a_server_is_decoded_in_parts_with_turns_for_others(
    on_server: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, parts = uuid4(), list[int]()
    events = tuple(
        PlayerInvited(player=f"p{number}", inviter="ann") for number in range(2 * DECODED_AT_ONCE + 1)
    )
    at = datetime(2026, 4, 1, tzinfo=UTC)
    await on_server.append(Append(game=game, after=0, events=events, at=at, by="ann"))

    def counted(codec: Codec, rows: list[Any]) -> list[RecordedEvent]:
        parts.append(len(rows))
        return decode_rows(codec, rows)

    monkeypatch.setattr(of_postgres, "decode_rows", counted)
    assert tuple(each.event for each in await on_server.read(game)) == events
    assert parts == [DECODED_AT_ONCE, DECODED_AT_ONCE, 1]
