"""Time-limited wait for a place in a writer's queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from application.codec import Position
from application.store.log_follower import Signal
from application.store.port import Busy
from application.store.sqlite.writer import RETRY_AFTER, EncodedAppend

QUEUE_CAPACITY: Final = 10_000
"""Maximum number of commands in a writer's queue."""
QUEUE_TIMEOUT: Final = 5.0
"""Seconds that a command waits for a place in a full queue."""

Queue = Callable[[EncodedAppend], asyncio.Future[Position]]
"""Queues an entry; raises Busy when the queue is full."""


async def enqueue(queue: Queue, entry: EncodedAppend, room: Signal, timeout: float) -> Position:
    """Queue an entry as soon as there is room; return the position after which it was appended.

    `room` rings whenever a full queue was emptied. Raises Busy when the queue stays full for `timeout`
    seconds, and every error of the queue and of the append.
    """
    try:
        appended = queue(entry)
    except Busy:
        appended = await _as_soon_as_there_is_room(queue, entry, room, timeout)
    return await appended


async def _as_soon_as_there_is_room(
    queue: Queue, entry: EncodedAppend, room: Signal, timeout: float
) -> asyncio.Future[Position]:
    with room.subscribed() as heard:
        try:
            async with asyncio.timeout(timeout):
                while True:
                    # Cleared before the attempt, so that room made after it still wakes this task.
                    heard.clear()
                    try:
                        return queue(entry)
                    except Busy:
                        await heard.wait()
        except TimeoutError:
            raise Busy(RETRY_AFTER) from None
