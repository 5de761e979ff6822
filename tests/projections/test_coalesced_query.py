"""Coalesced queries: callers that wait for another process share few queries of the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from application.store.memory import MemoryStore
from projections.database.coalesced_query import CoalescedQuery
from projections.database.connections import ReadDatabase
from projections.engine.projector import NotFresh, Projector
from projections.games.game_list import GAME_LIST


async def test_many_who_wait_for_another_process_are_one_who_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    with ReadDatabase.at(tmp_path / "read.db") as database:
        projector = Projector(store, database, [GAME_LIST])
        await projector.prepare()
        read, looks = database.read, 0

        async def counted(query: Callable[..., Any], *given: Any, **named: Any) -> Any:
            nonlocal looks
            looks += 1
            return await read(query, *given, **named)

        monkeypatch.setattr(database, "read", counted)

        async def ahead() -> int:
            return 10

        monkeypatch.setattr(store, "head", ahead)
        waiting = [projector.fresh(0.5, GAME_LIST.name) for _ in range(200)]
        found = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(each) for each in found] == [NotFresh] * 200
    assert looks <= 60


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
