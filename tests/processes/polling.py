"""Polling for conditions that nothing announces."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tests.api.harness.callers import Client

TIMEOUT = 20.0
INTERVAL = 0.02

Found = TypeVar("Found")


async def until(condition: Callable[[], Awaitable[bool]], within: float = TIMEOUT) -> None:
    """Poll until the condition holds; raises TimeoutError."""
    async with asyncio.timeout(within):
        while not await condition():  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(INTERVAL)


def wait_for(find: Callable[[], Found | None], within: float = TIMEOUT) -> Found:
    """Poll without an event loop until a value is found, and return it; raises TimeoutError."""
    deadline = time.monotonic() + within
    while (found := find()) is None:
        if time.monotonic() > deadline:
            raise TimeoutError(f"nothing was found within {within} s")
        time.sleep(INTERVAL)
    return found


async def listed(client: Client, which: str, *games: str, within: float = TIMEOUT) -> None:
    """Wait until the read models list the games."""

    async def all_listed() -> bool:
        return {*games} <= {*await client.listed(which)}

    await until(all_listed, within)
