"""Runs projectors, and waits for their results."""

from __future__ import annotations

import asyncio

from application.codec import Position
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.engine.projection import Projection
from projections.engine.projector import Backoff, Condition, ProjectionStatus, Projector
from projections.engine.tracking import versions_of
from tests.projections.logs import Tally, append, game_id, invitation, rows

QUICK = Backoff(shortest=0.001, longest=0.02)
SOON = 10.0


async def follow(store: Store, database: ReadDatabase, *models: Projection, batch: int = 1000) -> None:
    """Run a projector until it has caught up."""
    async with Projector(store, database, models, batch=batch, backoff=QUICK) as projector:
        await projector.wait_until(await store.head(), SOON)


def tallied(database: ReadDatabase, tally: Tally) -> int:
    return sum(events for _, events, _ in rows(database, tally)["tally"])


async def status_of(projector: Projector, name: str) -> ProjectionStatus:
    [found] = [status for status in await projector.status() if status.name == name]
    return found


async def until(
    projector: Projector, name: str, condition: Condition, position: Position = 0
) -> ProjectionStatus:
    async with asyncio.timeout(SOON):
        while True:
            status = await status_of(projector, name)
            if status.condition is condition and status.position >= position:
                return status
            await asyncio.sleep(0.001)


async def until_dropped(database: ReadDatabase, name: str) -> None:
    """Wait until a read model is no longer tracked."""
    async with asyncio.timeout(SOON):
        while True:
            if not await database.read(versions_of, name):
                return
            await asyncio.sleep(0.001)


async def chatter_on(store: Store) -> None:
    """Append more events to the first lobby."""
    await append(store, game_id(1), *map(invitation, range(20, 26)))
