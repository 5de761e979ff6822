"""Projects a log in PostgreSQL up to a position in a separate process: URL POSITION."""

from __future__ import annotations

import asyncio
import sys

from application.store.postgres.store import PostgresStore
from projections.database.connections import ReadDatabase
from projections.engine.projector import Projector
from tests.projections.logs import Tally
from tests.projections.running import QUICK


async def project_up_to(url: str, position: int) -> None:
    store = await PostgresStore.open(url)
    with ReadDatabase(url) as database:
        async with Projector(store, database, [Tally()], batch=3, backoff=QUICK) as projector:
            print("running", flush=True)  # noqa: T201 - who started it may wait for this
            await projector.wait_until(position, 60)
    await store.close()


if __name__ == "__main__":
    asyncio.run(project_up_to(sys.argv[1], int(sys.argv[2])))
