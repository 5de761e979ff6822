"""Pacing of the event loop: long work yields, and tasks with long work take turns."""

from __future__ import annotations

import asyncio
from time import perf_counter

from application.runtime.time_slices import SLICE, TimeSlicer


def work(seconds: float) -> None:
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass


async def long_work(pace: TimeSlicer, name: str, steps: int, done: list[str]) -> None:
    async for _ in pace.iterate(range(steps)):
        work(SLICE / 2)
        done.append(name)


async def test_long_work_yields_after_each_slice() -> None:
    pace, ticks, done = TimeSlicer(), 0, list[str]()
    working = asyncio.create_task(long_work(pace, "long", 40, done))
    while not working.done():
        await asyncio.sleep(0)
        ticks += 1
    assert len(done) == 40
    assert ticks > 10


async def test_no_tick_exceeds_a_slice_and_a_step_with_many_tasks() -> None:
    pace, done, longest = TimeSlicer(), list[str](), 0.0
    working = asyncio.gather(*(long_work(pace, str(number), 5, done) for number in range(20)))
    await asyncio.sleep(0)
    while not working.done():
        before = len(done)
        await asyncio.sleep(0)
        longest = max(longest, len(done) - before)
    assert len(done) == 100
    # A slice holds two steps; a third starts before the slice is used up.
    assert longest <= 4


async def test_tasks_with_long_work_take_turns() -> None:
    pace, done = TimeSlicer(), list[str]()
    await asyncio.gather(*(long_work(pace, name, 12, done) for name in "ab"))
    assert "a" in done[:8]
    assert "b" in done[:8]


async def test_short_work_runs_without_yielding() -> None:
    pace, ticks = TimeSlicer(), 0

    async def short() -> None:
        assert [each async for each in pace.iterate(range(100))] == list(range(100))

    working = asyncio.create_task(short())
    while not working.done():
        await asyncio.sleep(0)
        ticks += 1
    assert ticks <= 2


async def test_a_cancelled_task_loses_its_turn() -> None:
    pace, done = TimeSlicer(), list[str]()
    gone = asyncio.create_task(long_work(pace, "gone", 1_000, done))
    stays = asyncio.create_task(long_work(pace, "stays", 20, done))
    await asyncio.sleep(0.02)
    gone.cancel()
    await asyncio.wait_for(stays, 10)
    assert done.count("stays") == 20


def test_closed_loop_leaves_no_state() -> None:
    pace = TimeSlicer()

    async def abandoned() -> None:
        done: list[str] = []
        tasks = [asyncio.create_task(long_work(pace, "gone", 1_000, done)) for _ in range(3)]
        await asyncio.sleep(0.02)
        for task in tasks:
            task.cancel()

    async def afterwards() -> None:
        done: list[str] = []
        await asyncio.wait_for(long_work(pace, "here", 20, done), 10)
        assert len(done) == 20

    asyncio.run(abandoned())
    asyncio.run(afterwards())
