"""Catch-ups whose reads or transactions take long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from datetime import timedelta
from math import inf

import pytest

from application.codec import Position, RecordedEvent
from application.store.memory import MemoryStore
from application.store.port import EventTypes, LogSlice
from projections.database.connections import ReadDatabase
from projections.engine import leases
from projections.engine.projection import Change, Rows
from projections.engine.projector import Projector
from projections.engine.rebuild import rebuild
from projections.engine.running import joint_writes, runner, slice_writer
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import Tally, chatter
from tests.projections.running import QUICK, SOON, follow, tallied

on_both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


class Measured(Tally):
    """A tally that remembers the lengths of its batches, of which the first ones take too long."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, slow: int) -> None:
        self._monkeypatch = monkeypatch
        self._slow = slow
        self.lengths: list[int] = []

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        self.lengths.append(len(batch))
        self._monkeypatch.setattr(slice_writer, "MAX_SECONDS", -1 if len(self.lengths) <= self._slow else inf)
        return super().fold(rows, batch)


@on_both
async def test_events_of_a_slow_transaction_are_halved_until_it_is_quick(
    database: ReadDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    for _ in range(3):
        await chatter(store)
    tally = Measured(monkeypatch, slow=2)
    await follow(store, database, tally, batch=16)
    assert tally.lengths[:4] == [16, 8, 4, 4]
    # As long as slices again.
    assert tally.lengths[-2] == 16
    assert sum(tally.lengths) == tallied(database, tally) == await store.head() == 108


async def test_rebuild_halves_slow_transactions_too(
    database: ReadDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    await chatter(store)
    tally = Measured(monkeypatch, slow=1)
    assert await rebuild(store, database, tally, batch=16) == 36
    assert tally.lengths[:3] == [16, 8, 8]
    assert tallied(database, tally) == 36


class SlowReads(MemoryStore):
    """A log whose slices take longer to read than a lease lasts."""

    async def follow_slices(
        self, after: Position, length: int = 1000, event_types: EventTypes = None
    ) -> AsyncGenerator[LogSlice, None]:
        """Yield slices of the log."""
        async with aclosing(super().follow_slices(after, length, event_types)) as slices:
            async for each in slices:
                await asyncio.sleep(0.6)
                yield each


@on_both
async def test_lease_lasts_while_a_slow_process_reads_what_it_lacks(
    database: ReadDatabase, open_database: OpenDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (leases, joint_writes, runner):
        monkeypatch.setattr(module, "LEASE", timedelta(seconds=0.2))
    monkeypatch.setattr(runner, "POLL_INTERVAL", 0.02)
    store = SlowReads()
    await chatter(store)
    with open_database() as elsewhere:
        async with (
            Projector(store, database, [Tally()], batch=40, backoff=QUICK) as one,
            Projector(store, elsewhere, [Tally()], batch=40, backoff=QUICK) as other,
        ):
            await one.wait_until(36, SOON)
            await other.wait_until(36, SOON)
    assert tallied(database, Tally()) == 36
