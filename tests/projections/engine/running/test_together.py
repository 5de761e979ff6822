"""Read models that have caught up are written together; another process may wait for their rows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from sqlalchemy import Engine, event, update

from application.codec import Position
from application.store.port import EventTypes, LogSlice, Store
from application.store.sqlite import file_watcher
from application.store.sqlite.store import SQLiteStore
from projections.database.connections import ReadDatabase
from projections.engine import projector as projector_module
from projections.engine.leases import LEASE, claim
from projections.engine.projector import Condition, Projector
from projections.engine.running import runner
from projections.engine.running.requested_position import RequestedPosition
from projections.engine.running.runner_state import RunnerState
from projections.engine.tracking import projections as tracking
from tests.application.store import an_append, new_game
from tests.projections.logs import NOON, POISON, Picky, Tally, append, chatter, game_id
from tests.projections.running import QUICK, SOON, chatter_on, status_of, tallied, until


class OtherTally(Tally):
    """A second tally of the same events."""

    name: ClassVar[str] = "other_tally"


@contextmanager
def position_updates() -> Iterator[list[str]]:
    """Collect the statements that write positions."""
    found: list[str] = []

    def collect(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith("UPDATE projection_versions") and "position=" in statement:
            found.append(statement)

    event.listen(Engine, "before_cursor_execute", collect)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", collect)


async def test_all_that_have_caught_up_are_written_by_one_transaction(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    async with Projector(store, database, [Tally(), OtherTally()], backoff=QUICK) as projector:
        await projector.wait_until(await store.head(), SOON)
        # They wait for events together from the first that both have received.
        await append(store, game_id(1), POISON)
        await projector.wait_until(await store.head(), SOON)
        with position_updates() as updates:
            await chatter_on(store)
            await projector.wait_until(await store.head(), SOON)
    assert len(updates) == 1
    assert tallied(database, Tally()) == tallied(database, OtherTally()) == await store.head()


async def test_an_event_that_one_cannot_fold_stops_no_other(store: Store, database: ReadDatabase) -> None:
    await chatter(store)
    picky = Picky()
    async with Projector(store, database, [Tally(), picky, OtherTally()], backoff=QUICK) as projector:
        await projector.wait_until(await store.head(), SOON)
        await append(store, game_id(1), POISON)
        poisoned = await store.head()
        await chatter_on(store)
        await projector.wait_until(await store.head(), SOON, "tally", "other_tally")
        stopped = await until(projector, "picky", Condition.STOPPED)
        assert (stopped.position, stopped.failed_position) == (poisoned - 1, poisoned)
        assert (await status_of(projector, "tally")).condition is Condition.FOLLOWING
    assert tallied(database, Tally()) == tallied(database, OtherTally()) == await store.head()


async def test_one_whose_lease_is_lost_leaves_the_others_and_comes_back(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    async with Projector(store, database, [Tally(), OtherTally()], backoff=QUICK) as projector:
        await projector.wait_until(await store.head(), SOON)
        with database.writing() as connection:
            connection.execute(update(tracking).where(tracking.c.name == "tally").values(leased_until=NOON))
            assert claim(connection, Tally(), "another process").owner == "another process"
        await chatter_on(store)
        head = await store.head()
        await projector.wait_until(head, SOON, "other_tally")
        assert tallied(database, Tally()) < head
        # The other process does nothing, and its lease expires.
        await projector.wait_until(head, SOON + LEASE.total_seconds(), "tally")
        await chatter_on(store)
        await projector.wait_until(await store.head(), SOON)
    assert tallied(database, Tally()) == tallied(database, OtherTally()) == await store.head()


async def test_a_projector_that_is_woken_reads_the_log_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No other signal comes from a writer in another process.
    monkeypatch.setattr(file_watcher, "POLL_INTERVAL", 60.0)
    writer, reader = SQLiteStore(tmp_path / "log.db"), SQLiteStore(tmp_path / "log.db")
    try:
        with ReadDatabase.at(tmp_path / "read.db") as database:
            async with Projector(reader, database, [Tally()], backoff=QUICK) as projector:
                await until(projector, "tally", Condition.FOLLOWING)
                for _ in range(3):
                    await writer.append(an_append(new_game()))
                    projector.wake()
                    await projector.wait_until(await writer.head(), SOON)
                assert tallied(database, Tally()) == await writer.head()
    finally:
        await writer.close()
        await reader.close()


class Repetitive(SQLiteStore):
    """A log whose followers get each slice twice, as when they notice what a wake-up has had read."""

    async def follow_slices(
        self, after: Position, length: int = 1000, event_types: EventTypes = None
    ) -> AsyncGenerator[LogSlice, None]:
        """Yield each slice twice."""
        async with aclosing(super().follow_slices(after, length, event_types)) as slices:
            async for each in slices:
                yield each
                yield each


class NotedRests(RequestedPosition):
    """Notes the positions after which events may gather."""

    after: ClassVar[list[Position]] = []

    async def wait_beyond(self, position: Position, within: float) -> None:
        """Note the position, and wait."""
        self.after.append(position)
        await super().wait_beyond(position, within)


async def test_events_gather_only_after_something_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projector_module, "RequestedPosition", NotedRests)
    monkeypatch.setattr(NotedRests, "after", [])
    store = Repetitive(tmp_path / "log.db")
    try:
        with ReadDatabase.at(tmp_path / "read.db") as database:
            async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
                await until(projector, "tally", Condition.FOLLOWING)
                for _ in range(5):
                    await store.append(an_append(new_game()))
                    await projector.wait_until(await store.head(), SOON)
    finally:
        await store.close()
    assert NotedRests.after
    assert NotedRests.after == sorted(set(NotedRests.after))


async def test_waking_a_projector_without_leases_keeps_nobody_from_working(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    await database.write(claim, Tally(), "another process")
    async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
        projector.wake()
        await until(projector, "tally", Condition.CATCHING_UP)
        projector.wake()
        await projector.wait_until(await store.head(), SOON)


@asynccontextmanager
async def reported(works: Projector, waits: Projector) -> AsyncIterator[None]:
    """Report the states of a projector to one that another process would have."""

    async def report() -> None:
        async with aclosing(works.states()) as states:
            async for changed in states:
                waits.apply_reports(changed)

    reporting = asyncio.create_task(report())
    try:
        yield
    finally:
        reporting.cancel()


async def test_who_waits_elsewhere_goes_on_when_the_rows_are_reported(
    store: Store, database: ReadDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Polling would come too late.
    monkeypatch.setattr(runner, "REPORT_TIMEOUT", 2 * SOON)
    waits = Projector(store, database, [Tally()])
    async with Projector(store, database, [Tally()], backoff=QUICK) as works, reported(works, waits):
        await works.wait_until(0, SOON)
        await until(works, "tally", Condition.FOLLOWING)
        await chatter(store, games=1)
        for _ in range(3):
            await chatter_on(store)
            await waits.fresh(SOON, "tally")
            assert tallied(database, Tally()) == await store.head()


async def test_states_are_repeated_to_who_waits_elsewhere_and_may_have_forgotten_them(
    store: Store, database: ReadDatabase
) -> None:
    async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
        await chatter(store)
        await projector.wait_until(await store.head(), SOON)
        async with aclosing(projector.states()) as states, asyncio.timeout(SOON):
            known = await anext(states)
            while known[0].position < await store.head() or not known[0].holds_lease:
                known = await anext(states)
            projector.wake(1)
            assert await anext(states) == known


async def test_a_position_is_requested_again_after_a_report_of_a_restored_log(
    store: Store, database: ReadDatabase
) -> None:
    waits = Projector(store, database, [Tally()])
    requested: list[Position] = []
    waits.requested.listener = requested.append
    held = RunnerState(name="tally", position=9, holds_lease=True, error=None)
    waits.apply_reports([held])
    for restored in (held, RunnerState(name="tally", position=2, holds_lease=True, error=None)):
        waits.apply_reports([restored])
        waits.requested.request(9)
        waits.requested.request(5)
    assert requested == [9, 9]


async def test_who_waits_elsewhere_polls_when_reports_end(store: Store, database: ReadDatabase) -> None:
    await chatter(store)
    waits = Projector(store, database, [Tally()])
    held = RunnerState(name="tally", position=1, holds_lease=True, error="OSError: disk full")
    async with Projector(store, database, [Tally()], backoff=QUICK):
        # A report is behind, and no other comes.
        waits.apply_reports([held])
        await waits.fresh(SOON, "tally")
        assert tallied(database, Tally()) == await store.head()
        assert (await status_of(waits, "tally")).error == "OSError: disk full"
        waits.forget_reports()
        await chatter_on(store)
        await waits.fresh(SOON, "tally")
        assert tallied(database, Tally()) == await store.head()
        assert (await status_of(waits, "tally")).error is None
