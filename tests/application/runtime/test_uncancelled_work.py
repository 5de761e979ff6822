"""Work of a cancelled caller: it ends at an ordinary wait, and goes on after an uncancelled one."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from application.moderation.refusals import UnknownBan
from application.runtime.uncancelled_work import UncancelledWork, uncancelled

WITHIN = 5


@pytest.fixture
def work() -> UncancelledWork:
    return UncancelledWork()


class Steps:
    """Work with a wait that may be uncancelled, then an ordinary one; it notes what it has done."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.first: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.second: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def protected(self) -> str:
        return await self._run(uncancelled(self._append()))

    async def open(self) -> str:
        return await self._run(self._append())

    async def _append(self) -> str:
        try:
            return await self.first
        finally:
            self.done.append("append ended")

    async def _run(self, append: Any) -> str:
        try:
            self.done.append(await append)
            self.done.append(await self.second)
        except asyncio.CancelledError:
            self.done.append("cancelled")
            raise
        return "result"


async def begun(work: UncancelledWork, coroutine: Any) -> asyncio.Task[str]:
    """Start a caller that waits for the work."""

    async def call() -> str:
        result: str = await work.run(coroutine)
        return result

    task = asyncio.create_task(call())
    await asyncio.sleep(0)
    return task


async def cancelled(task: asyncio.Task[str]) -> None:
    task.cancel("by the test")
    with pytest.raises(asyncio.CancelledError, match="by the test"):
        await task


async def test_the_caller_gets_the_result(work: UncancelledWork) -> None:
    steps = Steps()
    task = await begun(work, steps.protected())
    steps.first.set_result("appended")
    steps.second.set_result("second")
    assert await task == "result"
    assert steps.done == ["append ended", "appended", "second"]


async def test_work_that_waits_for_nothing_takes_no_tick(work: UncancelledWork) -> None:
    ticks: list[int] = []
    asyncio.get_running_loop().call_soon(ticks.append, 1)

    async def part() -> int:
        return 1

    async def at_once() -> int:
        return await uncancelled(part())

    assert await work.run(at_once()) == 1
    assert not ticks


async def test_work_runs_in_the_task_of_its_caller(work: UncancelledWork) -> None:
    async def current() -> asyncio.Task[Any] | None:
        await asyncio.sleep(0)
        return asyncio.current_task()

    async def outer() -> asyncio.Task[Any] | None:
        return await uncancelled(current())

    assert await work.run(outer()) is asyncio.current_task()


async def test_the_caller_gets_the_error(work: UncancelledWork) -> None:
    steps = Steps()
    task = await begun(work, steps.protected())
    steps.first.set_exception(LookupError("not there"))
    with pytest.raises(LookupError, match="not there"):
        await task
    await asyncio.wait_for(work.finish(), WITHIN)


async def test_work_can_handle_an_error_of_an_uncancelled_wait(work: UncancelledWork) -> None:
    failing: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def wait() -> str:
        return await failing

    async def handling() -> str:
        try:
            return await uncancelled(wait())
        except LookupError:
            await asyncio.sleep(0)
            return "handled"

    task = await begun(work, handling())
    failing.set_exception(LookupError())
    assert await task == "handled"


async def test_work_goes_on_when_its_caller_is_cancelled_during_an_uncancelled_wait(
    work: UncancelledWork,
) -> None:
    steps = Steps()
    await cancelled(await begun(work, steps.protected()))
    assert steps.done == []
    assert not steps.first.cancelled()
    finishing = asyncio.create_task(work.finish())
    steps.first.set_result("appended")
    for _ in range(5):
        await asyncio.sleep(0)
    assert steps.done == ["append ended", "appended"]
    assert not finishing.done()
    steps.second.set_result("second")
    await asyncio.wait_for(finishing, WITHIN)
    assert steps.done == ["append ended", "appended", "second"]


async def test_work_is_cancelled_during_any_other_wait(work: UncancelledWork) -> None:
    steps = Steps()
    await cancelled(await begun(work, steps.open()))
    assert steps.done == ["append ended", "cancelled"]
    later = Steps()
    later.first.set_result("appended")
    await cancelled(await begun(work, later.protected()))
    assert later.done == ["append ended", "appended", "cancelled"]
    await asyncio.wait_for(work.finish(), WITHIN)


async def test_a_wait_of_one_tick_can_be_uncancelled(work: UncancelledWork) -> None:
    done = []

    async def tick() -> None:
        await asyncio.sleep(0)
        done.append("tick")

    async def two_ticks() -> str:
        await uncancelled(tick())
        await uncancelled(tick())
        return "result"

    task = await begun(work, two_ticks())
    await cancelled(task)
    await asyncio.wait_for(work.finish(), WITHIN)
    assert done == ["tick", "tick"]


async def test_a_time_limit_around_the_work_does_not_end_it(work: UncancelledWork) -> None:
    steps = Steps()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await work.run(steps.protected())
    steps.first.set_result("appended")
    steps.second.set_result("second")
    await asyncio.wait_for(work.finish(), WITHIN)
    assert steps.done == ["append ended", "appended", "second"]


@pytest.mark.parametrize(
    ("error", "logged"), [(LookupError("not there"), ["LookupError: not there"]), (UnknownBan(), [])]
)
async def test_an_error_of_work_that_nobody_awaits_is_logged_unless_it_is_a_refusal(
    work: UncancelledWork, caplog: pytest.LogCaptureFixture, error: Exception, logged: list[str]
) -> None:
    steps = Steps()
    await cancelled(await begun(work, steps.protected()))
    steps.first.set_exception(error)
    await asyncio.wait_for(work.finish(), WITHIN)
    assert steps.done == ["append ended"]
    # Those of asyncio, too, which reports errors that nobody has read.
    gc.collect()
    assert [(each.exc_text or each.getMessage()).splitlines()[-1] for each in caplog.records] == logged


async def test_an_ended_wait_wins_over_a_cancellation_that_comes_with_it(work: UncancelledWork) -> None:
    steps = Steps()
    task = await begun(work, steps.protected())
    steps.first.set_result("appended")
    steps.second.set_result("second")
    await cancelled(task)
    await asyncio.wait_for(work.finish(), WITHIN)
    assert steps.done == ["append ended", "appended", "second"]


async def test_finish_waits_for_all_work(work: UncancelledWork) -> None:
    await asyncio.wait_for(work.finish(), WITHIN)
    both = Steps(), Steps()
    tasks = [await begun(work, each.protected()) for each in both]
    finishing = asyncio.create_task(work.finish())
    for steps, task in zip(both, tasks, strict=True):
        await asyncio.sleep(0)
        assert not finishing.done()
        steps.first.set_result("appended")
        steps.second.set_result("second")
        await task
    await asyncio.wait_for(finishing, WITHIN)


def test_the_end_of_the_event_loop_cancels_the_rest() -> None:
    noted: list[Steps] = []

    async def main() -> None:
        steps = Steps()
        noted.append(steps)
        await cancelled(await begun(UncancelledWork(), steps.protected()))

    asyncio.run(main())
    assert noted[0].done == ["append ended", "cancelled"]


def test_closing_a_caller_closes_its_work() -> None:
    async def main() -> Steps:
        steps = Steps()

        async def call() -> None:
            await UncancelledWork().run(steps.protected())

        caller = call()
        caller.send(None)
        caller.close()
        return steps

    assert asyncio.run(main()).done == ["append ended"]
