"""Shared queries: callers that wait for the same result query the database once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final, Generic, TypeVar

T = TypeVar("T")

PAUSE: Final = 0.01
"""Minimum seconds between the beginnings of two looks."""


class SharedLook(Generic[T]):
    """Shares looks between callers that ask for one at about the same time."""

    def __init__(self, look: Callable[[], Awaitable[T]], pause: float = PAUSE) -> None:
        self._look = look
        self._pause = pause
        self._last = float("-inf")
        self._coming: asyncio.Task[T] | None = None

    async def next(self) -> T:
        """Return the result of the next look, which begins after this call; raises what the look raises."""
        if self._coming is None:
            self._coming = asyncio.create_task(self._look_soon(), name="shared look")
            self._coming.add_done_callback(_retrieved)
        # Cancelling one caller must not cancel the look of the others.
        return await asyncio.shield(self._coming)

    async def _look_soon(self) -> T:
        await asyncio.sleep(max(0.0, self._last + self._pause - monotonic()))
        # Later callers need another look, because this one may miss what they wait for.
        self._coming, self._last = None, monotonic()
        return await self._look()


def _retrieved(look: asyncio.Task[T]) -> None:
    # All callers may have been cancelled; then no caller retrieves the error.
    if not look.cancelled():
        look.exception()
