"""Waiting for a place in a writer's queue: for so long, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from application.recorded import Position
from application.store import Busy
from application.store.following import Bell
from application.store.group_commit import RETRY_AFTER, Entry

CAPACITY: Final = 10_000
"""Commands that may wait to be appended."""
QUEUE_PATIENCE: Final = 5.0
"""Seconds that further ones wait for a place among them."""

Queue = Callable[[Entry], asyncio.Future[Position]]
"""Queues an entry; raises Busy when it is full."""


async def queued(queue: Queue, entry: Entry, room: Bell, patience: float) -> Position:
    """Queue an entry, as soon as there is room, and return the position after which it was appended.

    `room` rings whenever a full queue was emptied. Raises Busy when that took too long, and whatever the
    queue and the append raise.
    """
    try:
        appended = queue(entry)
    except Busy:
        appended = await _as_soon_as_there_is_room(queue, entry, room, patience)
    return await appended


async def _as_soon_as_there_is_room(
    queue: Queue, entry: Entry, room: Bell, patience: float
) -> asyncio.Future[Position]:
    with room.listening() as heard:
        try:
            async with asyncio.timeout(patience):
                while True:
                    # Before the look, so that room which is made after the look is not slept through.
                    heard.clear()
                    try:
                        return queue(entry)
                    except Busy:
                        await heard.wait()
        except TimeoutError:
            raise Busy(RETRY_AFTER) from None
