"""Polling for conditions that nothing announces."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.api.harness.callers import Client

TIMEOUT = 20.0


async def until(look: Callable[[], Awaitable[bool]], within: float = TIMEOUT) -> None:
    """Poll until the condition holds; raises TimeoutError."""
    async with asyncio.timeout(within):
        while not await look():  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.02)


async def listed(client: Client, which: str, *games: str, within: float = TIMEOUT) -> None:
    """Wait until the read models list the games."""

    async def known() -> bool:
        return {*games} <= {*await client.listed(which)}

    await until(known, within)
