"""Projection engine: follows the log to keep read models up to date, each in a task of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Self

from sqlalchemy import Connection

from application.codec import CorruptEvent, Position
from application.runtime.backoff import Backoff
from application.runtime.cancellation import cancel_and_wait
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.engine.batches import BATCH
from projections.engine.generations import ensure
from projections.engine.log_origin import made_elsewhere
from projections.engine.projection import Projection
from projections.engine.rebuild import Progress, rebuild
from projections.engine.runner import Runner
from projections.engine.skipped_events import Skip, skip, skips_of
from projections.engine.status import (
    Condition,
    NotFresh,
    ProjectionStatus,
    ProjectionStopped,
    UnknownProjection,
    status_of,
)
from projections.engine.tracking import Role, Tracked, all_tracked, clock
from projections.engine.versions import begin_anew

__all__ = [
    "Backoff",
    "Condition",
    "NotFresh",
    "ProjectionStatus",
    "ProjectionStopped",
    "Projector",
    "UnknownProjection",
]

logger = logging.getLogger(__name__)


class Projector:
    """Keeps projections up to date while it is entered (`async with`).

    Several processes may run one on the same database: one of them works on a projection, and another takes
    over within seconds after it stops.
    """

    def __init__(
        self,
        store: Store,
        database: ReadDatabase,
        projections: Sequence[Projection],
        *,
        batch: int = BATCH,
        backoff: Backoff | None = None,
    ) -> None:
        self._store = store
        self._database = database
        self._batch = batch
        self._runners = {
            projection.name: Runner(store, database, projection, batch, backoff or Backoff())
            for projection in projections
        }
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Start all projections; one without rows of the code's version begins at the first event."""
        self._tasks = [
            asyncio.create_task(runner.run(), name=f"projection {name}")
            for name, runner in self._runners.items()
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop all projections and release their leases, after finishing the transactions in progress."""
        await cancel_and_wait(self._tasks)
        self._tasks = []
        left = await asyncio.gather(
            *(runner.let_go() for runner in self._runners.values()), return_exceptions=True
        )
        for error in left:
            if error is not None:
                # Other processes then wait until the lease expires.
                logger.warning("a read model could not be left to other processes", exc_info=error)

    async def prepare(self) -> None:
        """Create empty tables for read models that have none, or whose rows are of another log."""
        for runner in self._runners.values():
            active = await self._database.write(ensure, runner.projection)
            if await made_elsewhere(self._store, active):
                logger.warning("%s is made anew: its rows are of another log", runner.projection.name)
                await self._database.write(begin_anew, runner.projection, active)

    async def status(self) -> list[ProjectionStatus]:
        """Return the status of each projection; works also when the projector is not entered."""
        rows, skips, now = await self._database.read(
            _look, [each.projection for each in self._runners.values()]
        )
        head = await self._store.head()
        found = []
        for name, runner in self._runners.items():
            version = runner.projection.version
            active = rows.get((name, version, Role.ACTIVE))
            position = 0 if active is None else active.position
            found.append(
                status_of(
                    name,
                    version,
                    active,
                    rows.get((name, version, Role.REBUILD)),
                    others=[
                        row
                        for row in rows.values()
                        if row.name == name and row.version != version and row.role is Role.ACTIVE
                    ],
                    skips=skips[name],
                    head=head,
                    behind=await self._behind(position, now) if position < head else 0.0,
                    now=now,
                    error=runner.error,
                )
            )
        return found

    async def wait_until(self, position: Position, within: float, *names: str) -> None:
        """Wait up to `within` seconds until the named projections, or all, have reached a position.

        Raises NotFresh, ProjectionStopped if one of them cannot reach it, and UnknownProjection.
        """
        try:
            async with asyncio.timeout(within):
                for runner in self._named(names or self._runners):
                    await runner.reached(position)
        except TimeoutError:
            raise NotFresh(position, within) from None

    async def fresh(self, within: float, *names: str) -> None:
        """Wait up to `within` seconds until the named projections have reached the log's current end.

        Any process may be the one that keeps them up to date. Raises NotFresh, ProjectionStopped and
        UnknownProjection.
        """
        runners = self._named(names)
        head = await self._store.head()
        try:
            async with asyncio.timeout(within):
                for runner in runners:
                    await runner.known(head)
        except TimeoutError:
            raise NotFresh(head, within) from None

    async def rebuild(self, name: str, progress: Progress | None = None) -> Position:
        """Rebuild a projection beside the active rows, then swap; see `projections.engine.rebuild`.

        Raises UnknownProjection too.
        """
        [runner] = self._named([name])
        return await rebuild(
            self._store, self._database, runner.projection, progress=progress, batch=self._batch
        )

    async def skip(self, name: str, position: Position, *, why: str, by: str) -> Skip:
        """Skip the event that stops a projection; the reason and its author are recorded.

        Raises NotStopped and UnknownProjection.
        """
        [runner] = self._named([name])
        return await self._database.write(skip, runner.projection, position, why=why, by=by)

    def _named(self, names: Iterable[str]) -> list[Runner]:
        for name in names:
            if name not in self._runners:
                raise UnknownProjection(name, tuple(self._runners))
        return [self._runners[name] for name in names]

    async def _behind(self, position: Position, now: datetime) -> float | None:
        """Return the age in seconds of the first event after a position; None if it is unreadable."""
        try:
            found = await self._store.select(position, 1)
        except CorruptEvent:
            return None
        return max(0.0, (now - found[0].at).total_seconds()) if found else 0.0


def _look(
    connection: Connection, projections: Sequence[Projection]
) -> tuple[dict[tuple[str, int, Role], Tracked], dict[str, list[Skip]], datetime]:
    skips = {each.name: skips_of(connection, each) for each in projections}
    return all_tracked(connection), skips, clock(connection)
