"""Coalesced queries: each begins after it was asked for, and one serves all who ask meanwhile."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from application.runtime.coalesced_query import CoalescedQuery


async def test_a_look_begins_after_it_was_asked_for() -> None:
    value, begun, gate = 1, asyncio.Event(), asyncio.Event()

    async def look() -> int:
        seen = value
        begun.set()
        await gate.wait()
        return seen

    shared = CoalescedQuery(look, interval=0)
    first = asyncio.ensure_future(shared.next())
    await begun.wait()
    value = 2
    later = [asyncio.ensure_future(shared.next()) for _ in range(3)]
    gate.set()
    assert [await first, *[await each for each in later]] == [1, 2, 2, 2]


async def test_who_is_cancelled_does_not_take_the_look_from_the_others() -> None:
    shared = CoalescedQuery(lambda: asyncio.sleep(0.01, "found"))
    one, other = (asyncio.ensure_future(shared.next()) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    with suppress(asyncio.CancelledError):
        await one
    assert await other == "found"


async def test_a_look_that_fails_fails_for_all_and_the_next_one_is_made() -> None:
    answers = [OSError("gone"), "found"]

    async def look() -> str:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return str(answer)

    shared = CoalescedQuery(look, interval=0)
    failed = await asyncio.gather(shared.next(), shared.next(), return_exceptions=True)
    assert [type(each) for each in failed] == [OSError, OSError]
    assert await shared.next() == "found"
