"""Versions of a read model side by side: selects the one that SQL views show, and drops unused ones.

The views show the newest version that has caught up with the log. The rows of a version are dropped an hour
after its last lease, and so are the rows of read models that no longer exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection, exc, text

from projections.engine.earlier_releases import has_earlier_rows, untrack_unused
from projections.engine.generations import GenerationChanged, create_tables, drop_tables, tables_of
from projections.engine.projection import Projection
from projections.engine.skipped_events import forget_skips
from projections.engine.tracking import (
    EMPTY,
    Role,
    Tracked,
    clock,
    track,
    tracked,
    untrack,
    versions_of,
)

LOCK_TIMEOUT = 5.0
"""Seconds that a change of the tables waits for readers; new readers wait meanwhile."""

RETENTION: Final = timedelta(hours=1)
"""Time for which the rows of a version are kept after its last lease."""

RETIRED: Final = frozenset({"timeline"})
"""Names of read models of earlier releases that no longer exist; no other read model may take one."""

_NO_LOCK: Final = "55P03"
"""PostgreSQL's error code for a lock that is not available in time."""


class TablesInUse(PersistenceError):
    """Readers still use the old tables, so they were not replaced; try again later."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name!r} is rebuilt, but cannot take its place: others have been reading the old rows "
            f"for more than {LOCK_TIMEOUT:g} s; try again when they have finished"
        )
        self.name = name


def open_to_readers(connection: Connection, projection: Projection) -> None:
    """Open the active generation, which has caught up, to readers; views show it if it is the newest."""
    rows = versions_of(connection, projection.name, lock=True)
    active = tracked(connection, projection, Role.ACTIVE)
    if active is None:
        raise GenerationChanged(f"{projection.name!r} in version {projection.version} is gone")
    publish_newest(connection, projection, active.generation, rows)
    track(connection, projection, Role.ACTIVE, ready=True)


def publish_newest(
    connection: Connection, projection: Projection, generation: int, rows: list[Tracked]
) -> None:
    """Point the views at a generation, unless a newer version is ready; `rows` are those of all versions."""
    if not any(row.ready and row.version > projection.version for row in rows):
        with lock_timeout(connection, projection.name):
            projection.publish(connection, tables_of(projection, generation))


def restart_rows(connection: Connection, projection: Projection, checked: Tracked) -> None:
    """Replace rows that were made from another log by an empty generation.

    Readers get NotBuilt until it has caught up. Does nothing if the rows have changed since they were judged.
    """
    rows = versions_of(connection, projection.name, lock=True)
    mine = {row.role: row for row in rows if row.version == projection.version}
    active = mine.get(Role.ACTIVE)
    if active is None or (active.generation, active.position) != (checked.generation, checked.position):
        return
    generation = 1 + max(row.generation for row in mine.values())
    tables = create_tables(connection, projection, generation)
    if active.ready:
        publish_newest(connection, projection, generation, rows)
    with lock_timeout(connection, projection.name):
        for row in mine.values():
            drop_tables(connection, row.tables)
    untrack(connection, [row for row in mine.values() if row.role is Role.REBUILD])
    track(
        connection,
        projection,
        Role.ACTIVE,
        generation=generation,
        tables=tables,
        **EMPTY,
    )


def drop_unused(connection: Connection, projection: Projection) -> list[int]:
    """Drop the rows of versions that no process has used for an hour; return those versions.

    Only the newest version in use that has caught up does so; until then the views need the old rows.
    """
    name, since = projection.name, clock(connection) - RETENTION
    rows = versions_of(connection, name, lock=True)
    used = {row.version for row in rows if row.last_used >= since} | {projection.version}
    unused = [row for row in rows if row.version not in used]
    left = [row for row in rows if row.version in used and row.role is Role.ACTIVE and row.ready]
    if not left or left[-1].version != projection.version:
        # The newest of the remaining versions does it.
        return []
    tables = [table for row in unused for table in row.tables] + untrack_unused(connection, name, since)
    if any(row.version > projection.version and row.ready for row in unused):
        publish_newest(connection, projection, left[-1].generation, left)
    if tables:
        with lock_timeout(connection, name):
            drop_tables(connection, tables)
    untrack(connection, unused)
    return sorted({row.version for row in unused})


def has_retired(connection: Connection) -> bool:
    """Return whether the database still has rows of a read model that no longer exists."""
    return any(versions_of(connection, name) or has_earlier_rows(connection, name) for name in RETIRED)


def drop_retired(connection: Connection) -> list[str]:
    """Drop read models that no longer exist, and that no process has used for an hour; return their names.

    Servers of an earlier release may still run beside this one and use them.
    """
    since, dropped = clock(connection) - RETENTION, []
    for name in sorted(RETIRED):
        rows = versions_of(connection, name, lock=True)
        if any(row.last_used >= since for row in rows):
            continue
        tables = [table for row in rows for table in row.tables] + untrack_unused(connection, name, since)
        if rows or tables:
            with lock_timeout(connection, name):
                drop_tables(connection, tables)
            untrack(connection, rows)
            forget_skips(connection, name)
            dropped.append(name)
    return dropped


@contextmanager
def lock_timeout(connection: Connection, name: str) -> Iterator[None]:
    """Raise TablesInUse if other transactions do not release the tables in time."""
    # SQLite's readers keep their snapshot and block no writer.
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET LOCAL lock_timeout = {round(LOCK_TIMEOUT * 1000)}"))
    try:
        yield
    except exc.OperationalError as error:
        if getattr(error.orig, "sqlstate", None) != _NO_LOCK:
            raise
        raise TablesInUse(name) from error
