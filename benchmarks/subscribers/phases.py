"""Phases of the benchmark: moves in one group of games at a steady rate."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from msgspec import Struct

DELIVERY_TIMEOUT: Final = 60.0
"""Seconds to wait for messages in flight."""
POLL: Final = 0.05


class GroupSize(Struct, frozen=True):
    """A group of games with as many followers each."""

    games: int
    followers: int


class Order(Struct, frozen=True):
    """A move that was made, and the messages that it led to."""

    game: int
    """The number of the game in its group."""
    texts: tuple[str, ...]


class Phase(Struct, frozen=True, kw_only=True):
    """Measurements while moves were made in one group."""

    cpu: float
    """The CPU seconds of the server."""
    moves: int
    messages: int
    delays: tuple[float, ...]
    orders: tuple[Order, ...] = ()


async def at_rate(rate: float, steps: Iterator[Callable[[], Awaitable[None]]]) -> int:
    """Take steps at a rate per second, one after the other; returns their number."""
    loop = asyncio.get_running_loop()
    begun, count = loop.time(), 0
    for count, step in enumerate(steps, 1):
        await asyncio.sleep(max(0.0, begun + (count - 1) / rate - loop.time()))
        await step()
    return count


async def until(reached: Callable[[], bool]) -> None:
    """Wait until all messages have arrived; raises TimeoutError."""
    async with asyncio.timeout(DELIVERY_TIMEOUT):
        # What is received wakes nobody up, so that receiving costs little.
        while not reached():  # noqa: ASYNC110
            await asyncio.sleep(POLL)
