"""Every store: following the log as it grows."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from application.codec import Position, RecordedEvent
from application.store.log_follower import Signal, follow_slices
from application.store.memory import MemoryStore
from application.store.port import EventTypes, LogSlice, Store, StoreClosed
from tests.application.store import an_append, followed, new_game, whole_log


async def test_a_follower_gets_missed_events_first_then_new_ones(store: Store) -> None:
    game = new_game()
    for version in range(5):
        await store.append(an_append(game, version))
    follower = asyncio.ensure_future(followed(store, 8, after=2, limit=2))
    await asyncio.sleep(0.02)
    for version in range(5, 10):
        await store.append(an_append(game, version))
        await asyncio.sleep(0)
    assert [each.position for each in await follower] == [*range(3, 11)]


async def test_follower_of_an_empty_log_gets_the_first_event(store: Store) -> None:
    follower = asyncio.ensure_future(followed(store, 1))
    await asyncio.sleep(0.02)
    recorded = await store.append(an_append(new_game()))
    assert await asyncio.wait_for(follower, 5) == recorded


async def test_followers_get_every_event_exactly_once(store: Store) -> None:
    games = [new_game() for _ in range(10)]
    followers = [asyncio.ensure_future(followed(store, 200, limit=limit)) for limit in (1, 3, 1000)]

    async def play(game: int) -> None:
        for version in range(20):
            await store.append(an_append(games[game], version))

    await asyncio.gather(*map(play, range(10)))
    log = await whole_log(store)
    for found in await asyncio.gather(*followers):
        assert found == log


async def test_waiting_follower_does_not_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    reads, read_slice = 0, store.read_slice

    async def counted(after: Position, length: int, kinds: EventTypes = None) -> LogSlice:
        nonlocal reads
        reads += 1
        return await read_slice(after, length, kinds)

    monkeypatch.setattr(store, "read_slice", counted)
    follower = asyncio.ensure_future(followed(store, 1))
    await asyncio.sleep(0.35)
    follower.cancel()
    assert reads <= 2


async def test_followers_end_when_the_store_is_closed(store: Store) -> None:
    follower = asyncio.ensure_future(followed(store, 1))
    await asyncio.sleep(0.02)
    await store.close()
    with pytest.raises(StoreClosed):
        await asyncio.wait_for(follower, 5)


# The signal, which all stores share


async def nothing(after: Position) -> LogSlice:
    return LogSlice(after, after, ())


async def test_a_stopped_follower_is_no_longer_notified() -> None:
    signal = Signal()
    waiting = asyncio.ensure_future(anext(follow_slices(nothing, signal, 0, 1000)))
    closed = follow_slices(nothing, signal, 0, 1000)
    step = asyncio.ensure_future(anext(closed))
    await asyncio.sleep(0)
    assert [len(listeners) for listeners in signal._listeners.values()] == [2]
    for each in (waiting, step):
        each.cancel()
        with pytest.raises(asyncio.CancelledError):
            await each
    async with aclosing(closed):
        assert signal._listeners == {}


async def test_an_append_during_a_read_wakes_the_follower() -> None:
    signal, log = Signal(), list[RecordedEvent]()
    (event,) = await MemoryStore().append(an_append(new_game()))

    async def slow(after: Position) -> LogSlice:
        found = LogSlice(after, len(log), tuple(log[after:]))
        if not log:
            log.append(event)
            signal.notify()
        await asyncio.sleep(0.01)
        return found

    async with aclosing(follow_slices(slow, signal, 0, 1000)) as found:
        assert (await asyncio.wait_for(anext(found), 5)).events == (event,)


def test_closed_event_loop_is_forgotten() -> None:
    signal, loop = Signal(), asyncio.new_event_loop()
    left = follow_slices(nothing, signal, 0, 1000)
    step = loop.create_task(anext(left))
    loop.run_until_complete(asyncio.sleep(0))
    assert len(signal._listeners) == 1
    loop.call_soon(loop.stop)
    loop.run_forever()
    step.cancel()
    loop.run_until_complete(asyncio.gather(step, return_exceptions=True))
    loop.close()
    assert signal._listeners == {}
    signal.notify()
