"""A rebuild makes the same rows beside the old ones; readers see one generation or the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from itertools import product

import pytest
from sqlalchemy import inspect, select

import projections
from application.codec import Position, RecordedEvent
from application.store.memory import MemoryStore
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.engine.generations import GenerationChanged, Role, active_tables, all_tracked
from projections.engine.projection import Change, Projection, Rows
from projections.engine.projector import Projector
from projections.engine.rebuild import RebuildFailed, RebuildUnderWay, rebuild
from tests.long_form import usually
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import (
    POISON,
    Picky,
    Tally,
    append,
    chatter,
    game_id,
    games_of_all_variants,
    generation,
    invitation,
    project,
    rows,
)

SOON = 10.0


def tables(database: ReadDatabase) -> set[str]:
    with database.reading() as connection:
        return set(inspect(connection).get_table_names())


# Where the log is in memory, the read database is the one that there is beside a log on disk.
@pytest.mark.parametrize(
    ("store", "batch"),
    usually(product(("sqlite", "postgres"), (1, 7, 1000)), ("sqlite", 7), ("postgres", 1000)),
    indirect=["store"],
)
@pytest.mark.parametrize("projection", projections.ALL, ids=lambda projection: projection.name)
async def test_rebuilt_rows_are_the_same_row_for_row(
    store: Store, database: ReadDatabase, projection: Projection, batch: int
) -> None:
    await games_of_all_variants(store, length=30 if batch == 1 else 45)
    await project(store, database, projection, batch=13)
    before, old = rows(database, projection), tables(database)
    assert await rebuild(store, database, projection, batch=batch) == await store.head()
    assert rows(database, projection) == before
    assert generation(database, projection) == 2
    assert len(tables(database)) == len(old)
    assert tables(database) & old == {"projection_versions", "skipped_events"}


async def test_each_rebuild_is_a_generation_of_its_own(store: Store, database: ReadDatabase) -> None:
    await chatter(store)
    await project(store, database, Tally())
    before = rows(database, Tally())
    for number in (2, 3):
        old = tables(database)
        await rebuild(store, database, Tally())
        assert (rows(database, Tally()), generation(database, Tally())) == (before, number)
        assert len(tables(database)) == len(old)
        assert tables(database) & old == {"projection_versions", "skipped_events"}


async def test_progress_is_told_at_the_beginning_and_after_each_batch(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store, games=2, events=6)
    head = await store.head()
    told: list[tuple[Position, Position]] = []
    await rebuild(store, database, Tally(), batch=5, progress=lambda *told_now: told.append(told_now))
    assert told == [(0, head), (5, head), (10, head), (15, head), (16, head)]


async def test_a_running_projector_goes_on_with_the_new_generation(
    store: Store, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    await chatter(store)
    async with Projector(store, database, [Tally()]) as projector:
        await projector.wait_until(await store.head(), SOON)
        with open_database() as other_process:
            await rebuild(store, other_process, Tally(), batch=4)
        await append(store, game_id(1), *map(invitation, range(20, 30)))
        await projector.wait_until(await store.head(), SOON)
    assert generation(database, Tally()) == 2
    assert sum(row[1] for row in rows(database, Tally())["tally"]) == await store.head()


async def test_rebuilding_beside_a_projector_at_work_loses_nothing(
    store: Store, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    async def go_on() -> None:
        for number in range(40, 100):
            await append(store, game_id(1), invitation(number))

    await chatter(store, events=30)
    with open_database() as other_process:
        async with Projector(store, database, [Tally()], batch=5) as projector:
            at_work = asyncio.create_task(go_on())
            for _ in range(3):
                await rebuild(store, other_process, Tally(), batch=5)
                await projector.rebuild("tally")
            await at_work
            await projector.wait_until(await store.head(), SOON)
    assert generation(database, Tally()) == 7
    assert sum(row[1] for row in rows(database, Tally())["tally"]) == await store.head()


# PostgreSQL drops the tables nevertheless; such a reader begins again there (test_postgres).
@pytest.mark.parametrize("store", ["memory", "sqlite"], indirect=True)
async def test_a_reader_in_the_midst_of_a_swap_keeps_what_it_began_with(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    await project(store, database, Tally(), upto=10)
    with database.reading() as connection:
        [before] = active_tables(connection, Tally()).values()
        await rebuild(store, database, Tally())
        assert sum(row.events for row in connection.execute(select(before))) == 10
    assert sum(row[1] for row in rows(database, Tally())["tally"]) == await store.head()


class Interrupted(Exception):
    """Somebody pressed Ctrl-C."""


class Watched(Tally):
    """A tally that remembers which positions it was given."""

    def __init__(self) -> None:
        self.given: list[Position] = []

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        self.given += [each.position for each in batch]
        return super().fold(rows, batch)


async def test_an_interrupted_rebuild_is_resumed_and_harms_nothing(
    store: Store, database: ReadDatabase
) -> None:
    def interrupt(done: Position, _: Position) -> None:
        if done >= 20:
            raise Interrupted

    await chatter(store)
    await project(store, database, Tally())
    before, watched = rows(database, Tally()), Watched()
    with pytest.raises(Interrupted):
        await rebuild(store, database, watched, batch=10, progress=interrupt)
    assert (rows(database, Tally()), generation(database, Tally())) == (before, 1)
    await rebuild(store, database, watched, batch=10)
    assert watched.given == list(range(1, await store.head() + 1))
    assert (rows(database, Tally()), generation(database, Tally())) == (before, 2)


async def test_a_second_rebuild_at_once_is_refused(store: Store, database: ReadDatabase) -> None:
    await chatter(store)
    outcomes = await asyncio.gather(
        *(rebuild(store, database, Tally(), batch=5) for _ in range(2)), return_exceptions=True
    )
    refused = [each for each in outcomes if isinstance(each, RebuildUnderWay)]
    assert [each.name for each in refused] == ["tally"]
    assert await store.head() in outcomes


class Held(MemoryStore):
    """A log at which something else happens just after it was asked how far it goes."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: list[Callable[[], Awaitable[object]]] = []

    async def head(self) -> Position:
        head = await super().head()
        if self.meanwhile:
            await self.meanwhile.pop(0)()
        return head


async def nothing() -> None:
    """Let nothing happen."""


async def test_no_swap_goes_back_behind_the_rows_that_readers_have(database: ReadDatabase) -> None:
    async def goes_on() -> None:
        await append(store, game_id(1), *map(invitation, range(20, 30)))
        await project(store, database, Tally())

    store = Held()
    await chatter(store)
    await project(store, database, Tally())
    store.meanwhile = [nothing, goes_on]
    assert await rebuild(store, database, Tally()) == await store.head()
    assert generation(database, Tally()) == 2
    assert sum(row[1] for row in rows(database, Tally())["tally"]) == await store.head()


@pytest.mark.parametrize("batch", [5, 1000])
async def test_a_rebuild_whose_lease_has_run_out_is_taken_over_for_good(
    database: ReadDatabase, batch: int
) -> None:
    async def taken_over() -> None:
        await rebuild(store, database, Tally())

    store = Held()
    await chatter(store)
    store.meanwhile = [nothing, taken_over]
    with pytest.raises(GenerationChanged):
        await rebuild(store, database, Tally(), batch=batch, lease=timedelta())
    assert generation(database, Tally()) == 2
    assert sum(row[1] for row in rows(database, Tally())["tally"]) == await store.head()


async def test_who_was_taken_over_does_not_swap_in_what_another_has_begun(database: ReadDatabase) -> None:
    def interrupt(*_: Position) -> None:
        raise Interrupted

    async def taken_over() -> None:
        with pytest.raises(Interrupted):
            await rebuild(store, database, Tally(), progress=interrupt)

    store = Held()
    await chatter(store)
    store.meanwhile = [nothing, taken_over]
    with pytest.raises(GenerationChanged):
        await rebuild(store, database, Tally(), lease=timedelta())
    assert generation(database, Tally()) == 1


async def test_a_rebuild_that_meets_poison_leaves_everything_as_it_was(
    store: Store, database: ReadDatabase
) -> None:
    picky = Picky()
    picky.healed = True
    await chatter(store, games=1)
    [poison] = await append(store, game_id(1), POISON)
    await project(store, database, picky)
    before, there = rows(database, picky), tables(database)
    picky.healed = False
    with pytest.raises(RebuildFailed) as failed:
        await rebuild(store, database, picky, batch=4)
    assert (failed.value.position, failed.value.topic) == (poison.position, "PlayerInvited")
    assert (rows(database, picky), tables(database)) == (before, there)
    found = await database.read(all_tracked)
    assert found["picky", 1, Role.ACTIVE].failed_position is None
    assert found["picky", 1, Role.REBUILD].failed_position == poison.position
