"""Leases: one of several projectors works, and another takes over when it stops."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

import pytest
from sqlalchemy import Connection, Table, select, update

from application.codec import RecordedEvent
from application.store import database_clock
from application.store.memory import MemoryStore
from application.store.port import LogReplaced, Store
from projections.database.connections import ReadDatabase
from projections.engine import generations, leases
from projections.engine import tracking as tracking_module
from projections.engine.generations import LeaseLost, advance, ensure
from projections.engine.generations import projections as tracking
from projections.engine.leases import LEASE, claim
from projections.engine.projection import Change, Rows
from projections.engine.projector import Backoff, Projector
from projections.engine.tracking import clock
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import NOON, Tally, chatter
from tests.projections.running import QUICK, SOON, chatter_on, follow, tallied


class Watched(Tally):
    """A tally that remembers which positions it was given."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        self.given += [each.position for each in batch]
        return super().fold(rows, batch)


async def test_one_projector_works_and_another_takes_over_when_it_ends(
    store: Store, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    first, second = Watched(), Watched()
    await chatter(store)
    with open_database() as elsewhere:
        async with Projector(store, elsewhere, [second], backoff=QUICK) as looks_on:
            async with Projector(store, database, [first], backoff=QUICK) as works:
                await works.wait_until(await store.head(), SOON)
                await looks_on.wait_until(await store.head(), SOON)
                worked = [first, second] if first.given else [second, first]
                await chatter_on(store)
                await works.wait_until(await store.head(), SOON)
            assert worked[1].given == []
            await chatter_on(store)
            await looks_on.wait_until(await store.head(), SOON)
    assert tallied(database, first) == await store.head()


class Replaced(MemoryStore):
    """A log whose file was replaced, so that nothing can be read."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def head(self) -> int:
        self.asked.set()
        raise LogReplaced("log.db")


async def test_who_cannot_read_the_log_leaves_the_rows_to_others(
    store: Store, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    await chatter(store)
    replaced, rarely = Replaced(), Backoff(shortest=0.2, longest=0.2)
    with open_database() as elsewhere:
        async with Projector(replaced, elsewhere, [Tally()], backoff=rarely):
            await replaced.asked.wait()
            await follow(store, database, Tally())
    assert tallied(database, Tally()) == await store.head()


class SlowToBegin(Tally):
    """A tally whose first claim is under way until it is let go on."""

    def __init__(self) -> None:
        self.claiming, self.goes_on = threading.Event(), threading.Event()

    def publish(self, connection: Connection, generations: Mapping[str, Table]) -> None:
        super().publish(connection, generations)
        self.claiming.set()
        self.goes_on.wait(SOON)


async def test_who_ends_while_it_claims_a_lease_leaves_none_behind(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    slow = SlowToBegin()
    async with Projector(store, database, [slow], backoff=QUICK):
        assert await asyncio.to_thread(slow.claiming.wait, SOON)
        # After the projector has begun to end.
        asyncio.get_running_loop().call_later(0.1, slow.goes_on.set)
    with database.reading() as connection:
        assert connection.scalars(select(tracking.c.owner)).all() == [None]


async def test_a_lease_that_nobody_renews_is_taken_over(store: Store, database: ReadDatabase) -> None:
    await chatter(store)
    gone = await database.write(claim, Tally(), "somebody who is gone")
    assert gone.owner == "somebody who is gone"
    began = asyncio.get_running_loop().time()
    await follow(store, database, Tally())
    assert asyncio.get_running_loop().time() - began > LEASE.total_seconds() / 2
    assert tallied(database, Tally()) == await store.head()


async def test_who_was_too_slow_to_renew_a_lease_leaves_the_rows_alone(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store)
    log_slice = await store.read_slice(0, 100)
    await database.write(ensure, Tally())
    await database.write(claim, Tally(), "slow")
    with database.writing() as connection:
        connection.execute(update(tracking).values(leased_until=NOON))
    assert (await database.write(claim, Tally(), "quick")).owner == "quick"
    with pytest.raises(LeaseLost):
        await database.write(advance, Tally(), log_slice, lease=LEASE, holder="slow")
    await database.write(advance, Tally(), log_slice, lease=LEASE, holder="quick")
    assert tallied(database, Tally()) == len(log_slice.events)


@pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
async def test_a_lease_far_in_the_future_keeps_nobody_away(database: ReadDatabase) -> None:
    await database.write(claim, Tally(), "ahead")
    with database.writing() as connection:
        connection.execute(update(tracking).values(leased_until=clock(connection) + timedelta(hours=5)))
    assert (await database.write(claim, Tally(), "right")).owner == "right"


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_leases_go_by_the_clock_of_the_database(
    database: ReadDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Ahead(datetime):
        """The clock of a machine that is five hours ahead."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Ahead:
            return cls.fromtimestamp(time.time() + 5 * 3600, tz)

    for module in (leases, generations, tracking_module):
        monkeypatch.setattr(module, "datetime", Ahead, raising=False)
    monkeypatch.setattr(database_clock, "time_ns", lambda: time.time_ns() + 5 * 3600 * 10**9)
    store = MemoryStore()
    await chatter(store)
    await database.write(claim, Tally(), "ahead")
    log_slice = await store.read_slice(0, 100)
    await database.write(advance, Tally(), log_slice, lease=LEASE, holder="ahead")
    with database.reading() as connection:
        [ends] = connection.scalars(select(tracking.c.leased_until))
        assert ends - clock(connection) <= LEASE
    assert ends - datetime.now(UTC) < timedelta(hours=1), "the server's clock is right"
