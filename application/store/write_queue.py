"""Time-limited wait for a place in a writer's queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from application.codec import Position
from application.store.encoded_append import EncodedAppend
from application.store.log_follower import Signal
from application.store.port import Busy

QUEUE_CAPACITY: Final = 10_000
"""Maximum number of commands in a writer's queue."""
QUEUE_TIMEOUT: Final = 5.0
"""Seconds that a command waits for a place in a full queue."""

Queue = Callable[[EncodedAppend], asyncio.Future[Position]]
"""Queues an entry; raises Busy when the queue is full."""


async def enqueue(queue: Queue, entry: EncodedAppend, room: Signal, queue_timeout: float) -> Position:
    """Queue an entry as soon as there is room; return the position after which it was appended.

    `room` notifies whenever a full queue was emptied. Raises Busy when the queue stays full for
    `queue_timeout` seconds, and every error of the queue and of the append.
    """
    try:
        appended = queue(entry)
    except Busy:
        appended = await _retry_when_room(queue, entry, room, queue_timeout)
    return await appended


async def _retry_when_room(
    queue: Queue, entry: EncodedAppend, room: Signal, queue_timeout: float
) -> asyncio.Future[Position]:
    with room.subscribed() as woken:
        loop = asyncio.get_running_loop()
        # A timer, because `asyncio.timeout` would cancel the task, of which commands are a part.
        end = loop.time() + queue_timeout
        timer = loop.call_at(end, woken.set)
        try:
            while True:
                # Cleared before the attempt, so that room made after it still wakes this task.
                woken.clear()
                try:
                    return queue(entry)
                except Busy:
                    if loop.time() >= end:
                        raise
                    await woken.wait()
        finally:
            timer.cancel()
