"""The read tables: generations of them beside each other, and the rows that track how far each one is.

Every projection has an active row in `projections`, which says which generation of its tables readers
use, and during a rebuild a second row, which tracks the generation that will replace it. Rows and
position change in one transaction, so every event counts exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from enum import StrEnum, unique
from functools import cache
from typing import Any

from eventsourcing.persistence import PersistenceError, Tracking
from msgspec import Struct
from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Connection,
    Dialect,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
    func,
    insert,
    select,
    text,
    update,
)

from application.recorded import Position
from application.store import Stretch
from projections.projection import Projection, Row, Tables, rows_of
from projections.writing import change

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_LOCKS = "kibitz read models"
"""Keeps this program's advisory locks apart from those of others in the database."""


class Instant(TypeDecorator[datetime]):
    """A moment in UTC, kept as whole microseconds since 1970: SQLite would lose the time zone."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Turn a moment into microseconds."""
        return None if value is None else microseconds(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Turn microseconds into a moment."""
        return None if value is None else _EPOCH + value * _MICROSECOND


def microseconds(at: datetime) -> int:
    """Return how many microseconds after 1970 a moment is."""
    return (at - _EPOCH) // _MICROSECOND


@unique
class Role(StrEnum):
    """What a generation of tables is there for."""

    ACTIVE = "active"
    """Readers use it."""
    REBUILD = "rebuild"
    """It will replace the active one once it has caught up."""


TRACKING = MetaData()

projections = Table(
    "projections",
    TRACKING,
    Column("name", String, primary_key=True),
    Column("role", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("failed_position", BigInteger),
    Column("failed_topic", String),
    Column("error", String),
    # By name, since the code that drops them may be another version's, which defines others.
    Column("tables", JSON, nullable=False),
    Column("owner", String),
    Column("leased_until", Instant),
)


class Tracked(Struct, frozen=True, kw_only=True):
    """How far one generation of a projection's tables is."""

    name: str
    role: Role
    version: int
    generation: int
    position: Position
    updated_at: datetime
    failed_position: Position | None
    """The position of the event that cannot be folded; the projection stands before it."""
    failed_topic: str | None
    error: str | None
    tables: list[str]
    """The names of the generation's tables in the database."""
    owner: str | None
    """Who carries out the rebuild, or keeps the active generation up to date."""
    leased_until: datetime | None
    """Until when that is its owner's alone."""

    def leased(self, now: datetime) -> bool:
        """Tell whether its owner's time has not run out."""
        return self.leased_until is not None and self.leased_until > now


class NotBuilt(PersistenceError):
    """The tables that this code can read are not there yet; they come with the projector's next start."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the read model {name!r} is not built yet")
        self.name = name


class OutOfStep(PersistenceError):
    """The tracked generation is not the one that a batch was read for; look again and go on from there."""


class Elsewhere(OutOfStep):
    """Another process keeps the read model up to date by now."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the read model {name!r} is kept up to date by another process")


class NewerVersion(OutOfStep):
    """The rows were made by newer code than this; it must not touch them."""

    def __init__(self, name: str, version: int, newer: int) -> None:
        super().__init__(f"the read model {name!r} has version {newer}, this code makes version {version}")


def tracked(connection: Connection, name: str, role: Role, *, lock: bool = False) -> Tracked | None:
    """Return how far a projection is; with `lock` nobody else changes it in this transaction."""
    wanted = select(projections).where(projections.c.name == name, projections.c.role == role.value)
    # SQLite needs and knows no row locks: a transaction that writes is alone from its beginning.
    found = rows_of(connection, wanted.with_for_update() if lock else wanted)
    return _tracked(found[0]) if found else None


def all_tracked(connection: Connection) -> dict[tuple[str, Role], Tracked]:
    """Return how far every generation is, by projection and role."""
    found = map(_tracked, rows_of(connection, select(projections)))
    return {(row.name, row.role): row for row in found}


def _tracked(row: Row) -> Tracked:
    return Tracked(**{**row, "role": Role(row["role"])})


def track(connection: Connection, name: str, role: Role, **values: Any) -> None:
    """Change a projection's tracking row, or make it."""
    values["updated_at"] = datetime.now(UTC)
    changed = connection.execute(
        update(projections).where(projections.c.name == name, projections.c.role == role.value).values(values)
    )
    if not changed.rowcount:
        connection.execute(insert(projections).values(name=name, role=role.value, **values))


@cache
def tables_of(projection: Projection, generation: int) -> Tables:
    """Return the definitions of one generation of a projection's tables."""
    return projection.define(MetaData(), lambda name: f"{projection.name}_{name}_{generation}")


def create_tables(connection: Connection, projection: Projection, generation: int) -> list[str]:
    """Make the tables of a generation, empty also where remains of it lie about; return their names."""
    tables = tables_of(projection, generation).values()
    names = [table.name for table in tables]
    for name in names:
        _drop_remains(connection, name)
    for table in tables:
        table.create(connection)
    return names


def _drop_remains(connection: Connection, name: str) -> None:
    # Views may still show what nobody keeps any more; SQLite lets them.
    cascade = " CASCADE" if connection.dialect.name == "postgresql" else ""
    quoted = connection.dialect.identifier_preparer.quote(name)
    connection.execute(text(f"DROP TABLE IF EXISTS {quoted}{cascade}"))


def drop_tables(connection: Connection, names: Iterable[str]) -> None:
    """Drop tables by their names."""
    for name in names:
        Table(name, MetaData()).drop(connection, checkfirst=True)


def active_tables(connection: Connection, projection: Projection) -> Tables:
    """Return the tables that readers use; valid to the end of the transaction. Raises NotBuilt."""
    active = tracked(connection, projection.name, Role.ACTIVE)
    if active is None or active.version != projection.version:
        raise NotBuilt(projection.name)
    return tables_of(projection, active.generation)


def alone(connection: Connection, what: str) -> None:
    """Wait until nobody else is in a transaction that asked to be alone with something."""
    # In SQLite a transaction that writes is alone from its beginning.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(_LOCKS), func.hashtext(what))))


def ensure(connection: Connection, projection: Projection) -> Tracked:
    """Return how far the active generation is; makes an empty one where there is none.

    Raises NewerVersion.
    """
    name, version = projection.name, projection.version
    active = tracked(connection, name, Role.ACTIVE, lock=True)
    if active is None:
        # A row that is not there cannot be locked, and another process may be making it.
        alone(connection, name)
        active = tracked(connection, name, Role.ACTIVE, lock=True)
    if active is None:
        tables = create_tables(connection, projection, 1)
        track(connection, name, Role.ACTIVE, version=version, generation=1, position=0, tables=tables)
        projection.publish(connection, tables_of(projection, 1))
        active = tracked(connection, name, Role.ACTIVE)
        assert active is not None, "it was made in this transaction"
    if active.version > version:
        raise NewerVersion(name, version, active.version)
    return active


def advance(
    connection: Connection,
    projection: Projection,
    stretch: Stretch,
    owner: str | None = None,
    leased_until: datetime | None = None,
    holder: str | None = None,
) -> Tracking:
    """Fold a stretch of the log into the active generation, or into that of a rebuild's owner.

    Returns where it is then. What of the stretch is there already is left out. A `holder` does so only
    while nobody else has taken the lease. Raises OutOfStep, and whatever the fold raises.
    """
    role = Role.ACTIVE if owner is None else Role.REBUILD
    at = tracked(connection, projection.name, role, lock=True)
    if at is not None and at.version > projection.version:
        raise NewerVersion(projection.name, projection.version, at.version)
    if at is None or at.version != projection.version or (owner is not None and at.owner != owner):
        raise OutOfStep(f"{projection.name!r} in version {projection.version} is no longer the {role} one")
    if holder is not None and at.owner != holder:
        raise Elsewhere(projection.name)
    if at.position < stretch.after:
        raise OutOfStep(f"{projection.name!r} is at {at.position}, the stretch goes on after {stretch.after}")
    if at.position >= stretch.upto:
        return Tracking(projection.name, at.position)
    fresh = [recorded for recorded in stretch.events if recorded.position > at.position]
    if fresh:
        tables = tables_of(projection, at.generation)
        change(connection, tables, projection.fold(projection.load(connection, tables, fresh), fresh))
    lease = {} if leased_until is None else {"leased_until": leased_until}
    track(
        connection,
        projection.name,
        role,
        position=stretch.upto,
        failed_position=None,
        failed_topic=None,
        error=None,
        **lease,
    )
    return Tracking(projection.name, stretch.upto)
