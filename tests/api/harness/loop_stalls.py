"""Measures the processor time of the event loop's thread between two ticks."""

from __future__ import annotations

import asyncio
from time import thread_time
from typing import Self


class Stalls:
    """Measures the loop on which it is entered; `longest` is the most work between two ticks, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = 0.0
        self._running = False

    async def __aenter__(self) -> Self:
        self._running = True
        self._last = thread_time()
        asyncio.get_running_loop().call_soon(self._tick)
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(0)
        self._running = False

    def _tick(self) -> None:
        now = thread_time()
        self.longest = max(self.longest, now - self._last)
        self._last = now
        if self._running:
            asyncio.get_running_loop().call_soon(self._tick)
