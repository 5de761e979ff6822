"""The memory of recent events: its bounds, its gaps, and the pasts that it continues."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from uuid import uuid4

import pytest
from eventsourcing.persistence import PersistenceError

from application.codec import Position, RecordedEvent
from application.store.encoded_append import encode_append
from application.store.log_follower import Signal, follow_slices
from application.store.memory import MemoryStore
from application.store.port import (
    EventKey,
    LogIdentity,
    LogRestored,
    LogSlice,
    Store,
)
from application.store.recent_events import RecentEvents
from tests.application.store import MakeStore, an_append, bid, followed, new_game

IDENTITY = LogIdentity(uuid4(), 1)


async def recorded(count: int) -> list[RecordedEvent]:
    store, game = MemoryStore(), new_game()
    return [event for version in range(count) for event in await store.append(an_append(game, version))]


def after(event: RecordedEvent | None, identity: LogIdentity = IDENTITY) -> LogSlice:
    """Return an empty slice of the log that ends with an event."""
    if event is None:
        return LogSlice(0, 0, (), identity, 0)
    key = EventKey(event.game, event.version)
    return LogSlice(event.position, event.position, (), identity, event.position, key, key)


async def filled(events: Sequence[RecordedEvent], **bounds: int) -> RecentEvents:
    memory = RecentEvents(**bounds)
    memory.add(IDENTITY, [(each, 10) for each in events])
    return memory


def positions(found: LogSlice | None) -> list[Position] | None:
    return None if found is None else [each.position for each in found.events]


async def test_memory_continues_after_an_event_that_it_knows() -> None:
    events = await recorded(10)
    memory = await filled(events)
    assert positions(memory.slice_after(after(None), 1000, None)) == [*range(1, 11)]
    assert positions(memory.slice_after(after(events[3]), 2, None)) == [5, 6]
    assert memory.slice_after(after(events[9]), 1000, None) is None


async def test_memory_does_not_continue_another_past() -> None:
    events, others = await recorded(10), await recorded(10)
    memory = await filled(events)
    assert memory.slice_after(after(others[3]), 1000, None) is None
    assert memory.slice_after(after(events[3], LogIdentity(IDENTITY.log, 2)), 1000, None) is None
    memory.clear()
    assert memory.slice_after(after(events[3]), 1000, None) is None


async def test_memory_ends_before_a_gap() -> None:
    events = await recorded(10)
    memory = await filled([*events[:4], *events[6:]])
    found = memory.slice_after(after(events[1]), 1000, None)
    assert found is not None
    assert positions(found) == [3, 4]
    assert (found.upto, found.head) == (4, 10)
    assert memory.slice_after(after(events[4]), 1000, None) is None
    assert memory.slice_after(after(events[5]), 1000, None) is None
    assert positions(memory.slice_after(after(events[6]), 1000, None)) == [8, 9, 10]


class SlicedLog:
    """A log of events of several processes, and the positions after which it was read."""

    def __init__(self, events: Sequence[RecordedEvent], length: int) -> None:
        self.events = [*events]
        self.reads: list[Position] = []
        self._length = length

    async def read_slice(self, position: Position) -> LogSlice:
        self.reads.append(position)
        head = len(self.events)
        upto = min(position + self._length, head)
        start, end = (after(self.events[at - 1] if at else None).end for at in (position, upto))
        return LogSlice(position, upto, self.events[position:upto], IDENTITY, head, start, end)


async def test_follower_reads_on_to_the_end_of_the_log_as_it_knows_it() -> None:
    events = await recorded(10)
    # This process appended up to 6; another one appended the rest.
    memory, log = await filled(events[:6]), SlicedLog(events, 5)
    found: list[Position] = []
    async with aclosing(follow_slices(log.read_slice, Signal(), 0, 5, memory)) as slices:
        while len(found) < 10:
            found += positions(await asyncio.wait_for(anext(slices), 5)) or []
    assert found == [*range(1, 11)]
    # The sixth came from memory.
    assert log.reads == [0, 6]


async def test_follower_woken_once_by_two_processes_finds_the_events_of_both() -> None:
    events = await recorded(4)
    memory, log, signal = await filled(events[:2]), SlicedLog(events[:2], 1000), Signal()
    async with aclosing(follow_slices(log.read_slice, signal, 0, 1000, memory)) as slices:
        assert positions(await anext(slices)) == [1, 2]
        coming = asyncio.ensure_future(anext(slices))
        await asyncio.sleep(0.01)
        log.events += events[2:]
        memory.add(IDENTITY, [(events[2], 10)])
        signal.notify_recent()
        signal.notify()
        found = positions(await coming) or []
        while len(found) < 2:
            found += positions(await asyncio.wait_for(anext(slices), 5)) or []
    assert found == [3, 4]


@pytest.mark.parametrize("bounds", [{"max_events": 4}, {"max_bytes": 40}])
async def test_memory_keeps_the_last_events_within_its_bounds(bounds: dict[str, int]) -> None:
    events = await recorded(10)
    memory = await filled(events, **bounds)
    assert memory.slice_after(after(events[5]), 1000, None) is None
    assert positions(memory.slice_after(after(events[6]), 1000, None)) == [8, 9, 10]


async def test_memory_forgets_the_past_before_a_restore() -> None:
    events, others = await recorded(10), await recorded(10)
    memory = await filled(events)
    memory.add(IDENTITY, [(each, 10) for each in others[5:]])
    assert memory.slice_after(after(events[2]), 1000, None) is None
    assert memory.slice_after(after(events[6]), 1000, None) is None
    assert positions(memory.slice_after(after(others[6]), 1000, None)) == [8, 9, 10]


async def test_only_committed_events_of_a_batch_are_added(make_store: MakeStore) -> None:
    store = await make_store(None)
    memory: RecentEvents = store._recent  # type: ignore[attr-defined]
    game = new_game()
    first = await store.append(an_append(game))
    failing = [an_append(game), an_append(game, 7), an_append(game, 1, by="\ud800")]
    if not isinstance(store, MemoryStore):
        outcomes = await asyncio.gather(*map(store.append, failing), return_exceptions=True)
        assert all(isinstance(each, PersistenceError) for each in outcomes)
    identity = await store.identity()
    assert memory.slice_after(after(first[0], identity), 1000, None) is None
    second = await store.append(an_append(game, 1))
    found = memory.slice_after(after(first[0], identity), 1000, None)
    assert found is not None
    assert found.events == second
    await store.close()


async def test_batch_with_a_restore_is_not_added() -> None:
    memory, game = RecentEvents(), new_game()
    appends = [an_append(game), an_append(game, 1)]
    codec = MemoryStore()._codec
    batch = [(each, encode_append(each, codec)) for each in appends]
    refused = LogRestored()
    (events, refusal) = memory.add_batch(IDENTITY, batch, [0, refused])
    assert isinstance(events, list)
    assert [each.version for each in events] == [1]
    assert refusal is refused
    assert memory.slice_after(after(None), 1000, None) is None


async def test_followers_still_find_all_after_many_events_of_one_append(store: Store) -> None:
    follower = asyncio.ensure_future(followed(store, 5_001, limit=1000))
    await asyncio.sleep(0.02)
    await store.append(an_append(new_game()))
    await store.append(an_append(new_game(), 0, *(bid(number) for number in range(5_000))))
    assert [each.position for each in await follower] == [*range(1, 5_002)]
