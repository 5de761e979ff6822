"""What a log in a file does besides: outlive the process, be shared by several, be busy, be too new."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError, PersistenceError

from application.codec import CorruptEvent
from application.store.port import Busy, LogReplaced, SchemaTooNew, StoreClosed, VersionTaken
from application.store.sqlite import store as sqlite_store
from application.store.sqlite.database import open_log
from application.store.sqlite.store import SQLiteStore
from tests.application.store import a_command, an_append, bid, followed, new_game, whole_log

ROOT = Path(__file__).parents[4]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "100% of Ann's #1 log.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SQLiteStore]:
    store = SQLiteStore(path)
    yield store
    await store.close()


@contextmanager
def by_hand(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep the file from being written to, as another process does that writes."""
    with by_hand(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


# The file


async def test_a_file_that_is_opened_again_holds_everything(path: Path) -> None:
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


async def test_appends_are_on_the_disk_when_they_return(store: SQLiteStore, path: Path) -> None:
    log = store._writer._connection
    assert log.execute("PRAGMA synchronous").fetchone() == (2,)
    assert log.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_schema_that_is_too_new_is_refused_and_left_alone(path: Path) -> None:
    with by_hand(path) as connection:
        connection.execute("PRAGMA user_version = 1000")
    before = path.read_bytes()
    with pytest.raises(SchemaTooNew, match="schema 1000") as raised:
        SQLiteStore(path)
    assert (raised.value.found, path.read_bytes()) == (1000, before)


def test_a_place_where_there_can_be_no_file_is_refused(path: Path) -> None:
    with pytest.raises(OperationalError, match="unable to open"):
        SQLiteStore(path / "log.db")


def test_a_file_of_another_kind_is_refused(path: Path) -> None:
    path.write_text("Dear diary, " * 100)
    with pytest.raises(PersistenceError, match="not a database"):
        SQLiteStore(path)


async def test_other_tables_of_the_file_stay(path: Path) -> None:
    with by_hand(path) as connection:
        connection.execute("CREATE TABLE players (name TEXT)")
        connection.execute("INSERT INTO players VALUES ('Ann')")
    store = SQLiteStore(path)
    await store.append(an_append(new_game()))
    await store.close()
    with by_hand(path) as connection:
        assert connection.execute("SELECT name FROM players").fetchall() == [("Ann",)]


def test_several_may_make_the_file_at_once(tmp_path: Path) -> None:
    async def open_and_append(path: Path) -> None:
        store = SQLiteStore(path)
        await store.append(an_append(new_game()))
        await store.close()

    with ThreadPoolExecutor(8) as threads:
        for place in range(5):
            path = tmp_path / f"{place}.db"
            for _ in threads.map(lambda path: asyncio.run(open_and_append(path)), [path] * 8):
                pass
            with by_hand(path) as connection:
                assert connection.execute("SELECT max(position), count(*) FROM events").fetchone() == (8, 8)


def test_opening_waits_while_another_keeps_the_file_from_going_over_to_wal(path: Path) -> None:
    open_log(path).close()
    with by_hand(path) as reader, ThreadPoolExecutor(1) as thread:
        reader.execute("PRAGMA journal_mode = DELETE")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM counter").fetchall()
        opening = thread.submit(open_log, path)
        time.sleep(0.05)
        reader.execute("COMMIT")
        opening.result().close()
    with by_hand(path) as reader:
        reader.execute("PRAGMA journal_mode = DELETE")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM counter").fetchall()
        with pytest.raises(OperationalError, match="locked"):
            open_log(path, timeout=0.05)


@pytest.mark.parametrize(
    ("smudge", "reason"),
    [
        ('state = CAST(\'{"type":"BidPlaced"\' AS BLOB)', "truncated"),
        ("topic = 'BidWhispered'", "no event has this topic"),
        ("at = NULL", "without a time"),
    ],
)
async def test_an_event_that_was_damaged_is_named(
    store: SQLiteStore, path: Path, smudge: str, reason: str
) -> None:
    game = new_game()
    await store.append(an_append(game, 0, bid(1), bid(2)))
    with by_hand(path) as connection:
        connection.execute(f"UPDATE events SET {smudge} WHERE version = 2")  # noqa: S608 - from above
    with pytest.raises(CorruptEvent, match=f"game {game}, version 2, topic '.*': .*{reason}") as raised:
        await store.read(game)
    assert (raised.value.game, raised.value.version) == (game, 2)


# Several processes


async def test_a_follower_hears_what_another_store_appends(store: SQLiteStore, path: Path) -> None:
    other, game = SQLiteStore(path), new_game()
    follower = asyncio.ensure_future(followed(store, 6))
    for version in range(0, 6, 2):
        await asyncio.sleep(0.15)
        await other.append(an_append(game, version, bid(1), bid(2)))
    assert [each.position for each in await asyncio.wait_for(follower, 5)] == [*range(1, 7)]
    await other.close()


async def test_a_follower_does_not_wait_for_the_poll_to_hear_its_own_process(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_store, "POLL", 60.0)
    store, game = SQLiteStore(path), new_game()
    follower = asyncio.ensure_future(followed(store, 3))
    for version in range(3):
        await asyncio.sleep(0.02)
        await store.append(an_append(game, version))
    assert len(await asyncio.wait_for(follower, 5)) == 3
    await store.close()


async def test_of_those_who_race_in_several_stores_one_wins(store: SQLiteStore, path: Path) -> None:
    stores, game = (store, SQLiteStore(path), SQLiteStore(path)), new_game()
    followers = [asyncio.ensure_future(followed(each, 20, limit=2)) for each in stores]
    for version in range(20):
        racers = (stores[racer % 3].append(an_append(game, version)) for racer in range(9))
        results = await asyncio.gather(*racers, return_exceptions=True)
        assert sum(isinstance(each, VersionTaken) for each in results) == 8
    log = await whole_log(store)
    assert [(each.position, each.version) for each in log] == [(each, each) for each in range(1, 21)]
    assert await asyncio.gather(*followers) == [log] * 3
    for other in stores[1:]:
        await other.close()


async def test_readers_do_not_wait_for_who_writes(store: SQLiteStore, path: Path) -> None:
    await store.append(an_append(new_game()))
    with held(path):
        assert len(await asyncio.wait_for(whole_log(store), 1)) == 1


def test_every_event_that_was_acknowledged_outlives_a_kill(path: Path) -> None:
    program = [sys.executable, "-m", "tests.application.store.appending", str(path), "16"]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [*islice(process.stdout, 500)]
        process.kill()
        # The last of them may have been cut off.
        lines += [line for line in process.stdout if line.endswith("\n")]
    acknowledged = [line.split() for line in lines]
    assert len(acknowledged) >= 500

    async def reopen() -> None:
        store = SQLiteStore(path)
        log = await whole_log(store)
        assert [each.position for each in log] == [*range(1, await store.head() + 1)]
        found = {(str(each.game), each.version): each.position for each in log}
        for game, version, position in acknowledged:
            assert found[game, int(version)] == int(position)
        versions = defaultdict(list)
        for each in log:
            versions[each.game].append(each.version)
        # Two events a command: all or nothing.
        assert all(each == [*range(1, len(each) + 1)] and len(each) % 2 == 0 for each in versions.values())
        await store.append(an_append(log[0].game, len(versions[log[0].game])))
        await store.close()

    asyncio.run(reopen())


# The queue


async def test_what_waits_together_is_committed_together(store: SQLiteStore, path: Path) -> None:
    statements: list[str] = []
    store._writer._connection.set_trace_callback(statements.append)
    with held(path):
        begun = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(50)]
        await asyncio.sleep(0.02)
    await asyncio.gather(*begun)
    # The first may have been taken before the others came.
    assert statements.count("COMMIT") <= 2


async def test_a_full_queue_is_said_to_be_busy(path: Path) -> None:
    store = SQLiteStore(path, capacity=3, queue_timeout=0.05)
    with held(path):
        begun = [asyncio.ensure_future(store.append(an_append(new_game())))]
        await asyncio.sleep(0)
        # The writer takes the first and waits for the file; three more may queue.
        while store._writer._waiting:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.01)
        begun += [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as raised:
            await store.append(an_append(new_game()))
        assert raised.value.retry_after > 0
    assert len(await asyncio.gather(*begun)) == await store.head() == 4
    await store.append(an_append(new_game()))
    await store.close()


async def test_what_finds_the_queue_full_waits_for_a_place(path: Path) -> None:
    store = SQLiteStore(path, capacity=3)
    with held(path):
        begun = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(40)]
        await asyncio.sleep(0.1)
        assert not any(each.done() for each in begun)
        assert len(store._writer._waiting) <= 3
    await asyncio.gather(*begun)
    assert await store.head() == 40
    await store.close()


async def test_closing_refuses_what_still_waits_for_a_place(path: Path) -> None:
    store = SQLiteStore(path, capacity=3)
    with held(path):
        begun = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(40)]
        await asyncio.sleep(0.05)
        closing_store = asyncio.ensure_future(store.close())
        await asyncio.sleep(0.05)
    await closing_store
    outcomes = await asyncio.gather(*begun, return_exceptions=True)
    refused = [each for each in outcomes if isinstance(each, StoreClosed)]
    assert 34 <= len(refused) < 40
    reopened = SQLiteStore(path)
    assert await reopened.head() == 40 - len(refused)
    await reopened.close()


async def test_the_writer_goes_on_after_a_batch_that_failed(path: Path) -> None:
    store, games = SQLiteStore(path, timeout=0.05), [new_game() for _ in range(5)]
    with held(path):
        appends = (store.append(an_append(game)) for game in games)
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(each) for each in results] == [OperationalError] * 5
    await asyncio.gather(*(store.append(an_append(game)) for game in games))
    assert await store.head() == 5
    await store.close()


async def test_closing_commits_what_is_queued_and_refuses_what_comes(path: Path) -> None:
    store = SQLiteStore(path)
    with held(path):
        queued = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(20)]
        await asyncio.sleep(0.02)
        closing_store = asyncio.ensure_future(store.close())
        await asyncio.sleep(0.02)
        assert not closing_store.done()
        with pytest.raises(StoreClosed):
            await store.append(an_append(new_game()))
    await closing_store
    assert all(each.done() and not each.exception() for each in queued)


async def exchanged(store: SQLiteStore, path: Path, *, replaced: bool) -> None:
    """Move the file of a log away while it is open, and wait until that was noticed."""

    def exchange() -> None:
        path.rename(path.with_name("moved.db"))
        if replaced:
            shutil.copy(path.with_name("moved.db"), path)

    await asyncio.to_thread(exchange)
    async with asyncio.timeout(5):
        while not store._watcher.replaced:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("replaced", [True, False], ids=["replaced", "moved"])
async def test_a_file_that_is_exchanged_under_the_store_is_not_written_on(
    store: SQLiteStore, path: Path, replaced: bool
) -> None:
    await store.append(an_append(new_game()))
    following = asyncio.ensure_future(followed(store, 2))
    await asyncio.sleep(0.05)
    await exchanged(store, path, replaced=replaced)
    with pytest.raises(LogReplaced, match="restart"):
        await asyncio.wait_for(following, 5)
    with pytest.raises(LogReplaced):
        await store.append(an_append(new_game()))
