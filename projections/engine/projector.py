"""Projection engine: follows the log to keep read models up to date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final, Self

from sqlalchemy import Connection

from application.codec import CorruptEvent, Position
from application.runtime.backoff import Backoff
from application.runtime.cancellation import cancel_and_wait
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.engine.batches import BATCH
from projections.engine.generations import ensure
from projections.engine.log_origin import is_of_another_log
from projections.engine.projection import Projection
from projections.engine.rebuild import Progress, rebuild
from projections.engine.running.joint_follower import JointFollower
from projections.engine.running.requested_position import RequestedPosition
from projections.engine.running.runner import Runner
from projections.engine.running.runner_state import RunnerState
from projections.engine.running.unused_rows import TIDY_INTERVAL
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
from projections.engine.versions import drop_retired, has_retired, restart_rows

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

RETRIES: Final = Backoff(shortest=0.1, longest=2.0)
"""Delays before a failed projection tries again; the database may be back any time."""
STATE_INTERVAL: Final = 0.5
"""Seconds between checks for changes of errors and leases; changes of positions are noticed at once."""


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
        self.requested = RequestedPosition()
        """The highest position that a caller waits for."""
        self._joint = JointFollower(store, database, self.requested, batch)
        self._changed = asyncio.Event()
        self._repeats_states = False
        """True if states are to be yielded although they have not changed."""
        self._runners = {
            projection.name: Runner(
                store,
                database,
                projection,
                batch,
                backoff or RETRIES,
                joint=self._joint,
                requested=self.requested,
                changed=self._changed.set,
            )
            for projection in projections
        }
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Start all projections; one without rows of the code's version begins at the first event."""
        self._tasks = [
            asyncio.create_task(runner.run(), name=f"projection {name}")
            for name, runner in self._runners.items()
        ]
        self._tasks.append(asyncio.create_task(self._joint.run(), name="projections that have caught up"))
        self._tasks.append(asyncio.create_task(self._drop_retired(), name="retired read models"))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop all projections and release their leases, after finishing the transactions in progress."""
        await cancel_and_wait(self._tasks)
        self._tasks = []
        await asyncio.gather(*(runner.release_lease() for runner in self._runners.values()))

    async def prepare(self) -> None:
        """Create empty tables for read models that have none, or whose rows are of another log."""
        lacks_events = await self._store.head() > 0
        for runner in self._runners.values():
            active = await self._database.write(ensure, runner.projection, lacks_events=lacks_events)
            if await is_of_another_log(self._store, active):
                logger.warning("%s is made anew: its rows are of another log", runner.projection.name)
                await self._database.write(restart_rows, runner.projection, active)

    def wake(self, requested: Position = 0) -> None:
        """Read the log now; events up to a position that a caller waits for do not gather.

        All states are repeated for such a caller: another process may have forgotten them after a restore.
        """
        if requested:
            self.requested.request(requested)
            self._repeats_states = True
            self._changed.set()
        self._joint.wake()

    async def states(self) -> AsyncGenerator[list[RunnerState], None]:
        """Yield the states of the projections to one reader, then of those that change, for ever."""
        known: dict[str, RunnerState] = {}
        while True:
            self._changed.clear()
            if self._repeats_states:
                self._repeats_states = False
                known = {}
            found = {name: runner.state for name, runner in self._runners.items()}
            if changed := [state for name, state in found.items() if state != known.get(name)]:
                yield changed
            known = found
            with suppress(TimeoutError):
                async with asyncio.timeout(STATE_INTERVAL):
                    await self._changed.wait()

    def apply_reports(self, states: Iterable[RunnerState]) -> None:
        """Take over the states of projections that another process keeps up to date."""
        for state in states:
            if (runner := self._runners.get(state.name)) is not None:
                if state.position < runner.position:
                    # The log was restored: positions that callers waited for may be new ones again.
                    self.requested.reset()
                runner.apply_report(state)

    def forget_reports(self) -> None:
        """Forget the reported states, because the process that reported them has ended."""
        for runner in self._runners.values():
            runner.apply_report(None)

    async def status(self) -> list[ProjectionStatus]:
        """Return the status of each projection; works also when the projector is not entered."""
        rows, skips, now = await self._database.read(
            _read_status, [each.projection for each in self._runners.values()]
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
                    missing_at=await self._first_after(position, now) if position < head else None,
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
                    await runner.readable_at(head)
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

        Raises EveryEventNeeded, NotStopped and UnknownProjection.
        """
        [runner] = self._named([name])
        return await self._database.write(skip, runner.projection, position, why=why, by=by)

    async def _drop_retired(self) -> None:
        """Drop read models that no longer exist, once the servers that use them are gone."""
        while True:
            try:
                if not await self._database.read(has_retired):
                    return
                for name in await self._database.write(drop_retired):
                    logger.info("the rows of %s, which no longer exists, are dropped", name)
            except Exception as error:
                # Any error is retried, because no other read model is affected.
                logger.warning("retired read models stay for now", exc_info=error)
            await asyncio.sleep(TIDY_INTERVAL)

    def _named(self, names: Iterable[str]) -> list[Runner]:
        for name in names:
            if name not in self._runners:
                raise UnknownProjection(name, tuple(self._runners))
        return [self._runners[name] for name in names]

    async def _first_after(self, position: Position, now: datetime) -> datetime | None:
        """Return the time of the first event after a position, or `now`; None if it is unreadable."""
        try:
            found = await self._store.select(position, 1)
        except CorruptEvent:
            return None
        return found[0].at if found else now


def _read_status(
    connection: Connection, projections: Sequence[Projection]
) -> tuple[dict[tuple[str, int, Role], Tracked], dict[str, list[Skip]], datetime]:
    skips = {each.name: skips_of(connection, each) for each in projections}
    return all_tracked(connection), skips, clock(connection)
