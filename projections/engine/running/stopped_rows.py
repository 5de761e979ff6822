"""Waits while an event stops a read model."""

from __future__ import annotations

import asyncio
import time

from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.engine.leases import mark_used
from projections.engine.log_origin import rows_of_log
from projections.engine.projection import Projection
from projections.engine.running.unused_rows import TIDY_INTERVAL


async def wait_while_stopped(
    store: Store, database: ReadDatabase, projection: Projection, interval: float
) -> None:
    """Return once the event is skipped, passed by another process, or not in the log, which was restored.

    The rows are read every `interval` seconds.
    """
    marked_at = time.monotonic()
    while True:
        await asyncio.sleep(interval)
        active = await rows_of_log(store, database, projection)
        if active is None or active.failed_position is None:
            return
        if time.monotonic() >= marked_at + TIDY_INTERVAL:
            # Other processes would drop rows that seem to be unused.
            marked_at = time.monotonic()
            await database.write(mark_used, projection)
