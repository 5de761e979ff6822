"""Read models of earlier releases: one version of each, in tables without a version in their names.

Their rows are left to processes of those releases, which may still run, and dropped once these are gone.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    MetaData,
    String,
    Table,
    delete,
    func,
    inspect,
    select,
)

from projections.engine.projection import Row, rows_of
from projections.engine.tracking import Instant

_METADATA = MetaData()

# Only the columns that are used here.
_tracking = Table(
    "projections",
    _METADATA,
    Column("name", String, primary_key=True),
    Column("role", String, primary_key=True),
    Column("updated_at", Instant),
    Column("tables", JSON),
    Column("leased_until", Instant),
)


def has_earlier_rows(connection: Connection, name: str) -> bool:
    """Return whether an earlier release has rows of a read model in this database."""
    return bool(_rows(connection, name))


def untrack_unused(connection: Connection, name: str, since: datetime) -> list[str]:
    """Untrack rows of an earlier release that no process has used since; return the tables to drop."""
    found = _rows(connection, name, lock=True)
    if not found or any(_last_used(row) >= since for row in found):
        return []
    connection.execute(delete(_tracking).where(_tracking.c.name == name))
    tables = [table for row in found for table in row["tables"]]
    if connection.execute(select(func.count()).select_from(_tracking)).scalar_one() == 0:
        tables.append(_tracking.name)
    return tables


def _rows(connection: Connection, name: str, *, lock: bool = False) -> list[Row]:
    if not inspect(connection).has_table(_tracking.name):
        return []
    query = select(_tracking).where(_tracking.c.name == name).order_by(_tracking.c.role)
    return rows_of(connection, query.with_for_update() if lock else query)


def _last_used(row: Row) -> datetime:
    leased: datetime | None = row["leased_until"]
    updated: datetime = row["updated_at"]
    return updated if leased is None else max(updated, leased)
