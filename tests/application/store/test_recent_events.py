"""Every store: followers fed from memory see what followers of the log see."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, aclosing, suppress
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from eventsourcing.persistence import PersistenceError

from application.codec import Position, RecordedEvent
from application.store.encoded_append import encode_append
from application.store.log_follower import Signal, follow_slices
from application.store.memory import MemoryStore
from application.store.port import (
    EventKey,
    EventTypes,
    LogIdentity,
    LogRestored,
    LogSlice,
    Store,
    StoreClosed,
)
from application.store.postgres.store import PostgresStore
from application.store.recent_events import RecentEvents
from application.store.sqlite.store import SQLiteStore
from domain.cards import Card
from domain.events import BidPlaced, CardPlayed, Event
from tests.application.store import MakeStore, an_append, bid, followed, new_game, whole_log

Open = Callable[[], Awaitable[Store]]


@pytest.fixture(params=["sqlite", "postgres"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Return a function that opens one log, like one process of several."""
    if request.param == "sqlite":

        async def open_file() -> Store:
            return SQLiteStore(tmp_path / "log.db")

        return open_file
    url: str = request.getfixturevalue("postgres_url")
    return lambda: PostgresStore.open(url)


@pytest.fixture(params=[(4096, 4_194_304), (7, 4_194_304), (4096, 300)], ids=["large", "few", "few bytes"])
def bounds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecentEvents.__init__, "__defaults__", request.param)


class Follower:
    """A follower of the log that notes its slices."""

    def __init__(self, store: Store, length: int, event_types: EventTypes = None) -> None:
        self.events: list[RecordedEvent] = []
        self.upto: Position = 0
        self._moved = asyncio.Event()
        self._task = asyncio.ensure_future(self._follow(store, length, event_types))

    async def _follow(self, store: Store, length: int, event_types: EventTypes) -> None:
        with suppress(StoreClosed):
            async with aclosing(store.follow_slices(self.upto, length, event_types)) as slices:
                async for each in slices:
                    assert each.after == self.upto
                    assert each.upto > each.after
                    self.upto = each.upto
                    self.events += each.events
                    self._moved.set()

    async def reach(self, position: Position) -> None:
        """Wait until the follower has a position."""
        async with asyncio.timeout(30):
            while self.upto < position:
                self._moved.clear()
                await self._moved.wait()

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])


def stored(events: Sequence[RecordedEvent]) -> list[bytes]:
    """Return events in a form that shows each difference, also of types that are equal."""
    return [msgspec.json.encode(each) + repr(each).encode() for each in events]


class Process:
    """A process that appends to games of its own and to games of all, some of it in vain."""

    def __init__(self, store: Store, random: Random, shared: Sequence[Any]) -> None:
        self.store = store
        self._random = random
        self._games = [*shared, new_game(), new_game()]
        self.acknowledged: list[RecordedEvent] = []

    async def run(self, steps: int) -> None:
        await asyncio.gather(*(self._append(steps) for _ in range(3)))

    async def _append(self, steps: int) -> None:
        random = self._random
        for _ in range(steps):
            game = random.choice(self._games)
            version = await self.store.version(game)
            events: list[Event] = [self._event(version + place) for place in range(1, random.randint(2, 5))]
            wrong = random.random()
            by = "\ud800" if wrong < 0.1 else "ann"
            append = an_append(game, version + (wrong > 0.9), *events, by=by)
            appending = asyncio.ensure_future(self.store.append(append))
            if wrong > 0.8:
                await asyncio.sleep(0)
                # The caller leaves; its events are appended nevertheless.
                appending.cancel()
            with suppress(PersistenceError, asyncio.CancelledError):
                self.acknowledged += await appending

    def _event(self, number: int) -> Event:
        return bid(number) if self._random.random() < 0.7 else CardPlayed(seat=0, card=Card("5H"))


@pytest.mark.usefixtures("bounds")
@pytest.mark.parametrize("seed", range(3))
async def test_followers_fed_from_memory_see_what_the_log_holds(open_store: Open, seed: int) -> None:
    random = Random(seed)
    shared = [new_game(), new_game()]
    async with AsyncExitStack() as opened:
        stores = [await open_store() for _ in range(3)]
        for store in stores:
            opened.push_async_callback(store.close)
        followers = [Follower(store, length) for store in stores for length in (2, 5, 1000)]
        bids = [Follower(store, 7, frozenset({BidPlaced})) for store in stores]
        for each in [*followers, *bids]:
            opened.push_async_callback(each.stop)
        processes = [Process(store, random, shared) for store in stores]
        await asyncio.gather(*(process.run(12) for process in processes))
        # One that appends alone afterwards feeds its followers after they have read.
        await processes[0].run(8)
        # Cancelled appends end by then.
        late = await stores[0].append(an_append(new_game()))
        for each in [*followers, *bids]:
            await each.reach(late[-1].position)
        log = stored(await whole_log(stores[0]))
        assert len(log) > 100
        for each in followers:
            assert stored(each.events) == log
        for each in bids:
            assert stored(each.events) == [line for line in log if b"BidPlaced" in line]
        for process in processes:
            assert {*stored(process.acknowledged)} <= {*log}


@pytest.mark.usefixtures("bounds")
async def test_follower_goes_on_after_a_restart(open_store: Open) -> None:
    random, upto = Random(1), 0
    found: list[RecordedEvent] = []
    games = [new_game()]
    for _ in range(3):
        store, other = await open_store(), await open_store()
        follower = Follower(store, 4)
        follower.upto = upto
        await asyncio.gather(*(Process(each, random, games).run(4) for each in (store, other)))
        late = await store.append(an_append(new_game()))
        await follower.reach(late[-1].position)
        await follower.stop()
        found, upto = found + follower.events, follower.upto
        log = await whole_log(store)
        assert stored(found) == stored(log[:upto])
        await store.close()
        await other.close()


async def test_follower_of_its_own_process_reads_little_from_the_log(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, read_slice = 0, store.read_slice

    async def counted(after: Position, length: int, event_types: EventTypes = None) -> LogSlice:
        nonlocal reads
        reads += 1
        return await read_slice(after, length, event_types)

    monkeypatch.setattr(store, "read_slice", counted)
    game, follower = new_game(), Follower(store, 1000)
    for version in range(100):
        await store.append(an_append(game, version))
        await follower.reach(version + 1)
    await follower.stop()
    # SQLite's watcher cannot tell who wrote to the file, so a few times a second the log is read.
    assert reads < 50
    assert stored(follower.events) == stored(await whole_log(store))


async def test_event_of_another_process_between_two_own_ones_is_read_from_the_log(open_store: Open) -> None:
    store, other = await open_store(), await open_store()
    game, follower = new_game(), Follower(store, 1000)
    for version in range(0, 60, 3):
        await store.append(an_append(game, version))
        await other.append(an_append(game, version + 1))
        await store.append(an_append(game, version + 2))
    await follower.reach(60)
    assert [each.version for each in follower.events] == [*range(1, 61)]
    await follower.stop()
    await store.close()
    await other.close()


# The memory itself


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
