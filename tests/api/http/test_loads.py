"""Loads of a context, which operations of a socket share: those of one may be cancelled at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from api.fair_share.caller_account import CallerAccount
from api.graphql.context import Context, Services
from api.graphql.limits.rates import RateLimits, Rates


async def keys_later(_: Services, keys: Sequence[int]) -> Sequence[int]:
    """Return the keys after a while, as a query returns rows."""
    await asyncio.sleep(0)
    return keys


@pytest.mark.parametrize("ticks", range(6))
async def test_cancelled_load_does_not_block_later_ones(services: Services, ticks: int) -> None:
    context = Context(services, None, CallerAccount(RateLimits(Rates()), "192.0.2.1"))
    cancelled = [asyncio.create_task(context.load(keys_later, key)) for key in (1, 2)]
    for _ in range(ticks):
        await asyncio.sleep(0)
    for each in cancelled:
        each.cancel()
    async with asyncio.timeout(10):
        await asyncio.wait(cancelled)
        assert await asyncio.gather(*(context.load(keys_later, key) for key in (3, 4))) == [3, 4]
