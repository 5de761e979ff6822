"""Work that goes on when its caller is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class UncancelledTasks:
    """Runs work in tasks of its own, which cancelling a caller does not cancel.

    Dearer than `UncancelledWork`, but for any work: waits inside it may have time limits.
    """

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of the work."""
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait until the work in progress is done."""
        if self._under_way:
            await asyncio.wait(self._under_way)
