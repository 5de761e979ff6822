"""The file of a SQLite log: creation, durability, damage and replacement."""

from __future__ import annotations

import asyncio
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError, PersistenceError

from application.codec import CorruptEvent
from application.store.port import LogReplaced, SchemaTooNew
from application.store.sqlite.database import open_log
from application.store.sqlite.store import SQLiteStore
from tests.application.store import a_command, an_append, bid, followed, new_game
from tests.application.store.sqlite.files import direct_connection


async def test_reopened_file_holds_everything(path: Path) -> None:
    game = new_game()
    first = SQLiteStore(path)
    command = a_command("c", game, 0, bid(1), bid(2))
    recorded = await first.append(command)
    await first.close()
    again = SQLiteStore(path)
    assert await again.read(game) == recorded
    assert await again.command(str(game), "ann", "c") == command.command
    (following,) = await again.append(an_append(game, 2))
    assert following.position == 3
    await again.close()


async def test_a_closed_store_leaves_one_file(store: SQLiteStore, path: Path) -> None:
    await store.append(an_append(new_game()))
    await store.head()
    await store.close()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


async def test_appends_are_synced_to_disk(store: SQLiteStore, path: Path) -> None:
    log = store._writer._connection
    assert log.execute("PRAGMA synchronous").fetchone() == (2,)
    assert log.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_schema_that_is_too_new_is_refused_and_unchanged(path: Path) -> None:
    with direct_connection(path) as connection:
        connection.execute("PRAGMA user_version = 1000")
    before = path.read_bytes()
    with pytest.raises(SchemaTooNew, match="schema 1000") as raised:
        SQLiteStore(path)
    assert (raised.value.found, path.read_bytes()) == (1000, before)


def test_unusable_path_is_refused(path: Path) -> None:
    with pytest.raises(OperationalError, match="unable to open"):
        SQLiteStore(path / "log.db")


def test_file_that_is_not_a_database_is_refused(path: Path) -> None:
    path.write_text("Dear diary, " * 100)
    with pytest.raises(PersistenceError, match="not a database"):
        SQLiteStore(path)


async def test_other_tables_of_the_file_are_kept(path: Path) -> None:
    with direct_connection(path) as connection:
        connection.execute("CREATE TABLE players (name TEXT)")
        connection.execute("INSERT INTO players VALUES ('Ann')")
    store = SQLiteStore(path)
    await store.append(an_append(new_game()))
    await store.close()
    with direct_connection(path) as connection:
        assert connection.execute("SELECT name FROM players").fetchall() == [("Ann",)]


def test_file_can_be_created_concurrently(tmp_path: Path) -> None:
    async def open_and_append(path: Path) -> None:
        store = SQLiteStore(path)
        await store.append(an_append(new_game()))
        await store.close()

    with ThreadPoolExecutor(8) as threads:
        for place in range(5):
            path = tmp_path / f"{place}.db"
            for _ in threads.map(lambda path: asyncio.run(open_and_append(path)), [path] * 8):
                pass
            with direct_connection(path) as connection:
                assert connection.execute("SELECT max(position), count(*) FROM events").fetchone() == (8, 8)


def test_opening_waits_while_another_connection_blocks_the_switch_to_wal(path: Path) -> None:
    open_log(path).close()
    with direct_connection(path) as reader, ThreadPoolExecutor(1) as thread:
        reader.execute("PRAGMA journal_mode = DELETE")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM counter").fetchall()
        opening = thread.submit(open_log, path)
        time.sleep(0.05)
        reader.execute("COMMIT")
        opening.result().close()
    with direct_connection(path) as reader:
        reader.execute("PRAGMA journal_mode = DELETE")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM counter").fetchall()
        with pytest.raises(OperationalError, match="locked"):
            open_log(path, lock_timeout=0.05)


@pytest.mark.parametrize(
    ("smudge", "reason"),
    [
        ('state = CAST(\'{"type":"BidPlaced"\' AS BLOB)', "truncated"),
        ("topic = 'BidWhispered'", "no event has this topic"),
        ("at = NULL", "without a time"),
        ("at = 9223372036854775807", "time beyond all dates"),
    ],
)
async def test_damaged_event_is_named(store: SQLiteStore, path: Path, smudge: str, reason: str) -> None:
    game = new_game()
    await store.append(an_append(game, 0, bid(1), bid(2)))
    with direct_connection(path) as connection:
        connection.execute(f"UPDATE events SET {smudge} WHERE version = 2")  # noqa: S608 - from above
    with pytest.raises(CorruptEvent, match=f"game {game}, version 2, topic '.*': .*{reason}") as raised:
        await store.read(game)
    assert (raised.value.game, raised.value.version) == (game, 2)


async def exchanged(store: SQLiteStore, path: Path, *, replaced: bool) -> None:
    """Replace the file of an open log, and wait until the store notices."""

    def exchange() -> None:
        path.rename(path.with_name("moved.db"))
        if replaced:
            shutil.copy(path.with_name("moved.db"), path)

    await asyncio.to_thread(exchange)
    async with asyncio.timeout(5):
        while not store._watcher.replaced:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("replaced", [True, False], ids=["replaced", "moved"])
async def test_a_replaced_file_is_not_written_to(store: SQLiteStore, path: Path, replaced: bool) -> None:
    await store.append(an_append(new_game()))
    following = asyncio.ensure_future(followed(store, 2))
    await asyncio.sleep(0.05)
    await exchanged(store, path, replaced=replaced)
    with pytest.raises(LogReplaced, match="restart"):
        await asyncio.wait_for(following, 5)
    with pytest.raises(LogReplaced):
        await store.append(an_append(new_game()))
