"""Rebuilding a read model blue-green: a new generation is made beside the old, then takes its place.

Readers and the running projectors of all processes go on with the old generation until one transaction
swaps the two; they notice at their next transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from eventsourcing.persistence import PersistenceError, Tracking
from sqlalchemy import Connection, Delete, delete, exc, text

from application.recorded import CorruptEvent, Position
from application.store import Kinds, Store, Stretch
from projections.batches import BATCH, Poison, Write, carry, carry_up_to_corrupt, length_of
from projections.database import ReadDatabase
from projections.projection import Projection
from projections.tables import (
    OutOfStep,
    Role,
    advance,
    create_tables,
    drop_tables,
    ensure,
    projections,
    tables_of,
    track,
    tracked,
)

_NO_LOCK = "55P03"
"""PostgreSQL's code where a lock is not to be had in time."""

Progress = Callable[[Position, Position], None]
"""Is told, at the beginning and after each batch, how far the rebuild is and how far the log goes."""

PATIENCE = 5.0
"""Seconds that the swap waits for readers; meanwhile nothing is projected and no other reader begins."""

LEASE = timedelta(seconds=10)
"""How long a rebuild that gives no sign of life keeps others from going on with it."""


class RebuildUnderWay(PersistenceError):
    """Somebody else is rebuilding this read model."""

    def __init__(self, name: str, leased_until: datetime) -> None:
        super().__init__(
            f"{name!r} is being rebuilt; if that was broken off, it can be resumed after {leased_until}"
        )
        self.name = name
        self.leased_until = leased_until


class RebuildFailed(PersistenceError):
    """An event cannot be folded; the active generation is as it was."""

    def __init__(self, name: str, poison: Poison) -> None:
        super().__init__(f"{name!r} cannot be rebuilt: {poison}")
        self.name = name
        self.position = poison.position
        self.topic = poison.topic
        self.error = poison.error
        self.poison = poison


class ReadersStay(PersistenceError):
    """Somebody goes on reading the active generation; the new one takes its place another time."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name!r} is rebuilt, but cannot take its place: others have been reading the old rows "
            f"for more than {PATIENCE:g} s; try again when they have finished"
        )
        self.name = name


async def rebuild(
    store: Store,
    database: ReadDatabase,
    projection: Projection,
    *,
    progress: Progress | None = None,
    batch: int = BATCH,
    lease: timedelta = LEASE,
) -> Position:
    """Make a projection's rows anew from the log and put them in place; returns the position they are at.

    Goes on with what an interrupted rebuild has left. Raises RebuildUnderWay, RebuildFailed, ReadersStay and
    NewerVersion.
    """
    active = await database.write(ensure, projection)
    head = await store.head()
    # The log only grows, so a position beyond its head, read after it, was reached in another log.
    least = active.position if active.position <= head else 0
    owner = uuid4().hex
    position, swapped = await database.write(_begin, projection, owner, lease, head), False
    length = length_of(projection, batch)

    async def write(stretch: Stretch) -> Tracking:
        return await database.write(advance, projection, stretch, owner, datetime.now(UTC) + lease)

    try:
        if progress is not None:
            progress(position, max(position, head))
        while not swapped:
            position = await _carry_next(store, position, length, projection.kinds, write)
            head = await store.head()
            if progress is not None:
                progress(position, max(position, head))
            if position >= max(head, least):
                swapped = await database.write(_swap, projection, owner, foreign=least < active.position)
    except Poison as poison:
        await database.write(_abandon, projection, owner)
        raise RebuildFailed(projection.name, poison) from poison
    finally:
        if not swapped:
            await database.write(_release, projection, owner)
    return position


async def _carry_next(store: Store, position: Position, length: int, kinds: Kinds, write: Write) -> Position:
    try:
        stretch = await store.stretch(position, length, kinds)
    except CorruptEvent:
        return await carry_up_to_corrupt(store, position, length, kinds, write)
    return await carry(stretch, write) if stretch.upto > position else position


def _begin(
    connection: Connection, projection: Projection, owner: str, lease: timedelta, head: Position
) -> Position:
    name, version = projection.name, projection.version
    active = ensure(connection, projection)
    left = tracked(connection, name, Role.REBUILD, lock=True)
    now = datetime.now(UTC)
    if left is not None and left.leased_until is not None and left.leased_until > now:
        raise RebuildUnderWay(name, left.leased_until)
    leased = {"owner": owner, "leased_until": now + lease}
    if left is not None and left.version == version and left.position <= head:
        track(connection, name, Role.REBUILD, **leased)
        return left.position
    if left is not None:
        drop_tables(connection, left.tables)
    generation = 1 + max(active.generation, left.generation if left is not None else 0)
    tables = create_tables(connection, projection, generation)
    track(
        connection,
        name,
        Role.REBUILD,
        version=version,
        generation=generation,
        position=0,
        tables=tables,
        **leased,
    )
    return 0


def _swap(connection: Connection, projection: Projection, owner: str, *, foreign: bool) -> bool:
    name = projection.name
    old = tracked(connection, name, Role.ACTIVE, lock=True)
    new = tracked(connection, name, Role.REBUILD, lock=True)
    if old is None or new is None or new.owner != owner or old.version > new.version:
        raise OutOfStep(f"the rebuild of {name!r} was taken over by another")
    if new.position < old.position and not foreign:
        return False
    with _not_waiting_for_ever(connection, name):
        projection.publish(connection, tables_of(projection, new.generation))
        drop_tables(connection, old.tables)
    connection.execute(_row_of(name, owner))
    # Whoever kept the old version up to date cannot do so with the new one.
    lease = {} if old.version == new.version else {"owner": None, "leased_until": None}
    track(
        connection,
        name,
        Role.ACTIVE,
        version=new.version,
        generation=new.generation,
        position=new.position,
        tables=new.tables,
        failed_position=None,
        failed_topic=None,
        error=None,
        **lease,
    )
    return True


@contextmanager
def _not_waiting_for_ever(connection: Connection, name: str) -> Iterator[None]:
    # SQLite's readers keep what they are reading, and wait for nobody.
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET LOCAL lock_timeout = {round(PATIENCE * 1000)}"))
    try:
        yield
    except exc.OperationalError as error:
        if getattr(error.orig, "sqlstate", None) != _NO_LOCK:
            raise
        raise ReadersStay(name) from error


def _abandon(connection: Connection, projection: Projection, owner: str) -> None:
    left = tracked(connection, projection.name, Role.REBUILD, lock=True)
    if left is not None and left.owner == owner:
        drop_tables(connection, left.tables)
        connection.execute(_row_of(projection.name, owner))


def _release(connection: Connection, projection: Projection, owner: str) -> None:
    left = tracked(connection, projection.name, Role.REBUILD, lock=True)
    if left is not None and left.owner == owner:
        track(connection, projection.name, Role.REBUILD, leased_until=None)


def _row_of(name: str, owner: str) -> Delete:
    return delete(projections).where(
        projections.c.name == name, projections.c.role == Role.REBUILD.value, projections.c.owner == owner
    )
