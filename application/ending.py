"""Ending tasks for certain."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

AGAIN: Final = 1.0
"""Seconds after which a task that still runs is cancelled once more."""


async def ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until all have ended, however they do.

    Once is not enough: until Python 3.12 `asyncio.wait_for`, which waits for connections in psycopg_pool,
    swallows a cancellation that comes as what it waits for is handed over.
    """
    every = list(tasks)
    running = {task for task in every if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=AGAIN)
    # So that nothing is said of errors which nobody asked for.
    await asyncio.gather(*every, return_exceptions=True)
