"""Blue-green rebuild of a read model: builds a new generation beside the old one, then swaps them.

Readers and the projectors of all processes use the old generation until one transaction swaps the two; they
notice the swap at their next transaction. An event that stops a rebuild does not stop the active generation.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import uuid4

from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection

from application.codec import CorruptEvent, Position
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.engine.batches import BATCH, PoisonEvent, slice_length, write_up_to_corrupt
from projections.engine.generations import GenerationChanged, create_tables, drop_tables, ensure
from projections.engine.log_origin import is_of_another_log
from projections.engine.projection import Projection
from projections.engine.running.slice_writer import SliceWriter
from projections.engine.skipped_events import Skips, skips_of
from projections.engine.tracking import (
    EMPTY,
    NO_FAILURE,
    Role,
    after,
    clock,
    track,
    tracked,
    untrack,
    versions_of,
)
from projections.engine.versions import lock_timeout, publish_newest, restart_rows

Progress = Callable[[Position, Position], None]
"""Called at the beginning and after each batch with the rebuild's position and the log's."""

LEASE = timedelta(seconds=10)
"""Time for which a rebuild that does not renew its lease keeps others from resuming it."""


class RebuildUnderWay(PersistenceError):
    """Another rebuild of this read model is in progress."""

    def __init__(self, name: str, leased_until: datetime) -> None:
        super().__init__(
            f"{name!r} is being rebuilt; if that was broken off, it can be resumed after {leased_until}"
        )
        self.name = name
        self.leased_until = leased_until


class RebuildFailed(PersistenceError):
    """An event cannot be folded; the active generation is unchanged."""

    def __init__(self, name: str, poison: PoisonEvent) -> None:
        super().__init__(f"{name!r} cannot be rebuilt: {poison}")
        self.name = name
        self.position = poison.position
        self.topic = poison.topic
        self.error = poison.error
        self.poison = poison


async def rebuild(
    store: Store,
    database: ReadDatabase,
    projection: Projection,
    *,
    progress: Progress | None = None,
    batch: int = BATCH,
    lease: timedelta = LEASE,
) -> Position:
    """Rebuild a projection's rows from the log and swap them in; return the position that they reached.

    Resumes an interrupted rebuild; a rebuild that an event stopped begins again. Raises
    RebuildUnderWay, RebuildFailed and TablesInUse, GenerationChanged if an operator skips an event meanwhile,
    and LogRestored.
    """
    active = await database.write(ensure, projection)
    if await is_of_another_log(store, active):
        await database.write(restart_rows, projection, active)
        active = await database.write(ensure, projection)
    left = await database.read(tracked, projection, Role.REBUILD)
    stale = left is not None and await is_of_another_log(store, left)
    owner, skips = uuid4().hex, Skips(await database.read(skips_of, projection))
    position, swapped = await database.write(_begin, projection, owner, lease, stale=stale), False
    length = slice_length(projection, batch)
    writer = SliceWriter(store, database, projection, lease, owner=owner)

    async def write_next() -> Position:
        try:
            log_slice = await store.read_slice(position, length, projection.kinds)
        except CorruptEvent:
            return await write_up_to_corrupt(store, position, length, projection.kinds, writer.write, skips)
        return (
            await writer.write_in_parts(skips.without(log_slice)) if log_slice.upto > position else position
        )

    try:
        head = await store.head()
        if progress is not None:
            progress(position, max(position, head))
        while not swapped:
            position = await write_next()
            head = await store.head()
            if progress is not None:
                progress(position, max(position, head))
            if position >= max(head, active.position):
                swapped = await database.write(_swap, projection, owner)
    except PoisonEvent as poison:
        await database.write(_fail, projection, owner, poison)
        raise RebuildFailed(projection.name, poison) from poison
    finally:
        if not swapped:
            await database.write(_release, projection, owner)
    return position


def _begin(
    connection: Connection, projection: Projection, owner: str, lease: timedelta, *, stale: bool
) -> Position:
    active = ensure(connection, projection)
    left = tracked(connection, projection, Role.REBUILD, lock=True)
    now = clock(connection)
    if left is not None and left.leased(now) and left.leased_until is not None:
        raise RebuildUnderWay(projection.name, left.leased_until)
    leased = {"owner": owner, "leased_until": now + lease}
    if left is not None and left.failed_position is None and not stale:
        track(connection, projection, Role.REBUILD, **leased)
        return left.position
    if left is not None:
        drop_tables(connection, left.tables)
    generation = 1 + max(active.generation, left.generation if left is not None else 0)
    tables = create_tables(connection, projection, generation)
    track(
        connection,
        projection,
        Role.REBUILD,
        generation=generation,
        tables=tables,
        **EMPTY,
        **leased,
    )
    return 0


def _swap(connection: Connection, projection: Projection, owner: str) -> bool:
    name = projection.name
    rows = versions_of(connection, name, lock=True)
    mine = {row.role: row for row in rows if row.version == projection.version}
    old, new = mine.get(Role.ACTIVE), mine.get(Role.REBUILD)
    if old is None or new is None or new.owner != owner:
        raise GenerationChanged(
            f"the rebuild of {name!r} was taken over by another, or ended by the skip of an event"
        )
    if new.position < old.position:
        return False
    publish_newest(connection, projection, new.generation, rows)
    with lock_timeout(connection, name):
        drop_tables(connection, old.tables)
    untrack(connection, [new])
    track(
        connection,
        projection,
        Role.ACTIVE,
        generation=new.generation,
        ready=True,
        position=new.position,
        tables=new.tables,
        log=new.log,
        epoch=new.epoch,
        game=new.game,
        game_version=new.game_version,
        **NO_FAILURE,
    )
    return True


def _fail(connection: Connection, projection: Projection, owner: str, poison: PoisonEvent) -> None:
    left = tracked(connection, projection, Role.REBUILD, lock=True)
    if left is not None and left.owner == owner:
        drop_tables(connection, left.tables)
        track(connection, projection, Role.REBUILD, tables=[], **poison.failure)


def _release(connection: Connection, projection: Projection, owner: str) -> None:
    left = tracked(connection, projection, Role.REBUILD, lock=True)
    if left is not None and left.owner == owner:
        track(connection, projection, Role.REBUILD, leased_until=after(connection, timedelta()))
