"""Read models join the others that have caught up, and read the log with them from then on."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from application.codec import Position
from application.store.memory import MemoryStore
from application.store.port import EventTypes, LogSlice
from application.store.sqlite import file_watcher
from application.store.sqlite.store import SQLiteStore
from domain.events import PlayerInvited
from projections.database.connections import ReadDatabase
from projections.engine import leases
from projections.engine import projector as projector_module
from projections.engine.generations import active_tables
from projections.engine.leases import claim
from projections.engine.projection import Projection
from projections.engine.projector import Condition, Projector
from projections.engine.running import joint_follower, joint_writes, runner
from projections.engine.running.runner import Runner
from projections.engine.tracking import projections as tracking
from tests.projections.logs import NOON, Tally, append, chatter, game_id, invitation, project
from tests.projections.running import QUICK, SOON, chatter_on, tallied, until


class LateReads(SQLiteStore):
    """A log that answers late, so that others do something between a read and its answer."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.has_read = asyncio.Event()

    async def read_slice(
        self, after: Position, length: int = 1000, event_types: EventTypes = None
    ) -> LogSlice:
        """Read a slice, and answer later."""
        found = await super().read_slice(after, length, event_types)
        self.has_read.set()
        await asyncio.sleep(0.02)
        return found


class Invited(Tally):
    """A tally of invitations alone."""

    name = "invited"
    kinds = frozenset({PlayerInvited})


def take_lease(database: ReadDatabase, projection: Projection) -> None:
    """Let another process take a lease, and end."""
    with database.writing() as connection:
        expired = update(tracking).where(tracking.c.name == projection.name).values(leased_until=NOON)
        connection.execute(expired)
        assert claim(connection, projection, "another process").owner == "another process"
        connection.execute(expired)


async def test_one_that_joins_misses_no_event_that_the_others_leave_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    joins: asyncio.Queue[str] = asyncio.Queue()

    class Joining(Runner):
        """Before one joins, the log grows, and the others read what it lacks."""

        async def tidy(self) -> None:
            if self in self._joint._members:
                return
            joins.put_nowait(self.projection.name)
            if self.projection.name == "tally":
                await append(writer, game_id(2), invitation(20), invitation(21))
                store.has_read.clear()
                projector.wake()
                await store.has_read.wait()

    monkeypatch.setattr(projector_module, "Runner", Joining)
    # No other signal comes from a writer in another process.
    monkeypatch.setattr(file_watcher, "POLL_INTERVAL", 60.0)
    writer, store = SQLiteStore(tmp_path / "log.db"), LateReads(tmp_path / "log.db")
    try:
        await chatter(writer)
        with ReadDatabase.at(tmp_path / "read.db") as database:
            await database.write(claim, Tally(), "another process")
            async with Projector(store, database, [Invited(), Tally()], backoff=QUICK) as projector:
                assert await joins.get() == "invited"
                for _ in range(3):
                    take_lease(database, Tally())
                    await chatter_on(writer)
                    projector.wake()
                    assert await joins.get() == "tally"
                    projector.wake()
                    await asyncio.sleep(0.1)
                    await projector.wait_until(await writer.head(), SOON)
                    assert tallied(database, Tally()) == await writer.head()
    finally:
        await store.close()
        await writer.close()


class NewTally(Tally):
    """The tally in a new version."""

    version = 2


async def test_nobody_reads_a_new_version_before_it_is_open(database: ReadDatabase) -> None:
    class Growing(MemoryStore):
        """A log that grows while it is read."""

        async def read_slice(
            self, after: Position, length: int = 1000, event_types: EventTypes = None
        ) -> LogSlice:
            found = await super().read_slice(after, length, event_types)
            if found.upto < 200:
                await append(self, game_id(1), *map(invitation, range(6)))
            return found

    store = Growing()
    await chatter(store)
    await project(store, database, Tally())
    async with Projector(store, database, [NewTally()], batch=4, backoff=QUICK) as projector:
        await projector.fresh(SOON, "tally")
        await database.read(active_tables, NewTally())


async def test_wake_ups_without_events_do_not_keep_leases_from_being_renewed(
    database: ReadDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joint_follower, "RENEW_INTERVAL", 0.1)
    for module in (leases, joint_writes, runner):
        monkeypatch.setattr(module, "LEASE", timedelta(seconds=0.5))
    store = MemoryStore()
    await chatter(store)
    async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
        await until(projector, "tally", Condition.FOLLOWING, await store.head())

        async def wake() -> None:
            while True:
                projector.wake()
                await asyncio.sleep(0.03)

        waking = asyncio.create_task(wake())
        await asyncio.sleep(1.5)
        await until(projector, "tally", Condition.FOLLOWING)
        waking.cancel()
