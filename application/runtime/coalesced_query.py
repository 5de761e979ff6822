"""Shared queries: callers that wait for the same result query the database once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final, Generic, TypeVar

T = TypeVar("T")

MIN_INTERVAL: Final = 0.01
"""Minimum seconds between the beginnings of two runs."""


class CoalescedQuery(Generic[T]):
    """Runs a query once for all callers that ask for its result at about the same time."""

    def __init__(self, query: Callable[[], Awaitable[T]], interval: float = MIN_INTERVAL) -> None:
        self._query = query
        self._interval = interval
        self._last_begun = float("-inf")
        self._next: asyncio.Task[T] | None = None

    async def next(self) -> T:
        """Return the result of the next run, which begins after this call; raises what the query raises."""
        if self._next is None:
            self._next = asyncio.create_task(self._run_soon(), name="coalesced query")
            self._next.add_done_callback(_retrieve_error)
        # Cancelling one caller must not cancel the query of the others.
        return await asyncio.shield(self._next)

    async def _run_soon(self) -> T:
        await asyncio.sleep(max(0.0, self._last_begun + self._interval - monotonic()))
        # Later callers need another run, because this one may miss what they wait for.
        self._next, self._last_begun = None, monotonic()
        return await self._query()


def _retrieve_error(query: asyncio.Task[T]) -> None:
    # All callers may have been cancelled; then no caller retrieves the error.
    if not query.cancelled():
        query.exception()
