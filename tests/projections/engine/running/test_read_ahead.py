"""While the rows of one slice of the log are written, the next slice is read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from threading import Event as Flag
from typing import ClassVar

import pytest

from application.codec import Position, RecordedEvent
from application.store.memory import MemoryStore
from application.store.port import EventTypes, LogSlice
from projections.database.connections import ReadDatabase
from projections.engine.projection import Change, Rows
from projections.engine.running.read_ahead import read_ahead
from tests.projections.logs import Tally, chatter
from tests.projections.running import SOON, follow, tallied


class ReportedReads(MemoryStore):
    """A log that tells when a follower is given the events after a position."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._position = position
        self.is_read = Flag()

    async def follow_slices(
        self, after: Position, length: int = 1000, event_types: EventTypes = None
    ) -> AsyncGenerator[LogSlice, None]:
        """Yield slices of the log."""
        async with aclosing(super().follow_slices(after, length, event_types)) as slices:
            async for each in slices:
                if each.after >= self._position:
                    self.is_read.set()
                yield each


class Patient(Tally):
    """A tally whose first slice is folded once the next one has been read."""

    name: ClassVar[str] = "patient"

    def __init__(self, is_read: Flag) -> None:
        self._is_read = is_read

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        assert self._is_read.wait(SOON)
        return super().fold(rows, batch)


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_next_slice_is_read_while_a_server_writes_rows(database: ReadDatabase) -> None:
    store = ReportedReads(10)
    await chatter(store)
    patient = Patient(store.is_read)
    await follow(store, database, patient, batch=10)
    assert tallied(database, patient) == await store.head() == 36


async def test_error_is_raised_after_the_slices_before_it() -> None:
    closed = False

    async def broken() -> AsyncGenerator[LogSlice, None]:
        nonlocal closed
        try:
            for after in range(2):
                yield LogSlice(after, after + 1, (), head=9)
            raise ZeroDivisionError
        finally:
            closed = True

    async with aclosing(read_ahead(broken())) as slices:
        assert [(await anext(slices)).upto, (await anext(slices)).upto] == [1, 2]
        with pytest.raises(ZeroDivisionError):
            await anext(slices)
    assert closed


async def test_what_is_read_ahead_is_abandoned_when_the_consumer_ends() -> None:
    ended = []

    async def waiting() -> AsyncGenerator[LogSlice, None]:
        try:
            yield LogSlice(0, 1, (), head=9)
            # The log has no more events.
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async with aclosing(read_ahead(waiting())) as slices:
        assert (await anext(slices)).upto == 1
    assert ended == [True]


async def test_second_cancellation_is_not_lost_while_a_read_ends_late() -> None:
    async def stubborn() -> AsyncGenerator[LogSlice, None]:
        yield LogSlice(0, 1, (), head=9)
        try:
            await asyncio.Event().wait()
        finally:
            # As a query on a server that does not answer.
            await asyncio.sleep(0.2)

    async def consume() -> None:
        async with aclosing(read_ahead(stubborn())) as slices:
            async for _ in slices:
                # The rows are being written.
                await asyncio.Event().wait()

    consumer = asyncio.create_task(consume())
    await asyncio.sleep(0.01)
    for _ in range(2):
        consumer.cancel()
        await asyncio.sleep(0.01)
    with pytest.raises(asyncio.CancelledError):
        await consumer
    # The read ends by itself.
    await asyncio.sleep(0.3)
