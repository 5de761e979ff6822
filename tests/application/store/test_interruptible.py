"""A read in a thread ends with its caller, even if the caller is cancelled repeatedly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import thread_time

import pytest

from application.runtime.work_accounts import Account, run_on_account
from application.store.interruptible_reads import InterruptibleRead


class Interrupted(Exception):
    """The work was ended."""


async def test_caller_cancelled_twice_still_waits_for_its_connection() -> None:
    started, ended, free = Event(), Event(), Event()
    reading = InterruptibleRead()

    def work() -> None:
        with reading.interruptible_by(ended.set):
            started.set()
            assert ended.wait(10)
            # The connection is busy a little longer.
            assert free.wait(10)
        raise Interrupted

    with ThreadPoolExecutor(1) as executor:
        task = asyncio.create_task(reading.run(executor, work))
        assert await asyncio.to_thread(started.wait, 10)
        task.cancel()
        assert await asyncio.to_thread(ended.wait, 10)
        task.cancel()
        await asyncio.sleep(0.1)
        assert not task.done()
        free.set()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_error_during_the_cancellation_is_not_logged_as_unretrieved(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def work() -> None:
        raise Interrupted

    with ThreadPoolExecutor(1) as executor:
        for _ in range(50):
            task = asyncio.create_task(InterruptibleRead().run(executor, work))
            await asyncio.sleep(0)
            executor.submit(lambda: None).result()
            task.cancel()
            with pytest.raises((asyncio.CancelledError, Interrupted)):
                await task
    assert "never retrieved" not in caplog.text


async def test_reads_of_one_caller_leave_threads_for_others() -> None:
    free = Event()
    reads = asyncio.Semaphore(2)

    async def read(executor: ThreadPoolExecutor, work: Callable[[], object]) -> None:
        await InterruptibleRead().run(executor, work)

    with ThreadPoolExecutor(3) as executor:
        many = [
            asyncio.create_task(run_on_account(read(executor, lambda: free.wait(10)), Costs(reads)))
            for _ in range(10)
        ]
        await asyncio.sleep(0.05)
        other = Costs(asyncio.Semaphore(2))
        await asyncio.wait_for(run_on_account(read(executor, lambda: None), other), 5)
        assert not any(each.done() for each in many)
        free.set()
        await asyncio.gather(*many)


async def test_the_thread_time_of_a_read_is_charged() -> None:
    costs = Costs()

    def work() -> None:
        end = thread_time() + 0.05
        while thread_time() < end:
            pass

    async def read(executor: ThreadPoolExecutor) -> None:
        await InterruptibleRead().run(executor, work)

    with ThreadPoolExecutor(1) as executor:
        await run_on_account(read(executor), costs)
    assert 0.05 < costs.seconds < 0.5


class Costs(Account):
    """An account that records its charges."""

    seconds = 0.0

    def __init__(self, reads: asyncio.Semaphore | None = None) -> None:
        super().__init__()
        self._reads = reads

    @property
    def reads(self) -> asyncio.Semaphore | None:
        """The semaphore that is given."""
        return self._reads

    def charge(self, seconds: float) -> None:
        """Record the charge."""
        self.seconds += seconds
