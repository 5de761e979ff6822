"""Bringing a read model up to date for a tool that reads it, whether or not a server does so already."""

from __future__ import annotations

from typing import Final

from rich.progress import Progress

from api.data_directory import CannotStart
from api.storage import Storage
from projections.engine.projection import Projection
from projections.engine.projector import Condition, NotFresh, Projector

LOOK: Final = 0.5
"""Seconds between two looks at how far it is."""
PATIENCE: Final = 20
"""Looks in a row at which it may meet an error before it is given up."""


async def catch_up(storage: Storage, projection: Projection, bar: Progress) -> None:
    """Wait until a read model knows of all that is in the log, and project it here if nobody else does.

    Raises CannotStart when that does not get on, and ProjectionStopped.
    """
    task, failures = bar.add_task(f"read model {projection.name}", total=await storage.store.head()), 0
    async with Projector(storage.store, storage.database, [projection]) as projector:
        while True:
            try:
                await projector.fresh(LOOK, projection.name)
                break
            except NotFresh:
                [status] = await projector.status()
                bar.update(task, completed=status.position, total=status.head)
                failures = failures + 1 if status.condition is Condition.RETRYING else 0
                if failures == PATIENCE:
                    raise CannotStart(
                        f"the read model {projection.name} cannot be brought up to date: {status.error}"
                    ) from None
    bar.remove_task(task)
