"""The time limit of a planned operation is entered when its work first waits, and drives it faithfully."""

from __future__ import annotations

import asyncio

import pytest
from graphql import GraphQLError

from api.graphql.execution.operation_runner import run_limited
from application.runtime.timer_wheel import GRANULARITY

PAST = 0.0
"""A time of the loop's clock that is over."""


def later() -> float:
    """Return a time that is far off."""
    return asyncio.get_running_loop().time() + 60


async def hang(ended: list[str]) -> None:
    """Wait for a long time, and note the end of it."""
    try:
        await asyncio.sleep(60)
    finally:
        ended.append("work")


async def test_work_that_never_waits_ends_whatever_the_time() -> None:
    async def work() -> int:
        return 5

    async def failing() -> None:
        raise LookupError

    assert await run_limited(work(), PAST, 15) == 5
    with pytest.raises(LookupError):
        await run_limited(failing(), PAST, 15)


async def test_work_that_waits_is_ended_at_its_time() -> None:
    ended: list[str] = []
    for deadline in (PAST, asyncio.get_running_loop().time() + GRANULARITY):
        with pytest.raises(GraphQLError) as raised:
            await run_limited(hang(ended), deadline, 15)
        assert raised.value.extensions == {"code": "TIMEOUT", "limit": 15}
    assert ended == ["work", "work"]
    task = asyncio.current_task()
    assert task is not None
    assert not task.cancelling()


async def test_values_and_errors_reach_the_work_at_each_of_its_waits() -> None:
    loop = asyncio.get_running_loop()

    async def work() -> list[object]:
        found: list[object] = []
        for number in range(4):
            future = loop.create_future()
            if number % 2:
                loop.call_soon(future.set_exception, LookupError(number))
            else:
                loop.call_soon(future.set_result, number)
            try:
                found.append(await future)
            except LookupError as error:
                found.append(error.args[0])
        return found

    assert await run_limited(work(), later(), 15) == [0, 1, 2, 3]


async def test_cancellation_by_others_stays_theirs() -> None:
    waiting = asyncio.Event()

    async def work() -> None:
        waiting.set()
        await asyncio.sleep(60)

    async def limited() -> None:
        await run_limited(work(), later(), 15)

    task = asyncio.create_task(limited())
    await waiting.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_work_that_is_given_up_is_closed() -> None:
    closed: list[str] = []

    async def limited() -> None:
        await run_limited(hang(closed), later(), 15)

    given_up = limited()
    given_up.send(None)
    given_up.close()
    assert closed == ["work"]
