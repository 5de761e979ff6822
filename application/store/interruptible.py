"""Reads that run in threads and end in the database when their caller stops waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from threading import Lock
from time import thread_time
from typing import Final, TypeVar

from application.work import account_of_task

T = TypeVar("T")

AGAIN: Final = 0.05
"""Seconds after which a read that goes on is interrupted again: it may have been between two statements."""


class ReadEnded(Exception):
    """Nobody waits for the read any more."""


class InterruptibleRead:
    """One read in a thread, and how its statement is ended from another one."""

    def __init__(self) -> None:
        self.interrupted = False
        """Whether nobody waits for it any more."""
        self._seconds = 0.0
        self._lock = Lock()
        self._end: Callable[[], None] | None = None

    @contextmanager
    def ended_by(self, end: Callable[[], None]) -> Iterator[None]:
        """Let the statements within be ended by a call; it is never called after the block."""
        with self._lock:
            self._end = end
        try:
            yield
        finally:
            # Waits for a call under way: whoever uses the connection next is not the one to be ended.
            with self._lock:
                self._end = None

    def interrupt(self) -> None:
        """End the statement that runs, if one does."""
        with self._lock:
            self.interrupted = True
            if self._end is not None:
                self._end()

    async def finished(self, executor: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        """Return what the work returns; when the caller is cancelled, end the work first.

        The thread and its connection are free again once this returns or raises. A caller that asks for much
        at once waits for its own reads, so that the threads are there for others.
        """
        account = account_of_task()
        if account is None:
            return await self._finished(executor, work)
        async with account.reads or nullcontext():
            try:
                return await self._finished(executor, work)
            finally:
                account.add(self._seconds)

    async def _finished(self, executor: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        future = executor.submit(self._timed, work)
        awaited = asyncio.wrap_future(future)
        # It may fail in the moment of a cancellation; asyncio would log that nobody took its error.
        awaited.add_done_callback(_take_error)
        try:
            return await awaited
        except asyncio.CancelledError:
            # Work that has not begun was cancelled together with the wait for it.
            if not future.cancelled():
                ending = asyncio.create_task(self._ended(asyncio.wrap_future(future)))
                while not ending.done():
                    # Cancelled once more, it still waits: the connection is in use.
                    with suppress(asyncio.CancelledError):
                        await asyncio.shield(ending)
            raise

    def _timed(self, work: Callable[[], T]) -> T:
        begun = thread_time()
        try:
            return work()
        finally:
            self._seconds = thread_time() - begun

    async def _ended(self, work: asyncio.Future[T]) -> None:
        work.add_done_callback(_take_error)
        while not work.done():
            await asyncio.to_thread(self.interrupt)
            await asyncio.wait((work,), timeout=AGAIN)


def _take_error(work: asyncio.Future[T]) -> None:
    if not work.cancelled():
        work.exception()
