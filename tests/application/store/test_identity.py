"""Every event store's identity, the stamps of its events, and how logs of schema 1 get both."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import aclosing, closing
from pathlib import Path

from application.codec import GameId, default_codec
from application.store.eventsourcing.postgres_recorder import PostgresLogRecorder
from application.store.eventsourcing.sqlite_recorder import SQLiteLogRecorder
from application.store.port import EventKey, LogIdentity, Store
from application.store.postgres.database import TABLES as POSTGRES_TABLES
from application.store.postgres.store import PostgresStore
from application.store.rows import microseconds
from application.store.sqlite import database
from application.store.sqlite.store import SQLiteStore
from domain.events import BidPlaced
from tests.application.store import NOON, MakeStore, an_append, bid, new_game
from tests.application.store.meddling import ask


async def test_log_has_a_unique_identity_from_its_first_epoch(make_store: MakeStore) -> None:
    store = await make_store(None)
    identity = await store.identity()
    assert (identity.epoch, identity.log.version) == (1, 4)
    await store.append(an_append(new_game()))
    assert await store.identity() == identity
    await store.close()


async def test_a_new_epoch_is_later_than_all_before(store: Store) -> None:
    first, second, third = await store.identity(), await store.begin_epoch(), await store.begin_epoch()
    assert first.log == second.log == third.log
    assert first.epoch < second.epoch < third.epoch
    assert await store.identity() == third


async def test_a_stamp_names_the_game_and_version_of_a_position(store: Store) -> None:
    one, other = new_game(), new_game()
    await store.append(an_append(one, 0, bid(1), bid(2)))
    await store.append(an_append(other))
    found = [await store.event_key(position) for position in range(5)]
    assert found == [None, EventKey(one, 1), EventKey(one, 2), EventKey(other, 1), None]


async def test_a_slice_names_the_log_and_the_events_at_its_ends(store: Store) -> None:
    game, identity = new_game(), await store.identity()
    await store.append(an_append(game, 0, bid(1), bid(2), bid(3)))
    for kinds in (None, frozenset({BidPlaced}), frozenset[type[BidPlaced]]()):
        found = await store.read_slice(1, 1, kinds)
        assert (found.identity, found.head) == (identity, 3)
        assert (found.start, found.end) == (EventKey(game, 1), EventKey(game, 2))
        assert [each.version for each in found.events] == ([] if kinds == frozenset() else [2])
    beyond = await store.read_slice(7, 5)
    assert (beyond.start, beyond.end, beyond.head, beyond.events) == (None, None, 3, [])
    ending = await store.read_slice(3, 5, frozenset())
    assert (ending.start, ending.end) == (EventKey(game, 3), EventKey(game, 3))


async def test_events_have_the_last_version_of_their_commit_even_at_equal_times(store: Store) -> None:
    game = new_game()
    await store.append(an_append(game, 0, bid(1), bid(2)))
    await store.append(an_append(game, 2, bid(3)))
    assert [each.last for each in await store.read(game)] == [2, 2, 3]
    async with aclosing(store.follow(0)) as batches:
        assert [each.last for each in await anext(batches)] == [2, 2, 3]


def create_schema_1_file(path: Path, game: GameId) -> None:
    """Create a log of schema 1 with two events of a game."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in (*database.TABLES, "PRAGMA user_version = 1", "PRAGMA journal_mode = WAL"):
            connection.execute(statement)
        for version in (1, 2):
            topic, state = default_codec().encode(bid(version))
            row = (version, game.bytes, version, topic, state, microseconds(NOON), "ann", None)
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        connection.execute("UPDATE counter SET position = 2")


async def create_schema_1_database(url: str, game: GameId) -> None:
    """Create a log of schema 1 with two events of a game."""
    for statement in ("CREATE SCHEMA kibitz", *POSTGRES_TABLES):
        ask(url, statement)
    for version in (1, 2):
        topic, state = default_codec().encode(bid(version))
        ask(
            url,
            "INSERT INTO kibitz.events VALUES (%s, %s, %s, %s, %s, %s, %s, NULL)",
            *(version, game, version, topic, state, microseconds(NOON), "ann"),
        )
    ask(url, "UPDATE kibitz.counter SET position = 2")


async def check_migrated(stores: list[Store], game: GameId) -> None:
    """Check that several stores on a log of schema 1 agree on its identity, and can append."""
    identities: set[LogIdentity] = {await store.identity() for store in stores}
    assert {identity.epoch for identity in identities} == {1}
    assert len(identities) == 1
    await stores[-1].append(an_append(game, 2, bid(3)))
    found = await stores[0].read(game)
    assert [(each.version, each.last, each.event) for each in found] == [
        (1, None, bid(1)),
        (2, None, bid(2)),
        (3, 3, bid(3)),
    ]
    await asyncio.gather(*(store.close() for store in stores))


async def test_file_of_schema_1_can_be_migrated_concurrently(tmp_path: Path) -> None:
    path, game = tmp_path / "log.db", new_game()
    create_schema_1_file(path, game)
    await check_migrated(
        await asyncio.gather(*(asyncio.to_thread(SQLiteStore, path) for _ in range(4))), game
    )


async def test_database_of_schema_1_can_be_migrated_concurrently(postgres_url: str) -> None:
    game = new_game()
    await create_schema_1_database(postgres_url, game)
    await check_migrated(await asyncio.gather(*(PostgresStore.open(postgres_url) for _ in range(4))), game)


async def test_read_only_tools_do_not_migrate_logs_of_schema_1(tmp_path: Path, postgres_url: str) -> None:
    path, game = tmp_path / "log.db", new_game()
    create_schema_1_file(path, game)
    await create_schema_1_database(postgres_url, game)
    for recorder in (SQLiteLogRecorder(path), PostgresLogRecorder(postgres_url)):
        events = await asyncio.to_thread(recorder.select_events, game)
        assert [each.originator_version for each in events] == [1, 2]
        recorder.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert ask(postgres_url, "SELECT version FROM kibitz.schema_version") == [(1,)]
