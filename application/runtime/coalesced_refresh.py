"""Refresh of cached database state, with one read for all concurrent callers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic


class CoalescedRefresh:
    """Repeats a read when its result is too old.

    Callers that arrive during a read wait for it and continue together. Behind a lock they would continue one
    after the other, each in its own turn of the event loop.
    """

    def __init__(self, read: Callable[[], Awaitable[None]], good_for: float) -> None:
        self._read = read
        self._good_for = good_for
        self._good_until = 0.0
        self._reading: asyncio.Task[None] | None = None

    @property
    def is_fresh(self) -> bool:
        """True while the last read is fresh."""
        return monotonic() < self._good_until

    async def refresh_if_stale(self) -> None:
        """Return at once while the last read is fresh, otherwise after a new read, or raise its error."""
        if self.is_fresh:
            return
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self.refresh(), name="renewal")
            self._reading.add_done_callback(_retrieved)
        # Cancelling one caller must not cancel the read that others wait for.
        await asyncio.shield(self._reading)

    async def refresh(self) -> None:
        """Read now."""
        # Freshness counts from the beginning of the read, because the read may miss a change made during it.
        begun = monotonic()
        await self._read()
        self._good_until = max(self._good_until, begun + self._good_for)


def _retrieved(reading: asyncio.Task[None]) -> None:
    # All callers may have been cancelled; then no caller retrieves the error, and asyncio would log that.
    if not reading.cancelled():
        reading.exception()
