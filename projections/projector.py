"""The engine that keeps read models up to date: it follows the log, each projection in a task of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from enum import StrEnum, unique
from typing import Final, Self

from eventsourcing.persistence import PersistenceError, Tracking
from msgspec import Struct
from sqlalchemy import Connection

from application.ending import ended
from application.recorded import CorruptEvent, Position, Recorded
from application.store import Store
from projections.batches import Poison, carry, carry_up_to_corrupt, described
from projections.database import ReadDatabase
from projections.projection import Projection
from projections.rebuild import Progress, RebuildFailed, rebuild
from projections.tables import Role, Tracked, advance, all_tracked, ensure, track, tracked

logger = logging.getLogger(__name__)

LOOK_AGAIN: Final = 1.0
"""Seconds after which a stopped projection looks again whether another process has mended it."""


@unique
class Condition(StrEnum):
    """How it goes with a projection."""

    FOLLOWING = "following"
    """It follows the log."""
    REBUILDING = "rebuilding"
    """It is being rebuilt; readers still have the rows of before."""
    RETRYING = "retrying"
    """It failed and will try again by itself."""
    STOPPED = "stopped"
    """It stands before an event that it cannot fold."""


class ProjectionStatus(Struct, frozen=True, kw_only=True):
    """How far a projection is, and what keeps it from going on."""

    name: str
    version: int
    condition: Condition
    position: Position
    """The position of the last event that its rows know of."""
    head: Position
    """The position of the last event in the log."""
    generation: int
    """Which generation of its tables readers use; 0 before there is one."""
    updated_at: datetime | None
    rebuilt: Position | None
    """How far a rebuild is that is under way or was interrupted."""
    failed_position: Position | None
    """The position of the event that it cannot fold."""
    failed_topic: str | None
    error: str | None
    """What stopped it, or what it will try again after."""

    @property
    def lag(self) -> int:
        """How many events it is behind the log."""
        return max(0, self.head - self.position)


class ProjectionStopped(PersistenceError):
    """The projection stands before an event that it cannot fold, so waiting for it is in vain."""

    def __init__(self, name: str, poison: Poison) -> None:
        super().__init__(f"the read model {name!r} has stopped: {poison}")
        self.name = name
        self.position = poison.position


class Backoff(Struct, frozen=True, kw_only=True):
    """How many seconds to wait after an error: twice as long each time, within bounds."""

    shortest: float = 0.1
    longest: float = 30.0

    def after(self, failures: int) -> float:
        """Return how long to wait after so many failures in a row."""
        return min(self.longest, self.shortest * 2.0 ** min(failures, 32))


class Projector:
    """Keeps projections up to date while it is entered (`async with`)."""

    def __init__(
        self,
        store: Store,
        database: ReadDatabase,
        projections: Sequence[Projection],
        *,
        batch: int = 1000,
        backoff: Backoff | None = None,
    ) -> None:
        self._store = store
        self._database = database
        self._batch = batch
        self._runners = {
            projection.name: _Runner(store, database, projection, batch, backoff or Backoff())
            for projection in projections
        }
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Start all projections; those that the code has a newer version of are rebuilt."""
        self._tasks = [
            asyncio.create_task(runner.run(), name=f"projection {name}")
            for name, runner in self._runners.items()
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop all projections; the transactions under way are finished."""
        await ended(self._tasks)
        self._tasks = []

    async def prepare(self) -> None:
        """Make empty tables for the read models that have none, so that readers find some.

        Raises NewerVersion.
        """
        for runner in self._runners.values():
            await self._database.write(ensure, runner.projection)

    async def status(self) -> list[ProjectionStatus]:
        """Return how far each projection is; answers also when the projector is not entered."""
        rows = await self._database.read(all_tracked)
        head = await self._store.head()
        return [
            runner.status(rows.get((name, Role.ACTIVE)), rows.get((name, Role.REBUILD)), head)
            for name, runner in self._runners.items()
        ]

    async def wait_until(self, position: Position, within: float, *names: str) -> None:
        """Wait until the named projections, or all, know of a position; at most so many seconds.

        Raises TimeoutError, and ProjectionStopped when one of them cannot come so far.
        """
        try:
            async with asyncio.timeout(within):
                for name in names or self._runners:
                    await self._runners[name].reached(position)
        except TimeoutError:
            raise TimeoutError(f"position {position} was not reached within {within} s") from None

    async def rebuild(self, name: str, progress: Progress | None = None) -> Position:
        """Rebuild a projection beside what runs, and swap; see `projections.rebuild`."""
        projection = self._runners[name].projection
        return await rebuild(self._store, self._database, projection, progress=progress, batch=self._batch)


class _Runner:
    """One projection on its way through the log."""

    def __init__(
        self, store: Store, database: ReadDatabase, projection: Projection, batch: int, backoff: Backoff
    ) -> None:
        self.projection = projection
        self._store = store
        self._database = database
        self._batch = batch
        self._backoff = backoff
        self._position: Position = 0
        self._changed = asyncio.Event()
        self._poison: Poison | None = None
        self._failures = 0
        self._error: str | None = None

    async def run(self) -> None:
        """Go on for ever, whatever happens."""
        while True:
            try:
                if self._poison is None:
                    await self._go_on()
                else:
                    await self._stay_stopped(self._poison)
            except Poison as poison:
                # All that came before it has been written.
                self._position = max(self._position, poison.position - 1)
                self._stop(poison)
            except RebuildFailed as failed:
                self._stop(failed.poison)
            except Exception as error:
                # Whatever it is, it is shown and tried again, and the other projections go on.
                delay = self._backoff.after(self._failures)
                self._failures += 1
                self._error = described(error)
                logger.warning(
                    "%s failed, trying again in %.1f s", self.projection.name, delay, exc_info=error
                )
                await asyncio.sleep(delay)

    async def reached(self, position: Position) -> None:
        """Wait until the position is reached."""
        while self._position < position:
            if self._poison is not None:
                raise ProjectionStopped(self.projection.name, self._poison)
            await self._changed.wait()

    def status(self, active: Tracked | None, rebuilt: Tracked | None, head: Position) -> ProjectionStatus:
        """Describe how it goes, from the tracking rows and what this process knows besides."""
        failed = active is not None and active.failed_position is not None
        lease = None if rebuilt is None else rebuilt.leased_until
        if failed:
            condition = Condition.STOPPED
        elif lease is not None and lease > datetime.now(UTC):
            condition = Condition.REBUILDING
        elif self._error is not None:
            condition = Condition.RETRYING
        else:
            condition = Condition.FOLLOWING
        return ProjectionStatus(
            name=self.projection.name,
            version=self.projection.version,
            condition=condition,
            position=0 if active is None else active.position,
            head=head,
            generation=0 if active is None else active.generation,
            updated_at=None if active is None else active.updated_at,
            rebuilt=None if rebuilt is None else rebuilt.position,
            failed_position=None if active is None else active.failed_position,
            failed_topic=None if active is None else active.failed_topic,
            error=active.error if active is not None and failed else self._error,
        )

    async def _go_on(self) -> None:
        self._position = await self._begun()
        self._ring()
        try:
            async with _following(self._store, self._position, self._batch) as batches:
                async for batch in batches:
                    self._moved(await carry(batch, self._write))
            raise PersistenceError("the log let go of its follower")
        except CorruptEvent:
            self._moved(await carry_up_to_corrupt(self._store, self._position, self._batch, self._write))

    async def _begun(self) -> Position:
        active = await self._database.write(ensure, self.projection)
        head = await self._store.head()
        if active.version != self.projection.version or active.position > head:
            # The code is newer than the rows, or they were made from another log that went further.
            logger.info("%s is rebuilt in version %s", self.projection.name, self.projection.version)
            return await rebuild(self._store, self._database, self.projection, batch=self._batch)
        if active.position == head:
            self._error = None
        return active.position

    async def _write(self, events: Sequence[Recorded]) -> Tracking:
        return await self._database.write(advance, self.projection, events)

    def _moved(self, position: Position) -> None:
        self._position = position
        self._failures, self._error = 0, None
        self._ring()

    def _stop(self, poison: Poison) -> None:
        logger.error("%s stops: %s", self.projection.name, poison, exc_info=poison)
        self._poison = poison
        self._ring()

    def _ring(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _stay_stopped(self, poison: Poison) -> None:
        """Return only when another process has brought the projection past the event, or rebuilt it."""
        await self._database.write(_record, self.projection, poison)
        while (active := await self._database.read(tracked, self.projection.name, Role.ACTIVE)) is not None:
            if active.failed_position is None:
                break
            await asyncio.sleep(min(LOOK_AGAIN, self._backoff.longest))
        self._poison = None


def _record(connection: Connection, projection: Projection, poison: Poison) -> None:
    active = tracked(connection, projection.name, Role.ACTIVE, lock=True)
    # Rows that another process has brought past the event by now have not failed.
    if active is not None and (active.version != projection.version or active.position < poison.position):
        track(
            connection,
            projection.name,
            Role.ACTIVE,
            failed_position=poison.position,
            failed_topic=poison.topic,
            error=poison.error,
        )


@asynccontextmanager
async def _following(
    store: Store, after: Position, limit: int
) -> AsyncGenerator[AsyncIterator[list[Recorded]]]:
    batches = store.follow(after, limit)
    try:
        yield batches
    finally:
        if isinstance(batches, AsyncGenerator):
            await batches.aclose()
