"""Periodic work: when it is done, what happens after failures, and how it ends."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic

import pytest
from sqlalchemy.exc import OperationalError

from application.runtime.periodic_work import PeriodicWork

OUTAGE = OperationalError("SELECT secret", {"of": "ann"}, Exception("the server is gone\nin detail"))


class Recorded:
    """Work that fails or is left undone as it is told, and keeps the times at which it was begun."""

    def __init__(self, *outcomes: Exception | bool) -> None:
        self.begun: list[float] = []
        self._outcomes = list(outcomes)

    async def __call__(self) -> bool:
        self.begun.append(monotonic())
        outcome = self._outcomes.pop(0) if self._outcomes else True
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def times(self, count: int) -> None:
        """Wait until the work was begun so many times."""
        async with asyncio.timeout(10):
            while len(self.begun) < count:  # noqa: ASYNC110 - the work under test tells nobody
                await asyncio.sleep(0.005)


async def test_work_begins_with_a_pause_or_at_once_and_is_done_again_when_it_is_woken() -> None:
    later, now = Recorded(), Recorded()
    first, second = PeriodicWork("late", later, 600), PeriodicWork("early", now, 600, at_once=True)
    for each in (first, second):
        each.start()
    await now.times(1)
    assert later.begun == []
    for each in (first, second):
        each.wake()
    await asyncio.gather(later.times(1), now.times(2))
    await asyncio.gather(first.stop(), second.cancel())


async def test_work_that_is_woken_while_it_is_under_way_is_done_again_without_a_pause() -> None:
    begun, may_end, count = asyncio.Event(), asyncio.Event(), 0

    async def slow() -> None:
        nonlocal count
        count += 1
        begun.set()
        await may_end.wait()

    work = PeriodicWork("slow", slow, 600, at_once=True)
    work.start()
    await begun.wait()
    work.wake()
    begun.clear()
    may_end.set()
    async with asyncio.timeout(10):
        await begun.wait()
    await work.stop()
    assert count == 2


async def test_pauses_double_after_failures_and_unfinished_work_up_to_the_longest() -> None:
    recorded = Recorded(OUTAGE, False, OUTAGE, True)
    work = PeriodicWork("doubling", recorded, 0.05, longest=0.2, at_once=True)
    work.start()
    await recorded.times(4)
    await work.cancel()
    pauses = [after - before for before, after in zip(recorded.begun, recorded.begun[1:], strict=False)]
    for pause, expected in zip(pauses, (0.1, 0.2, 0.2), strict=False):
        assert pause > expected - 0.02


async def test_the_first_failure_of_a_database_is_logged_without_the_statement(
    caplog: pytest.LogCaptureFixture,
) -> None:
    recorded = Recorded(OUTAGE, OUTAGE, True, OUTAGE)
    work = PeriodicWork("the count", recorded, 0.001)
    work.start()
    await recorded.times(5)
    await work.stop()
    message = "the count fails and is tried again: OperationalError: (builtins.Exception) the server is gone"
    assert [each.getMessage() for each in caplog.records] == [message] * 2


async def test_another_error_ends_the_work_unless_it_catches_all(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    fault = ValueError("a fault")
    ending, lasting = Recorded(fault), Recorded(fault, OUTAGE)
    works = [
        PeriodicWork("ending", ending, 0.001),
        PeriodicWork("lasting", lasting, 0.001, catches_all=True),
    ]
    for each in works:
        each.start()
    await asyncio.gather(ending.times(1), lasting.times(10))
    assert len(ending.begun) == 1
    for each in works:
        await each.stop()
    logged = [(each.getMessage(), each.exc_info and each.exc_info[1]) for each in caplog.records]
    assert logged == [("lasting fails and is tried again", each) for each in (fault, OUTAGE)]


@pytest.mark.parametrize("waits", [True, False])
async def test_stopping_waits_for_the_work_under_way_and_cancelling_does_not(*, waits: bool) -> None:
    begun, may_end, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        begun.set()
        await may_end.wait()
        done.set()

    work = PeriodicWork("slow", slow, 600, at_once=True)
    work.start()
    await begun.wait()
    asyncio.get_running_loop().call_later(0.05, may_end.set)
    await (work.stop() if waits else work.cancel())
    assert done.is_set() == waits
