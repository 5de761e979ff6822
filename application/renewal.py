"""Renewal of what is remembered from a database, once for all who need it at the time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic


class Renewal:
    """Reads again what was read too long ago.

    All who ask meanwhile wait for one reading and go on together. Behind a lock they would go on one after
    the other, each in a turn of the event loop of its own.
    """

    def __init__(self, read: Callable[[], Awaitable[None]], good_for: float) -> None:
        self._read = read
        self._good_for = good_for
        self._good_until = 0.0
        self._reading: asyncio.Task[None] | None = None

    async def due(self) -> None:
        """Return at once while what was read is good, else once it was read again, or raise its error."""
        if monotonic() < self._good_until:
            return
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self.now(), name="renewal")
            self._reading.add_done_callback(_retrieved)
        # A caller that is cancelled does not take the others' reading with it.
        await asyncio.shield(self._reading)

    async def now(self) -> None:
        """Read again."""
        # What is changed while it is read counts as unknown.
        begun = monotonic()
        await self._read()
        self._good_until = max(self._good_until, begun + self._good_for)


def _retrieved(reading: asyncio.Task[None]) -> None:
    # All who asked may have gone; then nobody is told of its error.
    if not reading.cancelled():
        reading.exception()
