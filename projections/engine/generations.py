"""Tables of read models: several generations side by side, for each version of a projection.

Rows and position change in one transaction, so every event counts exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import cache

from eventsourcing.persistence import PersistenceError, Tracking
from sqlalchemy import Connection, MetaData, Table, text

from application.codec import RecordedEvent
from application.store.port import LogSlice
from projections.engine.earlier_releases import has_earlier_rows
from projections.engine.log_origin import may_continue, origin_of
from projections.engine.projection import Projection, Tables
from projections.engine.row_writes import TableChange, in_tables, write_changes
from projections.engine.tracking import (
    EMPTY,
    NO_FAILURE,
    TRACKING,
    Instant,
    Role,
    Tracked,
    after,
    all_tracked,
    lock_tracking,
    projections,
    track,
    tracked,
    versions_of,
)

__all__ = [
    "TRACKING",
    "AnotherLog",
    "GenerationChanged",
    "Instant",
    "LeaseLost",
    "NotBuilt",
    "Role",
    "Tracked",
    "active_tables",
    "advance",
    "all_tracked",
    "check_rows",
    "create_tables",
    "drop_tables",
    "ensure",
    "folded",
    "projections",
    "tables_of",
    "track",
    "tracked",
]


class NotBuilt(PersistenceError):
    """The rows that this code can read have not caught up with the log yet."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the read model {name!r} is not built yet")
        self.name = name


class GenerationChanged(PersistenceError):
    """The tracked generation is not the one that a batch was read for; read its row again and retry."""


class AnotherLog(GenerationChanged):
    """The rows were made from another log or another past of it (`projections.engine.log_origin`)."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the rows of the read model {name!r} were made from another log")


class LeaseLost(GenerationChanged):
    """Another process now keeps the read model up to date."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the read model {name!r} is kept up to date by another process")


@cache
def tables_of(projection: Projection, generation: int) -> Tables:
    """Return the definitions of one generation of a projection's tables."""
    suffix = f"{projection.version}_{generation}"
    return projection.define(MetaData(), lambda name: f"{projection.name}_{name}_{suffix}")


def create_tables(connection: Connection, projection: Projection, generation: int) -> list[str]:
    """Create the empty tables of a generation, replacing leftovers of it; return their names."""
    tables = tables_of(projection, generation).values()
    names = [table.name for table in tables]
    for name in names:
        _drop_leftover(connection, name)
    for table in tables:
        table.create(connection)
    return names


def _drop_leftover(connection: Connection, name: str) -> None:
    # Views may still depend on a leftover table; SQLite does not track that.
    cascade = " CASCADE" if connection.dialect.name == "postgresql" else ""
    quoted = connection.dialect.identifier_preparer.quote(name)
    connection.execute(text(f"DROP TABLE IF EXISTS {quoted}{cascade}"))


def drop_tables(connection: Connection, names: Iterable[str]) -> None:
    """Drop tables by their names."""
    for name in names:
        Table(name, MetaData()).drop(connection, checkfirst=True)


def active_tables(connection: Connection, projection: Projection) -> Tables:
    """Return the tables that readers use, valid until the transaction ends. Raises NotBuilt."""
    active = tracked(connection, projection, Role.ACTIVE)
    if active is None or not active.ready:
        raise NotBuilt(projection.name)
    return tables_of(projection, active.generation)


def ensure(connection: Connection, projection: Projection, *, lacks_events: bool = False) -> Tracked:
    """Return the tracking row of this version's active generation; create an empty one if none exists.

    Readers may use a new one at once, unless another version has rows or the log has events
    (`lacks_events`): then it must catch up first.
    """
    active = tracked(connection, projection, Role.ACTIVE, lock=True)
    if active is None:
        # A row that does not exist cannot be locked, and another process may be creating it.
        with connection.begin_nested() as trying:
            lock_tracking(connection)
            if tracked(connection, projection, Role.ACTIVE) is not None:
                # The process that created it may hold the row's lock and wait for the table's.
                trying.rollback()
        active = tracked(connection, projection, Role.ACTIVE, lock=True)
    if active is None:
        first = not (
            versions_of(connection, projection.name) or has_earlier_rows(connection, projection.name)
        )
        tables = create_tables(connection, projection, 1)
        values = {**EMPTY, "ready": first and not lacks_events}
        track(connection, projection, Role.ACTIVE, generation=1, tables=tables, **values)
        if first:
            projection.publish(connection, tables_of(projection, 1))
        active = tracked(connection, projection, Role.ACTIVE)
        assert active is not None, "it was made in this transaction"
    return active


def advance(
    connection: Connection,
    projection: Projection,
    log_slice: LogSlice,
    owner: str | None = None,
    lease: timedelta | None = None,
    holder: str | None = None,
) -> Tracking:
    """Fold a slice of the log into the active generation, or into the rebuild of an `owner`.

    Returns the position reached. Events that the rows already include are left out. With a `holder`, nothing
    is written once another process has taken the lease. Raises GenerationChanged, and what the fold raises.
    """
    role = Role.ACTIVE if owner is None else Role.REBUILD
    at = tracked(connection, projection, role, lock=True)
    if at is None or (owner is not None and at.owner != owner):
        raise GenerationChanged(
            f"{projection.name!r} in version {projection.version} has no such {role} tables now; "
            "another process may have replaced them, or an operator skipped an event"
        )
    check_rows(at, projection, log_slice, holder)
    if at.position >= log_slice.upto:
        return Tracking(projection.name, at.position)
    write_changes(connection, folded(connection, projection, at, log_slice.events))
    leased = {} if lease is None else {"leased_until": after(connection, lease)}
    origin = origin_of(log_slice)
    track(connection, projection, role, position=log_slice.upto, **origin, **NO_FAILURE, **leased)
    return Tracking(projection.name, log_slice.upto)


def check_rows(at: Tracked, projection: Projection, log_slice: LogSlice, holder: str | None) -> None:
    """Check that a slice continues the rows and that the holder, if given, has the lease.

    Raises GenerationChanged.
    """
    if holder is not None and at.owner != holder:
        raise LeaseLost(projection.name)
    if not may_continue(at, log_slice):
        raise AnotherLog(projection.name)
    if at.position < log_slice.after:
        raise GenerationChanged(
            f"{projection.name!r} is at {at.position}, the slice goes on after {log_slice.after}"
        )


def folded(
    connection: Connection, projection: Projection, at: Tracked, events: Sequence[RecordedEvent]
) -> list[TableChange]:
    """Return the changes of the events that the rows lack."""
    fresh = [recorded for recorded in events if recorded.position > at.position]
    if not fresh:
        return []
    tables = tables_of(projection, at.generation)
    return in_tables(tables, projection.fold(projection.load(connection, tables, fresh), fresh))
