"""Read models in PostgreSQL: several processes build them, and tables are dropped while they are read."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, exc, select, text, update

import projections
from application.store.memory import MemoryStore
from application.store.postgres.store import PostgresStore
from projections.database import connections
from projections.database.connections import ReadDatabase
from projections.engine import generations
from projections.engine.generations import Tracked, active_tables, ensure
from projections.engine.leases import claim
from projections.engine.projection import Projection
from projections.engine.rebuild import rebuild
from projections.engine.tracking import Role, clock, lock_tracking, tracked
from projections.engine.tracking import projections as tracking
from tests.postgres import OTHERS_END
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import Tally, chatter, games_of_all_variants, project, rows
from tests.projections.running import follow, tallied

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.parametrize("database", ["postgres"], indirect=True)


@pytest.fixture
async def log(postgres_url: str) -> AsyncIterator[PostgresStore]:
    log = await PostgresStore.open(postgres_url)
    yield log
    await log.close()


def ask(url: str, query: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(query.encode())


async def test_a_process_that_is_paused_in_a_transaction_keeps_nobody_waiting(
    database: ReadDatabase, open_database: OpenDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database.write(ensure, Tally())
    monkeypatch.setattr(connections, "IDLE_TIMEOUT", 1_500)
    with open_database() as paused:
        with suppress(exc.DBAPIError), paused.writing() as connection:
            claim(connection, Tally(), "paused")
            async with asyncio.timeout(10):
                assert (await database.write(claim, Tally(), "another")).owner == "another"
        assert (await paused.write(claim, Tally(), "paused")).owner == "another"


async def test_a_stream_lasts_as_long_as_its_receiver_takes(
    database: ReadDatabase, open_database: OpenDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE_TIMEOUT", 500)
    with open_database() as slow:
        found = []
        async for each in slow.stream(lambda connection: iter(connection.execute(text("VALUES (1), (2)")))):
            found.append(each)
            await asyncio.sleep(1.0)
    assert found == [(1,), (2,)]


async def test_two_processes_that_project_at_once_count_every_event_once(
    log: PostgresStore, database: ReadDatabase, postgres_url: str
) -> None:
    await chatter(log, games=3, events=40)
    program = [sys.executable, "-m", "tests.projections.projecting", postgres_url]
    last = 2 * await log.head()
    processes = [await asyncio.create_subprocess_exec(*program, str(last), cwd=ROOT) for _ in range(2)]
    # Once they have begun there is more to come.
    async with asyncio.timeout(30):
        while (await database.write(ensure, Tally())).position == 0:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.01)
    await chatter(log, games=3, events=40)
    assert [await process.wait() for process in processes] == [0, 0]
    assert tallied(database, Tally()) == await log.head() == last


async def test_when_the_process_that_projects_is_killed_another_goes_on_once_its_lease_ends(
    log: PostgresStore, database: ReadDatabase, postgres_url: str
) -> None:
    program = [sys.executable, "-m", "tests.projections.projecting", postgres_url, str(2**40)]
    async with AsyncExitStack() as ended:

        async def start() -> Process:
            process = await asyncio.create_subprocess_exec(*program, cwd=ROOT, stdout=PIPE)
            ended.push_async_callback(end, process)
            assert process.stdout is not None
            assert await process.stdout.readline() == b"running\n"
            return process

        await chatter(log, games=2, events=40)
        works = await start()
        await caught_up(log, database)
        held = (await held_by(database)).owner
        await start()
        await chatter(log, games=2, events=40)
        await caught_up(log, database)
        assert (await held_by(database)).owner == held is not None
        works.kill()
        await works.wait()
        lease = await held_by(database)
        assert lease.owner == held
        assert lease.leased_until is not None
        assert lease.leased_until <= await database.read(clock) + timedelta(seconds=3)
        await chatter(log, games=2, events=40)
        await caught_up(log, database)
        assert (await held_by(database)).owner not in (None, held)
    assert tallied(database, Tally()) == await log.head()


async def end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


async def held_by(database: ReadDatabase) -> Tracked:
    return await database.write(ensure, Tally())


async def caught_up(log: PostgresStore, database: ReadDatabase) -> None:
    async with asyncio.timeout(30):
        while (await held_by(database)).position < await log.head():  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.01)


async def test_several_may_make_the_tables_at_once(
    database: ReadDatabase, postgres_url: str, open_database: OpenDatabase
) -> None:
    def open_and_ensure(_: int) -> int:
        with open_database() as opened, opened.writing() as connection:
            return ensure(connection, Tally()).generation

    database.close()
    with ThreadPoolExecutor(4) as threads:
        for _ in range(3):
            ask(postgres_url, "DROP SCHEMA kibitz_read CASCADE")
            assert [*threads.map(open_and_ensure, range(4))] == [1] * 4


async def test_read_models_that_were_dropped_come_back_the_same(
    database: ReadDatabase, postgres_url: str, open_database: OpenDatabase
) -> None:
    store = MemoryStore()
    await games_of_all_variants(store, length=60)
    await follow(store, database, *projections.ALL)
    before = [rows(database, projection) for projection in projections.ALL]
    database.close()
    ask(postgres_url, "DROP SCHEMA kibitz_read CASCADE")
    with open_database() as again:
        await follow(store, again, *projections.ALL)
        assert [rows(again, projection) for projection in projections.ALL] == before


@pytest.mark.parametrize("projection", projections.ALL, ids=lambda projection: projection.name)
async def test_rows_are_those_of_sqlite(
    database: ReadDatabase, tmp_path: Path, projection: Projection
) -> None:
    store = MemoryStore()
    await games_of_all_variants(store, length=90)
    with ReadDatabase.at(tmp_path / "read.db") as in_a_file:
        for each in (database, in_a_file):
            await project(store, each, projection, batch=17)
        assert rows(database, projection) == rows(in_a_file, projection)


async def test_a_reader_whose_tables_are_dropped_before_it_reads_them_begins_again(
    database: ReadDatabase,
) -> None:
    store, looked, swapped = MemoryStore(), asyncio.Event(), asyncio.Event()
    loop, tries = asyncio.get_running_loop(), 0

    async def swap() -> None:
        await looked.wait()
        await rebuild(store, database, Tally())
        swapped.set()

    def read(connection: Connection) -> int:
        nonlocal tries
        tries += 1
        [table] = active_tables(connection, Tally()).values()
        loop.call_soon_threadsafe(looked.set)
        asyncio.run_coroutine_threadsafe(swapped.wait(), loop).result(10)
        return sum(row.events for row in connection.execute(select(table)))

    await chatter(store)
    await project(store, database, Tally())
    swapping = asyncio.create_task(swap())
    assert await database.read(read) == await store.head()
    assert tries == 2
    await swapping


async def test_a_reader_outlives_its_connections(database: ReadDatabase, postgres_url: str) -> None:
    store = MemoryStore()
    await chatter(store)
    await project(store, database, Tally())
    await asyncio.to_thread(ask, postgres_url, OTHERS_END)
    counted = await database.read(
        lambda connection: [
            row.events
            for table in active_tables(connection, Tally()).values()
            for row in connection.execute(select(table))
        ]
    )
    assert sum(counted) == await store.head()


async def test_what_reads_cannot_write(database: ReadDatabase) -> None:
    with pytest.raises(exc.DBAPIError, match="read-only"):
        await database.read(ensure, Tally())


def test_two_who_make_the_rows_at_once_do_not_wait_for_each_other(
    database: ReadDatabase, open_database: OpenDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_locked = threading.Event()

    def make_and_go_on() -> None:
        with open_database() as elsewhere:
            with elsewhere.writing() as connection:
                ensure(connection, Tally())
            with elsewhere.writing() as connection:
                tracked(connection, Tally(), Role.ACTIVE, lock=True)
                has_locked.set()
                # Until the first one waits for the row.
                time.sleep(0.2)
                connection.execute(update(tracking).values(owner="elsewhere"))

    def later(connection: Connection) -> None:
        if not other.ident:
            other.start()
            assert has_locked.wait(10)
        lock_tracking(connection)

    monkeypatch.setattr(generations, "lock_tracking", later)
    other = threading.Thread(target=make_and_go_on)
    with database.writing() as connection:
        ensure(connection, Tally())
    other.join(10)
    assert not other.is_alive()
    with database.reading() as connection:
        assert connection.execute(select(tracking.c.owner)).scalar_one() == "elsewhere"
