"""The engine folds every event exactly once despite failures, and reports what stops it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import pytest
from sqlalchemy import Engine, event, exc

import projections
from application.store.memory import MemoryStore
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt
from projections.engine.leases import claim
from projections.engine.projector import Backoff, Condition, NotFresh, Projector, UnknownProjection
from projections.games.game_list import GAME_LIST
from tests.long_form import usually
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import (
    Picky,
    Tally,
    chatter,
    games_of_all_variants,
    generation,
    project,
    rows,
)
from tests.projections.running import QUICK, SOON, follow, status_of, tallied, until


# A log in memory has its read models in SQLite as well.
@pytest.mark.parametrize(
    ("store", "batch"),
    usually(product(("memory", "sqlite", "postgres"), (1, 7, 1000)), ("sqlite", 7), ("postgres", 1000)),
    indirect=["store"],
)
async def test_batches_of_any_size_and_restarts_make_the_same_rows(
    store: Store, tmp_path: Path, open_database: OpenDatabase, batch: int
) -> None:
    await games_of_all_variants(store, length=30 if batch == 1 else 90)
    head = await store.head()
    with ReadDatabase.at(tmp_path / "at once.db") as at_once:
        for projection in projections.ALL:
            await project(store, at_once, projection)
        for part in (head // 3, head // 2):
            with open_database() as database:
                for projection in projections.ALL:
                    await project(store, database, projection, batch, part)
        with open_database() as database:
            await follow(store, database, *projections.ALL, batch=batch)
            for projection in projections.ALL:
                assert rows(database, projection) == rows(at_once, projection)


@pytest.mark.parametrize("store", ["memory", "sqlite"], indirect=True)
async def test_a_deleted_read_database_comes_back_the_same(store: Store, read_db: Path) -> None:
    await games_of_all_variants(store, length=60)
    made = []
    for _ in range(2):
        with ReadDatabase.at(read_db) as database:
            await follow(store, database, *projections.ALL)
            made.append([rows(database, projection) for projection in projections.ALL])
        await asyncio.to_thread(read_db.unlink)
    assert made[0] == made[1]


async def test_what_is_appended_while_it_follows_is_counted(store: Store, database: ReadDatabase) -> None:
    tally = Tally()
    async with Projector(store, database, [tally], backoff=QUICK) as projector:
        for number in range(5):
            await chatter(store, games=1, events=number)
            await projector.wait_until(await store.head(), SOON)
            assert tallied(database, tally) == await store.head()


@contextmanager
def failing(times: int, error: Exception) -> Iterator[list[str]]:
    """Let transactions fail that have written rows, when they are to write their position."""
    failed: list[str] = []

    def fail(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith("UPDATE projection_versions") and len(failed) < times:
            failed.append(statement)
            raise error

    event.listen(Engine, "before_cursor_execute", fail)
    try:
        yield failed
    finally:
        event.remove(Engine, "before_cursor_execute", fail)


@pytest.mark.parametrize(
    ("times", "error"),
    [
        (4, OSError("disk full")),
        (4, exc.OperationalError("UPDATE", None, Exception("database is locked"))),
        # Nothing that would pass by itself: the batch is then tried event by event.
        (1, exc.IntegrityError("UPDATE", None, Exception("not unique"))),
    ],
)
async def test_a_crash_between_rows_and_position_counts_nothing_twice(
    store: Store, database: ReadDatabase, times: int, error: Exception
) -> None:
    tally = Tally()
    await chatter(store, games=3, events=20)
    with failing(times, error) as failed:
        await follow(store, database, tally, batch=10)
    assert len(failed) == times
    assert tallied(database, tally) == await store.head()


async def test_an_error_that_may_pass_is_shown_until_it_has_passed(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    with failing(1000, OSError("disk full")):
        async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
            status = await until(projector, "tally", Condition.RETRYING)
            assert (status.error, status.position) == ("OSError: disk full", 0)
    async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
        await projector.wait_until(await store.head(), SOON)
        assert (await status_of(projector, "tally")).condition is Condition.FOLLOWING


class TallyAnew(Tally):
    """A tally whose rows mean something else."""

    version: ClassVar[int] = 2


async def test_a_projection_with_a_newer_version_is_built_by_itself(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    await follow(store, database, Tally())
    with pytest.raises(NotBuilt):
        rows(database, TallyAnew())
    await follow(store, database, TallyAnew(), batch=3)
    assert (tallied(database, TallyAnew()), generation(database, TallyAnew())) == (await store.head(), 1)


async def test_rows_from_another_log_that_went_further_are_made_anew(database: ReadDatabase) -> None:
    longer, shorter = MemoryStore(), MemoryStore()
    await chatter(longer, games=4)
    await chatter(shorter, games=2)
    await follow(longer, database, Tally())
    await follow(shorter, database, Tally())
    assert tallied(database, Tally()) == await shorter.head()


async def test_two_processes_on_one_read_database_count_once(
    store: Store, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    await chatter(store, games=5, events=30)
    with open_database() as other:
        await asyncio.gather(
            follow(store, database, Tally(), batch=3), follow(store, other, Tally(), batch=5)
        )
    assert tallied(database, Tally()) == await store.head()


async def test_waiting_for_a_position_that_does_not_come_times_out(
    store: Store, database: ReadDatabase
) -> None:
    async with Projector(store, database, [Tally()]) as projector:
        with pytest.raises(TimeoutError, match="position 1 was not reached"):
            await projector.wait_until(1, 0.01)


async def test_how_far_it_is_can_be_asked_before_it_ever_ran(store: Store, database: ReadDatabase) -> None:
    await chatter(store, games=1, events=1)
    status = await status_of(Projector(store, database, [Tally()]), "tally")
    assert (status.position, status.lag, status.generation) == (0, 3, 0)


# In PostgreSQL the store has tasks of its own, which come and go.
@pytest.mark.parametrize("store", ["memory", "sqlite"], indirect=True)
async def test_stopping_leaves_no_task_and_no_thread_behind(
    store: Store, open_database: OpenDatabase
) -> None:
    threads, tasks = set(threading.enumerate()), asyncio.all_tasks()
    await chatter(store, games=1, events=200)
    with open_database() as database:
        async with Projector(store, database, [Tally(), Picky()], batch=1) as projector:
            await projector.wait_until(3, SOON)
        assert asyncio.all_tasks() == tasks
    mine = {thread for thread in threading.enumerate() if thread.name.startswith("read-model")}
    assert mine <= threads


def test_waits_grow_to_a_bound() -> None:
    backoff = Backoff(shortest=0.1, longest=30)
    assert [backoff.after(failures) for failures in (0, 1, 2, 8, 9, 10**6)] == [0.1, 0.2, 0.4, 25.6, 30, 30]


async def test_a_status_tells_how_far_behind_a_projection_is_in_events_and_seconds(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    await project(store, database, Tally(), upto=5)
    projector = Projector(store, database, [Tally()])
    idle = await status_of(projector, "tally")
    [oldest] = await store.select(5, 1)
    assert (idle.condition, idle.lag) == (Condition.IDLE, await store.head() - 5)
    assert idle.behind == pytest.approx((datetime.now(UTC) - oldest.at).total_seconds(), abs=10)
    await database.write(claim, Tally(), "somebody")
    assert (await status_of(projector, "tally")).condition is Condition.CATCHING_UP
    await project(store, database, Tally())
    done = await status_of(projector, "tally")
    assert (done.condition, done.lag, done.behind) == (Condition.FOLLOWING, 0, 0.0)


async def test_fresh_rows_have_all_that_was_in_the_log(store: Store, database: ReadDatabase) -> None:
    async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
        for number in range(5):
            await chatter(store, games=1, events=number)
            await projector.fresh(SOON, "tally")
            assert tallied(database, Tally()) == await store.head()


async def test_rows_that_nobody_brings_up_to_date_are_not_fresh_in_time(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    projector = Projector(store, database, [Tally()])
    with pytest.raises(NotFresh) as late:
        await projector.fresh(0.02, "tally")
    assert late.value.position == await store.head()
    await project(store, database, Tally())
    await projector.fresh(SOON, "tally")


async def test_a_projection_that_is_none_is_named(store: Store, database: ReadDatabase) -> None:
    projector = Projector(store, database, [Tally()])
    for asked in (
        projector.fresh(1, "nonsense"),
        projector.wait_until(0, 1, "nonsense"),
        projector.rebuild("nonsense"),
    ):
        with pytest.raises(UnknownProjection, match="no read model 'nonsense'; known are: tally"):
            await asked


async def test_callers_that_wait_for_another_process_share_few_queries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    with ReadDatabase.at(tmp_path / "read.db") as database:
        projector = Projector(store, database, [GAME_LIST])
        await projector.prepare()
        read, queries = database.read, 0

        async def counted(query: Callable[..., Any], *given: Any, **named: Any) -> Any:
            nonlocal queries
            queries += 1
            return await read(query, *given, **named)

        monkeypatch.setattr(database, "read", counted)

        async def ahead() -> int:
            return 10

        monkeypatch.setattr(store, "head", ahead)
        waiting = [projector.fresh(0.5, GAME_LIST.name) for _ in range(200)]
        found = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(each) for each in found] == [NotFresh] * 200
    assert queries <= 60
