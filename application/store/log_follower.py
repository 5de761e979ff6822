"""Followers of a growing log: the bell that appends ring, and the loop that waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from threading import Lock

from application.codec import Position, RecordedEvent
from application.store.port import LogRestored, LogSlice

ReadSlice = Callable[[Position], Awaitable[LogSlice]]
"""Returns the next stretch of the log after a position."""


class Signal:
    """Wakes all listening tasks, on any event loop, when the log grows."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[asyncio.AbstractEventLoop, set[asyncio.Event]] = {}

    @contextmanager
    def subscribed(self) -> Iterator[asyncio.Event]:
        """Yield an event of the running loop that each ring sets."""
        loop = asyncio.get_running_loop()
        heard = asyncio.Event()
        with self._lock:
            self._listeners.setdefault(loop, set()).add(heard)
        try:
            yield heard
        finally:
            with self._lock:
                listeners = self._listeners.get(loop, set())
                listeners.discard(heard)
                if not listeners:
                    self._listeners.pop(loop, None)

    def notify(self) -> None:
        """Wake all listeners; may be called from any thread."""
        with self._lock:
            for loop in tuple(self._listeners):
                try:
                    loop.call_soon_threadsafe(self._wake, loop)
                except RuntimeError:
                    # The loop was closed before its listeners had stopped; none of them is left.
                    del self._listeners[loop]

    def _wake(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            for heard in self._listeners.get(loop, ()):
                heard.set()


async def follow_slices(look: ReadSlice, bell: Signal, after: Position, length: int) -> AsyncGenerator[LogSlice, None]:
    """Yield the log after a position in stretches of `length`, then new ones as it grows, for ever.

    Raises LogRestored when the stretches read before are no longer the log's past.
    """
    seen: LogSlice | None = None
    with bell.subscribed() as heard:
        while True:
            # Cleared before the read, so that an append after it still wakes this task.
            heard.clear()
            found = await look(after)
            if _restored(seen, found):
                raise LogRestored
            seen = found
            ends_here = found.upto < after + length
            if found.upto > after:
                yield found
                after = found.upto
            if ends_here:
                await heard.wait()


def _restored(seen: LogSlice | None, found: LogSlice) -> bool:
    """Return whether a stretch does not continue the log as read before."""
    if found.head is not None and found.head < found.after:
        return True
    return seen is not None and (seen.identity, seen.end) != (found.identity, found.start)


async def event_batches(found: AsyncGenerator[LogSlice, None]) -> AsyncGenerator[list[RecordedEvent], None]:
    """Yield the events of stretches that contain events of all classes."""
    async with aclosing(found):
        async for each in found:
            yield list(each.events)
