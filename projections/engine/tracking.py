"""The tracking table: the position and the tables of each version of each read model.

A version of a projection has an active row, which names the generation of its tables that readers use, and
during a rebuild a second row for the generation that will replace it. Versions exist side by side: each
process reads and writes the rows of its code's version.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum, unique
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Dialect,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
    Uuid,
    bindparam,
    delete,
    insert,
    select,
    text,
    tuple_,
    type_coerce,
    update,
)

from application.codec import GameId, Position, Version
from application.store.database_clock import database_time, time_to_store
from application.store.rows import microseconds, moment
from projections.engine.projection import Projection, Row, rows_of

_MICROSECOND: Final = timedelta(microseconds=1)

MAX_LEASE: Final = timedelta(minutes=1)
"""The longest valid lease; a longer one was taken with a wrong clock and is ignored."""


class Instant(TypeDecorator[datetime]):
    """A moment in UTC, stored as whole microseconds since 1970: SQLite would lose the time zone."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Turn a moment into microseconds."""
        return None if value is None else microseconds(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Turn microseconds into a moment."""
        return None if value is None else moment(value)


@unique
class Role(StrEnum):
    """The purpose of a generation of tables."""

    ACTIVE = "active"
    """Readers use it."""
    REBUILD = "rebuild"
    """It will replace the active one once it has caught up."""


TRACKING = MetaData()

projections = Table(
    # Not `projections`, the table of earlier releases, whose processes may run at the same time.
    "projection_versions",
    TRACKING,
    Column("name", String, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("role", String, primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("updated_at", Instant, nullable=False),
    # The log that the rows were made from, and the event at the position.
    Column("log", Uuid),
    Column("epoch", BigInteger),
    Column("game", Uuid),
    Column("game_version", Integer),
    Column("failed_position", BigInteger),
    Column("failed_topic", String),
    Column("failed_game", Uuid),
    Column("failed_version", Integer),
    Column("error", String),
    # Names, because the code that drops the tables may be of a version that defines other tables.
    Column("tables", JSON, nullable=False),
    Column("owner", String),
    Column("leased_until", Instant),
)

_KEY: Final = ("name", "version", "role")
# Built once, because building the statements takes longer than running them.
_OF_KEY: Final = [projections.c[name] == bindparam(f"of_{name}") for name in _KEY]
_ONE: Final = select(projections).where(*_OF_KEY)
# SQLite ignores row locks and needs none: a write transaction is exclusive from its beginning.
_LOCKED: Final = _ONE.with_for_update()
# Every transaction that locks several rows uses this order, which prevents deadlocks.
_ORDERED: Final = select(projections).order_by(projections.c.version, projections.c.role)
_VERSIONS: Final = _ORDERED.where(projections.c.name == bindparam("of_name"))
_LOCKED_VERSIONS: Final = _VERSIONS.with_for_update()
_ACTIVE: Final = (
    tuple_(projections.c.name, projections.c.version).in_(bindparam("of_keys", expanding=True)),
    projections.c.role == Role.ACTIVE.value,
)
_LOCKED_ACTIVE: Final = _ORDERED.where(*_ACTIVE).order_by(projections.c.name).with_for_update()
_ACTIVE_CHANGE: Final = update(projections).where(*_ACTIVE)
ROW_CHANGE: Final = update(projections).where(*_OF_KEY)
"""The update of one tracking row; its key is passed as the parameters `key_of`."""

NO_FAILURE: Final[dict[str, Any]] = dict.fromkeys(
    ("failed_position", "failed_topic", "failed_game", "failed_version", "error")
)
"""The values of a row without a failure."""
EMPTY: Final[dict[str, Any]] = {
    "ready": False,
    "position": 0,
    "log": None,
    "epoch": None,
    "game": None,
    "game_version": None,
    **NO_FAILURE,
}
"""The values of a row whose tables were just created."""


class Tracked(Struct, frozen=True, kw_only=True):
    """Progress of one generation of a projection's tables."""

    name: str
    version: int
    role: Role
    generation: int
    ready: bool
    """True if it has caught up with the log once, so that readers may use it."""
    position: Position
    updated_at: datetime
    log: UUID | None
    """The log that its rows were made from; None before the first event."""
    epoch: int | None
    game: GameId | None
    """The game of the event at the position, and the event's version there."""
    game_version: Version | None
    failed_position: Position | None
    """The position of the event that cannot be folded; the projection has stopped before it."""
    failed_topic: str | None
    failed_game: GameId | None
    failed_version: Version | None
    error: str | None
    tables: list[str]
    """The names of the generation's tables in the database."""
    owner: str | None
    """The process that carries out the rebuild, or keeps the active generation up to date."""
    leased_until: datetime | None
    """The end of the owner's lease, or of the last lease if none is held."""

    def leased(self, now: datetime) -> bool:
        """Return whether the owner's lease is valid at a time of the database's clock."""
        return self.leased_until is not None and now < self.leased_until <= now + MAX_LEASE

    @property
    def last_used(self) -> datetime:
        """The last moment at which a process is known to have kept the rows up to date."""
        return self.updated_at if self.leased_until is None else max(self.updated_at, self.leased_until)


def clock(connection: Connection) -> datetime:
    """Return the time by the database's clock, which leases use."""
    return moment(database_time(connection))


def after(connection: Connection, time: timedelta) -> ColumnElement[Any] | datetime:
    """Return the value to store for the moment some time from now, by the clock of `clock`."""
    now = time_to_store(connection)
    if isinstance(now, int):
        return moment(now) + time
    return type_coerce(now + time // _MICROSECOND, BigInteger)


def tracked(
    connection: Connection, projection: Projection, role: Role, *, lock: bool = False
) -> Tracked | None:
    """Return the tracking row of this version of a projection; `lock` locks it for the transaction."""
    row = connection.execute(_LOCKED if lock else _ONE, key_of(projection, role)).first()
    return None if row is None else _tracked(row._asdict())


def lock_active(connection: Connection, models: Sequence[Projection]) -> dict[str, Tracked]:
    """Return the active tracking rows of projections by name, locked for the transaction."""
    rows = connection.execute(_LOCKED_ACTIVE, {"of_keys": _keys(models)})
    return {row.name: _tracked(row._asdict()) for row in rows}


def track_active(connection: Connection, models: Sequence[Projection], **values: Any) -> None:
    """Update the active tracking rows of projections, all alike."""
    values["updated_at"] = after(connection, timedelta())
    plain, computed = _split(values)
    change = _ACTIVE_CHANGE.values(computed) if computed else _ACTIVE_CHANGE
    connection.execute(change, {"of_keys": _keys(models)} | plain)


def _keys(models: Sequence[Projection]) -> list[tuple[str, int]]:
    return [(each.name, each.version) for each in models]


def versions_of(connection: Connection, name: str, *, lock: bool = False) -> list[Tracked]:
    """Return the tracking rows of all versions of a projection, the oldest version first."""
    rows = connection.execute(_LOCKED_VERSIONS if lock else _VERSIONS, {"of_name": name})
    return [_tracked(row._asdict()) for row in rows]


def all_tracked(connection: Connection) -> dict[tuple[str, int, Role], Tracked]:
    """Return the tracking rows of all generations, by projection, version and role."""
    rows = map(_tracked, rows_of(connection, select(projections)))
    return {(row.name, row.version, row.role): row for row in rows}


def _tracked(row: Row) -> Tracked:
    return Tracked(**{**row, "role": Role(row["role"])})


def track(connection: Connection, projection: Projection, role: Role, **values: Any) -> None:
    """Update the tracking row of this version of a projection, or insert it."""
    values["updated_at"] = after(connection, timedelta())
    key = key_of(projection, role)
    plain, computed = _split(values)
    change = ROW_CHANGE.values(computed) if computed else ROW_CHANGE
    if not connection.execute(change, key | plain).rowcount:
        connection.execute(insert(projections).values(**dict(zip(_KEY, key.values(), strict=True)), **values))


def untrack(connection: Connection, rows: Iterable[Tracked]) -> None:
    """Delete tracking rows."""
    for row in rows:
        mine = projections.c.name == row.name, projections.c.version == row.version
        connection.execute(delete(projections).where(*mine, projections.c.role == row.role.value))


def _split(values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split values into plain ones and expressions.

    Plain values are passed as parameters, so that SQLAlchemy need not build an expression for each.
    """
    plain = {name: value for name, value in values.items() if not isinstance(value, ColumnElement)}
    return plain, {name: value for name, value in values.items() if name not in plain}


def key_of(projection: Projection, role: Role) -> dict[str, Any]:
    """Return the parameters of a statement that name one tracking row."""
    return {"of_name": projection.name, "of_version": projection.version, "of_role": role.value}


def lock_tracking(connection: Connection) -> None:
    """Wait until no other transaction changes the tracking table, and lock it for this one.

    The lock is on the table, because readers of the views may not lock it. Any role could hold one of
    PostgreSQL's advisory locks, for any length of time.
    """
    # On SQLite a write transaction is exclusive from its beginning.
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"LOCK TABLE {projections.name} IN SHARE ROW EXCLUSIVE MODE"))
