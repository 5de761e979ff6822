"""Bounded buffer for one subscriber. A subscriber that falls behind is disconnected and can resume."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, Self, TypeAlias, TypeVar

from application.watching.pending_writes import Buffer, PendingWrites

T = TypeVar("T")
TakeAtOnce: TypeAlias = Callable[[Sequence[T], PendingWrites, Buffer], bool]
"""Takes items from a buffer, and adds their message to the writes; returns False if it takes none."""


class SharedItems(tuple[T, ...], Generic[T]):
    """Items that several subscribers receive, and what is made of them once for all of these."""

    made: dict[Hashable, Any]
    """Results made of the items, by keys of their makers; they are forgotten with the items."""

    def __new__(cls, items: Iterable[T]) -> Self:
        """Create the items, of which nothing is made yet."""
        self = super().__new__(cls, items)
        self.made = {}
        return self


class Disconnected(Exception):
    """A stream ended early; the subscriber can resume after the last item that it received."""


class SlowConsumer(Disconnected):
    """The subscriber's buffer is full."""


class Interrupted(Disconnected):
    """The server is stopping, or cannot read the log any further."""


class Restored(Disconnected):
    """The log was restored: it may not contain the events that the subscriber has received."""


class SubscriberBuffer(Generic[T]):
    """Bounded, ordered buffer of one subscriber, and the end of its stream."""

    # Without dictionaries, since a commit goes through the buffers of all of its subscribers.
    __slots__ = ("_capacity", "_ended", "_error", "_items", "_taker", "_woken", "take_at_once")

    def __init__(self, capacity: int) -> None:
        """Create an empty buffer that is full when `capacity` items wait."""
        self._capacity = capacity
        self._items: deque[T] = deque()
        self._woken = asyncio.Event()
        self.take_at_once: TakeAtOnce[T] | None = None
        """Takes the items for a subscriber that waits, in place of the buffer."""
        self._taker: TakeAtOnce[T] | None = None
        """`take_at_once` while the subscriber waits for an item and none is there, and the stream goes on."""
        self._ended = False
        self._error: Exception | None = None

    def put(self, items: Sequence[T], writes: PendingWrites | None = None) -> None:
        """Append items to the buffer; disconnect the subscriber if the buffer is full already.

        A subscriber that waits may add the message of the items to `writes` in place of that.

        One call may exceed the bound: the events of one command, however many, never disconnect a subscriber
        that has taken all earlier ones.
        """
        take = self._taker
        if self._ended or (writes is not None and take is not None and take(items, writes, self)):
            return
        self._taker = None
        if len(self._items) >= self._capacity:
            self._items.clear()
            self.end(SlowConsumer())
        else:
            self._items.extend(items)
            self._woken.set()

    def replace_all(self, item: T) -> None:
        """Replace all waiting items by one."""
        self._items.clear()
        self.put([item])

    def end(self, error: Exception | None = None) -> None:
        """End the stream after the waiting items, with an error if given."""
        if not self._ended:
            self._ended, self._error, self._taker = True, error, None
            self._woken.set()

    async def next(self) -> T | None:
        """Return the next item, None at the end; raises the error that the stream ends with."""
        while not self._items:
            if self._ended:
                if self._error is not None:
                    raise self._error
                return None
            self._woken.clear()
            self._taker = self.take_at_once
            try:
                await self._woken.wait()
            finally:
                self._taker = None
        return self._items.popleft()
