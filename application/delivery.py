"""What waits for one consumer of a stream: bounded, so that who is slow is cut off and can come back."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class CutOff(Exception):
    """A stream ends before what it tells of does; whoever followed it can go on after what it has got."""


class SlowConsumer(CutOff):
    """More waits for the consumer than is kept for it."""


class Interrupted(CutOff):
    """The server stops, or cannot read on."""


class Restored(CutOff):
    """The log was restored: what the consumer has got may never have happened."""


class Delivery(Generic[T]):
    """What waits for one consumer, in order, and how its stream ends."""

    def __init__(self, most: int) -> None:
        """Begin with nothing; `most` may wait before the consumer is cut off."""
        self._most = most
        self._waiting: deque[T] = deque()
        self._heard = asyncio.Event()
        self._ended = False
        self._why: Exception | None = None

    def give(self, items: Sequence[T]) -> None:
        """Add to what waits; cuts the consumer off when too much waits already.

        However much is added at once: what one command led to is never too much for who has taken the rest.
        """
        if self._ended:
            return
        if len(self._waiting) >= self._most:
            self._waiting.clear()
            self.end(SlowConsumer())
        else:
            self._waiting.extend(items)
            self._heard.set()

    def give_instead(self, item: T) -> None:
        """Put something in the place of all that waits."""
        self._waiting.clear()
        self.give([item])

    def end(self, why: Exception | None = None) -> None:
        """Let the stream end after what waits, with an error if there is one."""
        if not self._ended:
            self._ended, self._why = True, why
            self._heard.set()

    async def next(self) -> T | None:
        """Return what comes next, None at the end; raises what the stream ends with."""
        while not self._waiting:
            if self._ended:
                if self._why is not None:
                    raise self._why
                return None
            self._heard.clear()
            await self._heard.wait()
        return self._waiting.popleft()
