"""Brings a read model up to date for a tool, whether or not a server updates it."""

from __future__ import annotations

from typing import Final

from rich.progress import Progress

from api.data_directory import CannotStart
from api.storage import Storage
from projections.engine.projection import Projection
from projections.engine.projector import Condition, NotFresh, Projector

POLL_INTERVAL: Final = 0.5
"""Seconds between checks of the progress."""
MAX_FAILURES: Final = 20
"""Consecutive checks that may find an error before the tool gives up."""


async def catch_up(storage: Storage, projection: Projection, bar: Progress) -> None:
    """Wait until a read model contains all events of the log, and update it here if no other process does.

    Raises CannotStart after repeated failures, and ProjectionStopped.
    """
    projector = Projector(storage.store, storage.database, [projection])
    await projector.prepare()
    task, failures = bar.add_task(f"read model {projection.name}", total=await storage.store.head()), 0
    async with projector:
        while True:
            try:
                await projector.fresh(POLL_INTERVAL, projection.name)
                break
            except NotFresh:
                [status] = await projector.status()
                bar.update(task, completed=status.position, total=status.head)
                failures = failures + 1 if status.condition is Condition.RETRYING else 0
                if failures == MAX_FAILURES:
                    raise CannotStart(
                        f"the read model {projection.name} cannot be brought up to date: {status.error}"
                    ) from None
    bar.remove_task(task)
