"""Followers of a growing log: the signal that appends send, and the loop that waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from threading import Lock

from application.codec import Position, RecordedEvent
from application.store.port import EventTypes, LogRestored, LogSlice
from application.store.recent_events import RecentEvents

ReadSlice = Callable[[Position], Awaitable[LogSlice]]
"""Returns the next slice of the log after a position."""


class Signal:
    """Wakes all listening tasks, on any event loop, when the log grows."""

    def __init__(self) -> None:
        self.changes = 0
        """Number of notifications of changes that may not be in the memory of recent events."""
        self._lock = Lock()
        self._listeners: dict[asyncio.AbstractEventLoop, set[asyncio.Event]] = {}

    @contextmanager
    def subscribed(self) -> Iterator[asyncio.Event]:
        """Yield an event of the running loop that each notification sets."""
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        with self._lock:
            self._listeners.setdefault(loop, set()).add(woken)
        try:
            yield woken
        finally:
            with self._lock:
                listeners = self._listeners.get(loop, set())
                listeners.discard(woken)
                if not listeners:
                    self._listeners.pop(loop, None)

    def notify(self) -> None:
        """Wake all listeners to read the log; may be called from any thread."""
        with self._lock:
            self.changes += 1
        self.notify_recent()

    def notify_recent(self) -> None:
        """Wake all listeners for changes that are in the memory of recent events; from any thread."""
        with self._lock:
            for loop in tuple(self._listeners):
                try:
                    loop.call_soon_threadsafe(self._wake, loop)
                except RuntimeError:
                    # The loop was closed before its listeners had stopped; none of them is left.
                    del self._listeners[loop]

    def _wake(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            for woken in self._listeners.get(loop, ()):
                woken.set()


async def follow_slices(
    read_slice: ReadSlice,
    signal: Signal,
    after: Position,
    length: int,
    recent: RecentEvents | None = None,
    event_types: EventTypes = None,
) -> AsyncGenerator[LogSlice, None]:
    """Yield the log after a position in slices of `length`, then new ones as it grows, for ever.

    Slices of recent events come from memory, with the events of `event_types`; `read_slice` reads the others.
    Raises LogRestored when the slices read before are no longer the log's past.
    """
    seen: LogSlice | None = None
    changes = -1
    with signal.subscribed() as woken:
        while True:
            # Cleared before the read, so that an append after it still wakes this task.
            woken.clear()
            # After any other change than an append of this process, the log itself is read once.
            now = signal.changes
            changed, changes = now != changes, now
            found = None
            if recent is not None and seen is not None and not changed:
                if recent.ends_where(seen):
                    # An earlier slice had the events for which this task was woken.
                    await woken.wait()
                    continue
                found = recent.slice_after(seen, length, event_types)
            if found is not None:
                # Events up to the head that are not in memory are read next.
                ends_here = found.upto == found.head
            else:
                found = await _read(read_slice, after, recent)
                if _restored(seen, found):
                    if recent is not None:
                        recent.clear()
                    raise LogRestored
                ends_here = found.upto < after + length
            seen = found
            if found.upto > after:
                yield found
                after = found.upto
            if ends_here:
                await woken.wait()


async def _read(read_slice: ReadSlice, after: Position, recent: RecentEvents | None) -> LogSlice:
    """Read a slice of the log; a log that ends before the recent events was restored."""
    head = 0 if recent is None else recent.head
    found = await read_slice(after)
    if recent is not None and found.head is not None and found.head < head:
        recent.clear()
    return found


def _restored(seen: LogSlice | None, found: LogSlice) -> bool:
    """Return whether a slice does not continue the log as read before."""
    if found.head is not None and found.head < found.after:
        return True
    return seen is not None and (seen.identity, seen.end) != (found.identity, found.start)


async def event_batches(found: AsyncGenerator[LogSlice, None]) -> AsyncGenerator[list[RecordedEvent], None]:
    """Yield the events of slices that contain events of all classes."""
    async with aclosing(found):
        async for each in found:
            yield list(each.events)
