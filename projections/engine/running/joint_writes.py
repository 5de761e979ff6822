"""Writes a slice of the log into several read models in one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection

from application.codec import Position, RecordedEvent
from application.store.port import LogSlice
from projections.engine.generations import GenerationChanged, check_rows, folded
from projections.engine.leases import LEASE
from projections.engine.log_origin import origin_of
from projections.engine.projection import Projection
from projections.engine.row_writes import TableChange, write_changes
from projections.engine.tracking import NO_FAILURE, after, lock_active, track_active


class Share(Struct, frozen=True):
    """The part of a slice that one read model folds."""

    projection: Projection
    holder: str
    """The holder of the read model's lease."""
    events: Sequence[RecordedEvent]


def advance_together(connection: Connection, shares: Sequence[Share], log_slice: LogSlice) -> list[Position]:
    """Fold a slice of the log into the active generations of several read models; renew their leases.

    Returns the positions reached. Events that rows already include are left out. If one read model cannot go
    on, nothing is written for any: raises GenerationChanged, and what a fold raises.
    """
    found = lock_active(connection, [share.projection for share in shares])
    positions, advanced = [], []
    changes: list[TableChange] = []
    for share in shares:
        projection = share.projection
        if (at := found.get(projection.name)) is None:
            raise GenerationChanged(
                f"{projection.name!r} has no active tables in version {projection.version}"
            )
        check_rows(at, projection, log_slice, share.holder)
        positions.append(max(at.position, log_slice.upto))
        if at.position < log_slice.upto:
            changes += folded(connection, projection, at, share.events)
            advanced.append(projection)
    if advanced:
        # At once: the rows of each read model by itself would cost a round trip to PostgreSQL.
        write_changes(connection, changes)
        values = {**origin_of(log_slice), **NO_FAILURE, "leased_until": after(connection, LEASE)}
        track_active(connection, advanced, position=log_slice.upto, **values)
    return positions
