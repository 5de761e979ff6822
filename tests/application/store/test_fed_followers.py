"""Every store: followers fed from memory see what followers of the log see."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, aclosing, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import PersistenceError

from application.codec import Position, RecordedEvent
from application.store.port import (
    EventTypes,
    LogSlice,
    Store,
    StoreClosed,
)
from application.store.postgres.store import PostgresStore
from application.store.recent_events import RecentEvents
from application.store.sqlite.store import SQLiteStore
from domain.cards import Card
from domain.events import BidPlaced, CardPlayed, Event
from tests.application.store import an_append, bid, new_game, whole_log

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
        # Cancelled appends end before a later one of their process.
        for store in stores:
            late = await store.append(an_append(new_game()))
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
