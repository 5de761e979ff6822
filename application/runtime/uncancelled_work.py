"""Work that runs in its caller's task, and goes on in another one when the caller is cancelled.

    work = UncancelledWork()
    await work.run(carry_out())

    async def carry_out() -> None:
        await uncancelled(append())

A task for each piece of work would cost more than most pieces. Only a caller that is cancelled during an
`uncancelled` wait leaves the rest of its work to a task; during any other wait the work is cancelled.
"""

from __future__ import annotations

import asyncio
import logging
import types
from collections.abc import Awaitable, Coroutine, Generator
from functools import partial
from typing import Any, Generic, TypeVar

from domain.refusals import Refusal

logger = logging.getLogger(__name__)

T = TypeVar("T")


class UncancelledWork:
    """Runs pieces of work, and knows when all of them have ended."""

    def __init__(self) -> None:
        self._running = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        """The rest of the work of cancelled callers."""
        self._finishing: list[asyncio.Future[None]] = []

    def run(self, work: Coroutine[Any, Any, T]) -> Awaitable[T]:
        """Return an awaitable of the work's result, to be awaited once.

        The work uses no `asyncio.timeout`, `asyncio.wait_for` or `TimeLimit` around or inside an
        `uncancelled` wait: they cancel the task as a caller's cancellation does.
        """
        return _Run(self, work)

    async def finish(self) -> None:
        """Wait until no work is in progress."""
        while self._running:
            finished = asyncio.get_running_loop().create_future()
            self._finishing.append(finished)
            await finished

    def _begin(self) -> None:
        self._running += 1

    def _end(self) -> None:
        self._running -= 1
        if not self._running:
            finishing, self._finishing = self._finishing, []
            for each in finishing:
                if not each.done():
                    each.set_result(None)

    def _go_on(self, work: Coroutine[Any, Any, Any], wait: _Uncancelled) -> None:
        """Run the rest of the work in a task."""
        task = asyncio.get_running_loop().create_task(rest_of(work, wait))
        self._tasks.add(task)
        task.add_done_callback(self._gone_on)

    def _gone_on(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        # A refusal is an answer, which the caller no longer needs.
        if not task.cancelled() and not isinstance(error := task.exception(), Refusal | None):
            logger.error("the rest of a cancelled caller's work failed", exc_info=error)
        self._end()


class _Run(Generic[T]):
    """A piece of work, run by the task that awaits it."""

    __slots__ = ("_all", "_work")

    def __init__(self, every: UncancelledWork, work: Coroutine[Any, Any, T]) -> None:
        self._all = every
        self._work = work

    def __await__(self) -> Generator[Any, Any, T]:
        self._all._begin()
        gone_on = False
        error: BaseException | None = None
        try:
            while True:
                try:
                    wait = self._work.send(None) if error is None else self._work.throw(error)
                except StopIteration as end:
                    result: T = end.value
                    return result
                error = None
                try:
                    yield from _ended(wait)
                except GeneratorExit:
                    self._work.close()
                    raise
                except asyncio.CancelledError as cancelled:
                    if isinstance(wait, _Uncancelled):
                        gone_on = True
                        self._all._go_on(self._work, wait)
                        raise
                    error = cancelled
                except BaseException as raised:  # noqa: BLE001 - the work may handle it
                    error = raised
        finally:
            if not gone_on:
                self._all._end()


@types.coroutine
def rest_of(work: Coroutine[Any, Any, T], wait: Any) -> Generator[Any, Any, T]:
    """Run the rest of work that has begun, and waits for something first."""
    pending = wait
    error: BaseException | None = None
    while True:
        try:
            yield from _ended(pending)
        except GeneratorExit:
            work.close()
            raise
        except BaseException as raised:  # noqa: BLE001 - the work may handle it
            error = raised
        try:
            pending = work.send(None) if error is None else work.throw(error)
        except StopIteration as end:
            result: T = end.value
            return result
        error = None


def _ended(wait: Any) -> Generator[Any, Any, None]:
    """Wait for what a coroutine waits for."""
    if isinstance(wait, _Uncancelled):
        yield from wait.ended()
    else:
        yield wait


class _Uncancelled:
    """A wait of a coroutine, for a future or for one tick, that cancelling the task does not cancel."""

    __slots__ = ("_future",)

    def __init__(self, future: asyncio.Future[Any] | None) -> None:
        self._future = future

    def ended(self) -> Generator[Any, Any, None]:
        """Wait for its end by a future of our own, because a cancelled task cancels the future it awaits."""
        future = self._future
        if future is None:
            yield
        elif not future.done():
            # The flag by which a task knows that the future is awaited; this one is not awaited by a task.
            future._asyncio_future_blocking = False
            waiter = future.get_loop().create_future()
            wake = partial(_wake, waiter)
            future.add_done_callback(wake)
            try:
                yield from waiter
            finally:
                future.remove_done_callback(wake)


def _wake(waiter: asyncio.Future[None], _: asyncio.Future[Any]) -> None:
    if not waiter.done():
        waiter.set_result(None)


@types.coroutine
def uncancelled(work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
    """Return the result of a part of `UncancelledWork`, during which cancelling the caller ends nothing."""
    error: BaseException | None = None
    while True:
        try:
            wait = work.send(None) if error is None else work.throw(error)
        except StopIteration as end:
            result: T = end.value
            return result
        error = None
        try:
            yield _Uncancelled(wait)
        except GeneratorExit:
            work.close()
            raise
        except BaseException as raised:  # noqa: BLE001 - the work may handle it
            error = raised
