"""Drops the rows of versions that no process uses any more, from time to time."""

from __future__ import annotations

import logging
import time
from typing import Final

from sqlalchemy import exc

from projections.database.connections import ReadDatabase
from projections.engine.projection import Projection
from projections.engine.versions import TablesInUse, drop_unused

logger = logging.getLogger(__name__)

TIDY_INTERVAL: Final = 60.0
"""Seconds between checks for rows of unused versions, or between marks that its own rows are in use."""


class UnusedRows:
    """The rows of a read model in versions that no process has used for an hour."""

    def __init__(self, database: ReadDatabase, projection: Projection) -> None:
        self._database = database
        self._projection = projection
        self._dropped_at: float | None = None

    async def drop(self) -> None:
        """Drop the rows, at most once a minute."""
        now = time.monotonic()
        if self._dropped_at is not None and now < self._dropped_at + TIDY_INTERVAL:
            return
        self._dropped_at = now
        name = self._projection.name
        try:
            dropped = await self._database.write(drop_unused, self._projection)
        except (TablesInUse, exc.DBAPIError) as error:
            # The read model itself is not affected.
            logger.warning("old rows of %s stay for now", name, exc_info=error)
        else:
            for version in dropped:
                logger.info("the rows of %s in version %s are dropped", name, version)
