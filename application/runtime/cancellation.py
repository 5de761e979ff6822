"""Reliable cancellation of asyncio tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

RETRY_INTERVAL: Final = 1.0
"""Seconds after which a task that is still running is cancelled again."""


async def cancel_and_wait(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until all have ended, whatever their result.

    One cancellation is not enough: until Python 3.12 `asyncio.wait_for`, with which psycopg_pool waits for
    connections, swallows a cancellation that arrives while the awaited result is handed over.
    """
    every = list(tasks)
    running = {task for task in every if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=RETRY_INTERVAL)
    # Retrieve the errors, so that asyncio does not log them as never retrieved.
    await asyncio.gather(*every, return_exceptions=True)
