"""The write queue of a SQLite log."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError

from application.store.port import Busy, StoreClosed
from application.store.sqlite.store import SQLiteStore
from application.store.write_queue import GATHER_STEPS
from tests.application.store import an_append, append_later, new_game
from tests.application.store.sqlite.files import blocked_writes


async def test_queued_appends_are_committed_together(store: SQLiteStore, path: Path) -> None:
    statements: list[str] = []
    store._writer._connection.set_trace_callback(statements.append)
    with blocked_writes(path):
        appends = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(50)]
        await asyncio.sleep(0.02)
    await asyncio.gather(*appends)
    assert statements.count("COMMIT") == 1


async def test_appends_of_the_next_steps_join_a_commit(store: SQLiteStore) -> None:
    statements: list[str] = []
    store._writer._connection.set_trace_callback(statements.append)
    await asyncio.gather(*(append_later(store, steps) for steps in range(GATHER_STEPS)))
    assert statements.count("COMMIT") == 1


async def test_an_event_loop_that_ends_takes_no_append_with_it(store: SQLiteStore) -> None:
    def begin() -> None:
        loop = asyncio.new_event_loop()
        appended = loop.create_task(store.append(an_append(new_game())))
        # The loop ends after this turn, so that nothing of the next one is carried out.
        loop.call_soon(loop.stop)
        loop.run_forever()
        assert not appended.done()
        appended.cancel()
        loop.close()

    await asyncio.to_thread(begin)
    async with asyncio.timeout(10):
        await store.append(an_append(new_game()))
        assert await store.head() == 2


async def test_full_queue_of_an_event_loop_that_ends_is_emptied_for_others(path: Path) -> None:
    store = SQLiteStore(path, capacity=3, queue_timeout=5)

    def begin() -> None:
        loop = asyncio.new_event_loop()
        appends = [loop.create_task(store.append(an_append(new_game()))) for _ in range(3)]
        loop.call_soon(loop.stop)
        loop.run_forever()
        for each in appends:
            each.cancel()
        loop.close()

    await asyncio.to_thread(begin)
    await store.append(an_append(new_game()))
    assert await store.head() == 4
    await store.close()


async def test_appends_of_several_event_loops_are_all_committed(store: SQLiteStore) -> None:
    async def several() -> int:
        for _ in range(50):
            await asyncio.gather(*(store.append(an_append(new_game())) for _ in range(3)))
        return 150

    async with asyncio.timeout(60):
        counts = await asyncio.gather(
            several(), *(asyncio.to_thread(asyncio.run, several()) for _ in range(3))
        )
    assert sum(counts) == await store.head() == 600


async def test_a_full_queue_raises_busy(path: Path) -> None:
    store = SQLiteStore(path, capacity=3, queue_timeout=0.05)
    with blocked_writes(path):
        appends = [asyncio.ensure_future(store.append(an_append(new_game())))]
        await asyncio.sleep(0)
        # The writer takes the first and waits for the file; three more may queue.
        while store._writer._waiting:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.01)
        appends += [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as raised:
            await store.append(an_append(new_game()))
        assert raised.value.retry_after > 0
    assert len(await asyncio.gather(*appends)) == await store.head() == 4
    await store.append(an_append(new_game()))
    await store.close()


async def test_an_append_waits_for_a_place_in_a_full_queue(path: Path) -> None:
    store = SQLiteStore(path, capacity=3)
    with blocked_writes(path):
        appends = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(40)]
        await asyncio.sleep(0.1)
        assert not any(each.done() for each in appends)
        assert len(store._writer._waiting) <= 3
    await asyncio.gather(*appends)
    assert await store.head() == 40
    await store.close()


async def test_closing_refuses_appends_that_wait_for_a_place(path: Path) -> None:
    store = SQLiteStore(path, capacity=3)
    with blocked_writes(path):
        appends = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(40)]
        await asyncio.sleep(0.05)
        closing_store = asyncio.ensure_future(store.close())
        await asyncio.sleep(0.05)
    await closing_store
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    refused = [each for each in outcomes if isinstance(each, StoreClosed)]
    assert 34 <= len(refused) < 40
    reopened = SQLiteStore(path)
    assert await reopened.head() == 40 - len(refused)
    await reopened.close()


async def test_the_writer_continues_after_a_failed_batch(path: Path) -> None:
    store, games = SQLiteStore(path, lock_timeout=0.05), [new_game() for _ in range(5)]
    with blocked_writes(path):
        appends = (store.append(an_append(game)) for game in games)
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(each) for each in results] == [OperationalError] * 5
    await asyncio.gather(*(store.append(an_append(game)) for game in games))
    assert await store.head() == 5
    await store.close()


async def test_closing_commits_queued_appends_and_refuses_new_ones(path: Path) -> None:
    store = SQLiteStore(path)
    with blocked_writes(path):
        queued = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(20)]
        await asyncio.sleep(0.02)
        closing_store = asyncio.ensure_future(store.close())
        await asyncio.sleep(0.02)
        assert not closing_store.done()
        with pytest.raises(StoreClosed):
            await store.append(an_append(new_game()))
    await closing_store
    assert all(each.done() and not each.exception() for each in queued)
