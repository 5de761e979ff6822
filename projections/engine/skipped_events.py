"""Skipped events: poison events that a version of a read model leaves out by an operator's decision.

Skips and their reasons are kept across rebuilds of that version. A skip identifies its event by game and
version, so it does not apply to the log of another installation.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from eventsourcing.persistence import PersistenceError
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    String,
    Table,
    Uuid,
    bindparam,
    delete,
    insert,
    select,
)

from application.codec import GameId, Position, Version
from application.store.port import LogSlice
from projections.engine.projection import Projection
from projections.engine.tracking import (
    NO_FAILURE,
    TRACKING,
    Instant,
    Role,
    Tracked,
    after,
    clock,
    track,
    tracked,
    untrack,
)

_skips = Table(
    "skipped_events",
    TRACKING,
    Column("name", String, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("game", Uuid, primary_key=True),
    Column("game_version", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False),
    Column("topic", String, nullable=False),
    Column("why", String, nullable=False),
    Column("by", String, nullable=False),
    Column("at", Instant, nullable=False),
)

# Built once, because building the statement takes longer than running it.
_OF_VERSION: Final = (
    select(_skips)
    .where(_skips.c.name == bindparam("of_name"), _skips.c.version == bindparam("of_version"))
    .order_by(_skips.c.position)
)


class Skip(Struct, frozen=True, kw_only=True):
    """An event that a read model leaves out, so that its rows differ from the log."""

    name: str
    version: int
    """The version of the read model."""
    game: GameId
    game_version: Version
    position: Position
    topic: str
    why: str
    by: str
    """The operator's account on the machine where the skip was ordered."""
    at: datetime

    @property
    def notice(self) -> str:
        """The notice for operators, given whenever the read model starts."""
        return (
            f"{self.name} leaves out event {self.topic} at position {self.position}, "
            f"so its rows differ from the log: {self.why} ({self.by})"
        )


class NotStopped(PersistenceError):
    """This event does not stop the read model, so there is nothing to skip."""

    def __init__(self, name: str, position: Position, stops: Sequence[Position]) -> None:
        where = f"it is stopped by that at {' and '.join(map(str, stops))}" if stops else "nothing stops it"
        super().__init__(f"{name!r} is not stopped by the event at position {position}: {where}")
        self.name = name
        self.position = position


class EveryEventNeeded(PersistenceError):
    """The read model needs every event of the log, so none can be skipped."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} needs every event of the log, so none can be skipped: repair the event")
        self.name = name


class Skips:
    """The events that a version of a read model skips."""

    def __init__(self, skips: Sequence[Skip] = ()) -> None:
        self._events = {(skip.game, skip.game_version): skip for skip in skips}

    def find(self, game: GameId, version: Version) -> Skip | None:
        """Return the skip of an event, or None if the event is not skipped."""
        return self._events.get((game, version))

    def without(self, log_slice: LogSlice) -> LogSlice:
        """Return a slice of the log without the skipped events."""
        if not self._events:
            return log_slice
        counted = [each for each in log_slice.events if self.find(each.game, each.version) is None]
        return log_slice if len(counted) == len(log_slice.events) else replace(log_slice, events=counted)


def skips_of(connection: Connection, projection: Projection) -> list[Skip]:
    """Return the events that this version of a read model skips, in the order of the log."""
    key = {"of_name": projection.name, "of_version": projection.version}
    return [Skip(**row._asdict()) for row in connection.execute(_OF_VERSION, key)]


def skip(connection: Connection, projection: Projection, position: Position, *, why: str, by: str) -> Skip:
    """Skip the event that stops a read model or its rebuild, so that both can continue after it.

    Raises EveryEventNeeded and NotStopped.
    """
    if projection.needs_every_event:
        raise EveryEventNeeded(projection.name)
    active = tracked(connection, projection, Role.ACTIVE, lock=True)
    rebuild = tracked(connection, projection, Role.REBUILD, lock=True)
    stopped = [row for row in (active, rebuild) if row is not None and row.failed_position is not None]
    found = [row for row in stopped if row.failed_position == position]
    if not found:
        stops = sorted({row.failed_position for row in stopped if row.failed_position is not None})
        raise NotStopped(projection.name, position, stops)
    _record(connection, projection, found[0], why, by)
    if active in found:
        track(connection, projection, Role.ACTIVE, **NO_FAILURE)
    # A rebuild that is past the event may have folded it, and one under way does not know of the skip.
    if rebuild is not None and (
        rebuild in found or rebuild.position >= position or rebuild.leased(clock(connection))
    ):
        # The next rebuild replaces its tables.
        untrack(connection, [rebuild])
    return next(each for each in skips_of(connection, projection) if each.position == position)


def forget_skips(connection: Connection, name: str) -> None:
    """Delete the skips of all versions of a read model."""
    connection.execute(delete(_skips).where(_skips.c.name == name))


def _record(connection: Connection, projection: Projection, row: Tracked, why: str, by: str) -> None:
    values = {
        "name": projection.name,
        "version": projection.version,
        "game": row.failed_game,
        "game_version": row.failed_version,
    }
    # A skip may exist: a process that had not read it yet may have stopped at the event again.
    same = [_skips.c[name] == value for name, value in values.items()]
    connection.execute(delete(_skips).where(*same))
    connection.execute(
        insert(_skips).values(
            **values,
            position=row.failed_position,
            topic=row.failed_topic,
            why=why,
            by=by,
            at=after(connection, timedelta()),
        )
    )
