"""Projectors can be stopped at any moment."""

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
async def test_projector_can_be_stopped_while_it_gets_a_connection(postgres_url: str, ticks: int) -> None:
    store = await PostgresStore.open(postgres_url, readers=1)
    try:
        await store.append(an_append(new_game()))
        with ReadDatabase(postgres_url) as database:
            async with asyncio.timeout(TIMEOUT), Projector(store, database, [Tally()]) as projector:
                await projector.wait_until(1, TIMEOUT)
                async with store._reads._pool.connection():
                    # The projector reads on, and waits for the only connection.
                    store._appended_signal.notify()
                    await asyncio.sleep(0.05)
                for _ in range(ticks):
                    await asyncio.sleep(0)
    finally:
        await store.close()
