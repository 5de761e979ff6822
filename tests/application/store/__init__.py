"""Event stores: one suite for every store, and suites for each implementation."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from datetime import UTC, datetime
from uuid import uuid4

from application.codec import Codec, GameId, Position, RecordedEvent, Version
from application.store.port import Append, CommandRow, Store
from domain.events import BidPlaced, Event

NOON = datetime(2024, 2, 29, 12, 0, 0, 123_456, tzinfo=UTC)

MakeStore = Callable[[Codec | None], Awaitable[Store]]
"""Opens a store of the kind under test, with the given codec or the default one."""


def bid(amount: int) -> Event:
    """Return an event that is distinguished by its number."""
    return BidPlaced(seat=0, amount=amount)


def new_game() -> GameId:
    return uuid4()


def an_append(
    game: GameId, after: Version = 0, *events: Event, by: str | None = "ann", at: datetime = NOON
) -> Append:
    return Append(game=game, after=after, events=events or (bid(after + 1),), at=at, by=by)


def a_command(
    command_id: str,
    game: GameId,
    after: Version = 0,
    *events: Event,
    scope: str | None = None,
    by: str = "ann",
    digest: bytes = b"digest",
) -> Append:
    """Return an append of a command with an id."""
    events = events or (bid(after + 1),)
    row = CommandRow(
        scope=str(game) if scope is None else scope,
        caller=by,
        command_id=command_id,
        digest=digest,
        game=game,
        first=after + 1,
        last=after + len(events),
    )
    return Append(game=game, after=after, events=events, at=NOON, by=by, command=row)


async def append_later(store: Store, steps: int) -> None:
    """Append to a new game after so many busy steps of the event loop, beside which other threads run."""
    for _ in range(steps):
        await asyncio.sleep(0)
        time.sleep(0.005)  # noqa: ASYNC251 - the loop is kept busy
    await store.append(an_append(new_game()))


async def followed(store: Store, count: int, after: Position = 0, limit: int = 1000) -> list[RecordedEvent]:
    """Follow the log until it has yielded `count` events."""
    found: list[RecordedEvent] = []
    async with aclosing(store.follow(after, limit)) as batches:
        async for batch in batches:
            assert 1 <= len(batch) <= limit
            found += batch
            if len(found) >= count:
                break
    return found


async def whole_log(store: Store) -> list[RecordedEvent]:
    return await store.select(0, 1_000_000)
