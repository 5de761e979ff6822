"""A read in a thread ends with its caller, however often that is cancelled."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from application.store.interruptible import InterruptibleRead


class Interrupted(Exception):
    """The work was ended."""


async def test_a_caller_that_is_cancelled_twice_still_waits_until_the_connection_is_free() -> None:
    begun, ended, free = Event(), Event(), Event()
    reading = InterruptibleRead()

    def work() -> None:
        with reading.ended_by(ended.set):
            begun.set()
            assert ended.wait(10)
            # The connection is busy a little longer.
            assert free.wait(10)
        raise Interrupted

    with ThreadPoolExecutor(1) as executor:
        task = asyncio.create_task(reading.finished(executor, work))
        assert await asyncio.to_thread(begun.wait, 10)
        task.cancel()
        assert await asyncio.to_thread(ended.wait, 10)
        task.cancel()
        await asyncio.sleep(0.1)
        assert not task.done()
        free.set()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_an_error_in_the_moment_of_the_cancellation_is_not_logged_as_lost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def work() -> None:
        raise Interrupted

    with ThreadPoolExecutor(1) as executor:
        for _ in range(50):
            task = asyncio.create_task(InterruptibleRead().finished(executor, work))
            await asyncio.sleep(0)
            executor.submit(lambda: None).result()
            task.cancel()
            with pytest.raises((asyncio.CancelledError, Interrupted)):
                await task
    assert "never retrieved" not in caplog.text
