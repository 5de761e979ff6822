"""Time slices on the event loop: long work yields to the loop's other work after a slice."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from time import perf_counter
from typing import Final, TypeVar

from application.runtime.work_accounts import wait_to_continue

T = TypeVar("T")

SLICE: Final = 0.002
"""Seconds that all long work together may take in one tick of the loop."""


class TimeSlicer:
    """Shares the ticks of an event loop among tasks with long work, in turn."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end = 0.0
        self._ticking = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def is_used_up(self) -> bool:
        """Return whether the tick's slice is used up; the first call in a tick starts the slice."""
        if self._end:
            return perf_counter() > self._end
        loop = self._running_loop()
        self._end = perf_counter() + SLICE
        self._tick_later(loop)
        return False

    async def wait_for_turn(self) -> None:
        """Wait for a later tick; tasks that began to wait earlier go first.

        When callers share a busy server, work for a caller that has used much of it waits longer.
        """
        await wait_to_continue()
        loop = self._running_loop()
        waiter = loop.create_future()
        self._waiting.append(waiter)
        self._tick_later(loop)
        await waiter

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # The state that an earlier loop left does not apply to this one.
            self._loop, self._end, self._ticking, self._waiting = loop, 0.0, False, deque()
        return loop

    async def iterate(self, items: Iterable[T]) -> AsyncIterator[T]:
        """Yield the items; before an item, wait for a turn if the slice is used up."""
        for item in items:
            if self.is_used_up():
                await self.wait_for_turn()
            yield item

    def _tick_later(self, loop: asyncio.AbstractEventLoop) -> None:
        # One callback at a time, because each callback wakes a task.
        if not self._ticking:
            self._ticking = True
            loop.call_soon(self._tick)

    def _tick(self) -> None:
        self._end, self._ticking = 0.0, False
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                break
        if self._waiting:
            self._tick_later(asyncio.get_running_loop())


TIME_SLICER: Final = TimeSlicer()
"""The time slicer of the process, which has one serving event loop."""
