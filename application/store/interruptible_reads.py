"""Reads in threads that are interrupted in the database when their caller is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from threading import Lock
from time import thread_time
from typing import Final, TypeVar

from application.runtime.work_accounts import account_of_task

T = TypeVar("T")

RETRY_INTERVAL: Final = 0.05
"""Seconds after which a read that goes on is interrupted again: it may have been between statements."""


class ReadInterrupted(Exception):
    """The caller no longer waits for the read."""


class InterruptibleRead:
    """One read in a thread, which another thread can interrupt."""

    def __init__(self) -> None:
        self.interrupted = False
        """True if the caller no longer waits for the read."""
        self._seconds = 0.0
        self._lock = Lock()
        self._end: Callable[[], None] | None = None

    @contextmanager
    def interruptible_by(self, end: Callable[[], None]) -> Iterator[None]:
        """Let `end` interrupt the statements in the block; it is never called after the block."""
        with self._lock:
            self._end = end
        try:
            yield
        finally:
            # Waits for a running call of `end`, which must not hit the next user of the connection.
            with self._lock:
                self._end = None

    def check(self) -> None:
        """Raise ReadInterrupted if the caller no longer waits for the read."""
        if self.interrupted:
            raise ReadInterrupted

    def interrupt(self) -> None:
        """Interrupt the running statement, if there is one."""
        with self._lock:
            self.interrupted = True
            if self._end is not None:
                self._end()

    async def run(self, executor: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        """Return the result of the work; if the caller is cancelled, end the work first.

        The thread and its connection are free again once this returns or raises. A caller with many reads at
        once waits for its own reads, so that threads remain for other callers.
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
        # It may fail at the moment of a cancellation; asyncio would log an error that was never retrieved.
        awaited.add_done_callback(_take_error)
        try:
            return await awaited
        except asyncio.CancelledError:
            # The cancellation of the wait also cancels work that has not begun.
            if not future.cancelled():
                ending = asyncio.create_task(self._ended(asyncio.wrap_future(future)))
                while not ending.done():
                    # A second cancellation must wait as well: the connection is still in use.
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
            await asyncio.wait((work,), timeout=RETRY_INTERVAL)


def _take_error(work: asyncio.Future[T]) -> None:
    if not work.cancelled():
        work.exception()
