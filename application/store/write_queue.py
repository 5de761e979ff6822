"""Time-limited wait for a place in a writer's queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from application.codec import RecordedEvent
from application.store.log_follower import Signal
from application.store.port import Busy

QUEUE_CAPACITY: Final = 10_000
"""Maximum number of commands in a writer's queue."""
QUEUE_TIMEOUT: Final = 5.0
"""Seconds that a command waits for a place in a full queue."""

GATHER_STEPS: Final = 4
"""Steps of the event loop for which a commit waits, so that requests that have arrived join it.

A commit that begins at once would leave those requests to the next commit. A step in which nothing happens
takes microseconds.
"""

Appended: TypeAlias = asyncio.Future[Sequence[RecordedEvent]]
"""An append's events as recorded, once they are durable."""
Queue = Callable[[], Appended]
"""Queues an append; raises Busy when the queue is full."""


async def enqueue(queue: Queue, room: Signal, queue_timeout: float) -> Sequence[RecordedEvent]:
    """Queue an append as soon as there is room; return its events as recorded.

    `room` notifies whenever a full queue was emptied. Raises Busy when the queue stays full for
    `queue_timeout` seconds, and every error of the queue and of the append.
    """
    try:
        appended = queue()
    except Busy:
        appended = await _retry_when_room(queue, room, queue_timeout)
    return await appended


async def _retry_when_room(queue: Queue, room: Signal, queue_timeout: float) -> Appended:
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
                    return queue()
                except Busy:
                    if loop.time() >= end:
                        raise
                    await woken.wait()
        finally:
            timer.cancel()
