"""Renewal: a stale value is read once for all callers, and again after an error."""

from __future__ import annotations

import asyncio

import pytest

from application.runtime.coalesced_refresh import CoalescedRefresh


class Readings:
    """Counts readings; each takes a moment."""

    def __init__(self) -> None:
        self.count = 0
        self.fails = False

    async def read(self) -> None:
        self.count += 1
        await asyncio.sleep(0.01)
        if self.fails:
            raise LookupError


async def test_one_read_serves_all_callers_until_it_is_stale() -> None:
    readings = Readings()
    renewal = CoalescedRefresh(readings.read, 0.05)
    for times in (1, 2):
        await asyncio.gather(*(renewal.refresh_if_stale() for _ in range(20)))
        await renewal.refresh_if_stale()
        assert readings.count == times
        await asyncio.sleep(0.06)


async def test_a_cancelled_caller_does_not_cancel_the_read_of_others() -> None:
    readings = Readings()
    renewal = CoalescedRefresh(readings.read, 5)
    first, second = (asyncio.create_task(renewal.refresh_if_stale()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await second
    assert first.cancelled()
    assert readings.count == 1


async def test_value_is_read_again_after_an_error() -> None:
    readings = Readings()
    renewal = CoalescedRefresh(readings.read, 5)
    readings.fails = True
    with pytest.raises(LookupError):
        await renewal.refresh_if_stale()
    readings.fails = False
    await renewal.refresh_if_stale()
    assert readings.count == 2


async def test_forced_read_renews_the_value_for_all() -> None:
    readings = Readings()
    renewal = CoalescedRefresh(readings.read, 5)
    await renewal.refresh()
    await renewal.refresh_if_stale()
    assert readings.count == 1
