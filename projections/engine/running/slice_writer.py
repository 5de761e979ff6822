"""Writes slices of the log into one read model, in transactions that end soon."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic
from typing import Any, Final

from eventsourcing.persistence import Tracking
from sqlalchemy import Connection

from application.codec import Position
from application.store.port import LogSlice, Store
from projections.database.connections import ReadDatabase
from projections.engine.batches import split_slice, write_slice
from projections.engine.generations import advance
from projections.engine.projection import Projection
from projections.engine.slice_completion import completed

MAX_SECONDS: Final = 1.5
"""Seconds of reading, folding and writing rows after which later transactions fold fewer events.

The process writes its read models one after the other, so the others wait, and SQLite lets other processes
wait, too.
"""


class SliceWriter:
    """Writes slices into the active generation of a read model, or into the rebuild of an `owner`.

    With a `holder`, nothing is written once another process has taken the lease.
    """

    def __init__(
        self,
        store: Store,
        database: ReadDatabase,
        projection: Projection,
        lease: timedelta,
        *,
        owner: str | None = None,
        holder: str | None = None,
    ) -> None:
        """Renew the owner's or the holder's lease for `lease` with each transaction."""
        self._store = store
        self._database = database
        self._projection = projection
        self._lease = lease
        self._owner = owner
        self._holder = holder
        self._max_events: int | None = None
        """The most events that a transaction folds; None without a limit."""

    async def write(self, log_slice: LogSlice, lease: timedelta | None = None) -> Tracking:
        """Fold a slice in one transaction; return the position reached."""
        found = await completed(self._store, log_slice, [self._projection])
        tracking, seconds = await self._database.write(
            _advance, self._projection, found, self._owner, lease or self._lease, self._holder
        )
        self._adapt(len(found.events), seconds)
        return tracking

    async def write_in_parts(self, log_slice: LogSlice) -> Position:
        """Fold a slice in as many transactions as it needs; return the position reached.

        Raises PoisonEvent for the first event that cannot be folded, after all before it have been written.
        """
        if self._max_events is None or len(log_slice.events) <= self._max_events:
            return await write_slice(log_slice, self.write)
        position = log_slice.after
        for part in split_slice(log_slice):
            position = await self.write_in_parts(part)
        return position

    def _adapt(self, events: int, seconds: float) -> None:
        if not events:
            # It may have waited for a lock.
            return
        if seconds > MAX_SECONDS:
            self._max_events = max(1, events // 2)
        elif self._max_events is not None and seconds < MAX_SECONDS / 4 and events > self._max_events // 2:
            self._max_events *= 2


def _advance(connection: Connection, *args: Any) -> tuple[Tracking, float]:
    """Advance a read model; also return the seconds that it took, without the wait for other writes here."""
    begun = monotonic()
    return advance(connection, *args), monotonic() - begun
