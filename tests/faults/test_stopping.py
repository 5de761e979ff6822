"""Projectors stop when told to, at any moment."""

from __future__ import annotations

import asyncio

import pytest

from application.store.postgres.store import PostgresStore
from projections.database.connections import ReadDatabase
from projections.engine.projector import Projector
from tests.application.store import an_append, new_game
from tests.projections.logs import Tally

TIMEOUT = 10.0


@pytest.mark.parametrize("ticks", range(8))
async def test_a_projector_stops_at_the_moment_at_which_it_is_given_a_connection(
    postgres_url: str, ticks: int
) -> None:
    store = await PostgresStore.open(postgres_url, readers=1)
    try:
        await store.append(an_append(new_game()))
        with ReadDatabase(postgres_url) as database:
            async with asyncio.timeout(TIMEOUT), Projector(store, database, [Tally()]) as projector:
                await projector.wait_until(1, TIMEOUT)
                async with store._pool.connection():
                    # It looks for more, and waits for the one connection that there is.
                    store._appended_signal.notify()
                    await asyncio.sleep(0.05)
                for _ in range(ticks):
                    await asyncio.sleep(0)
    finally:
        await store.close()
