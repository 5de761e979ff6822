"""Turns on the event loop: long work gives way to the loop's other work after a slice of time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from time import perf_counter
from typing import Final, TypeVar

from application.work import may_go_on

T = TypeVar("T")

SLICE: Final = 0.002
"""Seconds that long work may take in one tick of the loop, all of it together."""


class Pace:
    """Shares the ticks of an event loop among those who have long work to do, in turn."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end = 0.0
        self._ticking = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def over(self) -> bool:
        """Tell whether the tick's slice is used up; it begins with the first who asks."""
        if self._end:
            return perf_counter() > self._end
        loop = self._running_loop()
        self._end = perf_counter() + SLICE
        self._tick_later(loop)
        return False

    async def turn(self) -> None:
        """Wait for a later tick: that of those who waited before comes first.

        Where callers share a busy server, work for one that has had much of it waits for longer.
        """
        await may_go_on()
        loop = self._running_loop()
        waiter = loop.create_future()
        self._waiting.append(waiter)
        self._tick_later(loop)
        await waiter

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # What a loop that has ended left behind means nothing to this one.
            self._loop, self._end, self._ticking, self._waiting = loop, 0.0, False, deque()
        return loop

    async def sliced(self, items: Iterable[T]) -> AsyncIterator[T]:
        """Yield the items; between two of them, wait for a turn when the slice is used up."""
        for item in items:
            if self.over():
                await self.turn()
            yield item

    def _tick_later(self, loop: asyncio.AbstractEventLoop) -> None:
        # One at a time: each would wake somebody.
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


PACE: Final = Pace()
"""The pace of the process, which has one serving event loop."""
