"""How every event store is followed, whatever it keeps the log in."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from application.codec import Position, RecordedEvent
from application.store.log_follower import Signal, follow_slices
from application.store.memory import MemoryStore
from application.store.port import EventTypes, Store, StoreClosed, LogSlice
from tests.application.store import an_append, followed, new_game, whole_log


async def test_a_follower_gets_what_it_missed_and_then_what_comes(store: Store) -> None:
    game = new_game()
    for version in range(5):
        await store.append(an_append(game, version))
    follower = asyncio.ensure_future(followed(store, 8, after=2, limit=2))
    await asyncio.sleep(0.02)
    for version in range(5, 10):
        await store.append(an_append(game, version))
        await asyncio.sleep(0)
    assert [each.position for each in await follower] == [*range(3, 11)]


async def test_a_follower_may_come_before_any_event(store: Store) -> None:
    follower = asyncio.ensure_future(followed(store, 1))
    await asyncio.sleep(0.02)
    recorded = await store.append(an_append(new_game()))
    assert await asyncio.wait_for(follower, 5) == recorded


async def test_followers_neither_skip_nor_double(store: Store) -> None:
    games = [new_game() for _ in range(10)]
    followers = [asyncio.ensure_future(followed(store, 200, limit=limit)) for limit in (1, 3, 1000)]

    async def play(game: int) -> None:
        for version in range(20):
            await store.append(an_append(games[game], version))

    await asyncio.gather(*map(play, range(10)))
    log = await whole_log(store)
    for found in await asyncio.gather(*followers):
        assert found == log


async def test_a_follower_that_waits_does_not_look(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, stretch = 0, store.read_slice

    async def counted(after: Position, length: int, kinds: EventTypes = None) -> LogSlice:
        nonlocal looks
        looks += 1
        return await stretch(after, length, kinds)

    monkeypatch.setattr(store, "stretch", counted)
    follower = asyncio.ensure_future(followed(store, 1))
    await asyncio.sleep(0.35)
    follower.cancel()
    assert looks <= 2


async def test_followers_end_when_the_store_is_closed(store: Store) -> None:
    follower = asyncio.ensure_future(followed(store, 1))
    await asyncio.sleep(0.02)
    await store.close()
    with pytest.raises(StoreClosed):
        await asyncio.wait_for(follower, 5)


# The bell itself, which all of them share


async def nothing(after: Position) -> LogSlice:
    return LogSlice(after, after, ())


async def test_whoever_stops_following_is_not_rung_for_any_more() -> None:
    bell = Signal()
    waiting = asyncio.ensure_future(anext(follow_slices(nothing, bell, 0, 1000)))
    closed = follow_slices(nothing, bell, 0, 1000)
    step = asyncio.ensure_future(anext(closed))
    await asyncio.sleep(0)
    assert [len(listeners) for listeners in bell._listeners.values()] == [2]
    for each in (waiting, step):
        each.cancel()
        with pytest.raises(asyncio.CancelledError):
            await each
    async with aclosing(closed):
        assert bell._listeners == {}


async def test_what_is_appended_during_a_look_is_not_slept_through() -> None:
    bell, log = Signal(), list[RecordedEvent]()
    (event,) = await MemoryStore().append(an_append(new_game()))

    async def slow(after: Position) -> LogSlice:
        found = LogSlice(after, len(log), tuple(log[after:]))
        if not log:
            log.append(event)
            bell.notify()
        await asyncio.sleep(0.01)
        return found

    async with aclosing(follow_slices(slow, bell, 0, 1000)) as found:
        assert (await asyncio.wait_for(anext(found), 5)).events == (event,)


def test_a_loop_that_was_closed_is_forgotten() -> None:
    bell, loop = Signal(), asyncio.new_event_loop()
    left = follow_slices(nothing, bell, 0, 1000)
    step = loop.create_task(anext(left))
    loop.run_until_complete(asyncio.sleep(0))
    assert len(bell._listeners) == 1
    loop.call_soon(loop.stop)
    loop.run_forever()
    step.cancel()
    loop.run_until_complete(asyncio.gather(step, return_exceptions=True))
    loop.close()
    assert bell._listeners == {}
    bell.notify()
