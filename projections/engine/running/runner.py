"""Runs one projection in this process: catches up with the log, and retries for ever after failures."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing, suppress
from typing import Final
from uuid import uuid4

from eventsourcing.persistence import Tracking
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from application.codec import CorruptEvent, Position
from application.runtime.backoff import Backoff
from application.runtime.coalesced_query import CoalescedQuery
from application.store.port import LogRestored, LogSlice, Store
from projections.database.connections import ReadDatabase
from projections.engine.batches import (
    PoisonEvent,
    described,
    record_poison,
    slice_length,
    write_up_to_corrupt,
)
from projections.engine.generations import LeaseLost
from projections.engine.leases import CATCH_UP_LEASE, LEASE, claim, claim_with_skips, read_lease, release
from projections.engine.log_origin import is_of_another_log, rows_of_log
from projections.engine.projection import Projection
from projections.engine.running.joint_follower import JointFollower
from projections.engine.running.joint_writes import Share
from projections.engine.running.read_ahead import read_ahead
from projections.engine.running.requested_position import RequestedPosition
from projections.engine.running.runner_state import RunnerState
from projections.engine.running.slice_writer import SliceWriter
from projections.engine.running.stopped_rows import wait_while_stopped
from projections.engine.running.unused_rows import UnusedRows
from projections.engine.skipped_events import Skips
from projections.engine.status import ProjectionStopped
from projections.engine.tracking import Tracked
from projections.engine.versions import open_to_readers, restart_rows

logger = logging.getLogger(__name__)

POLL_INTERVAL: Final = 0.5
"""Seconds between polls of a projection that another process runs, or may repair."""
REPORT_TIMEOUT: Final = 0.1
"""Seconds after which a caller no longer relies on the reports of the process that holds the lease."""
POLL_BACKOFF: Final = Backoff(shortest=0.01, longest=0.1)
"""Delays between polls of a caller that waits for another process."""


class Runner:
    """Runs one projection in this process."""

    def __init__(
        self,
        store: Store,
        database: ReadDatabase,
        projection: Projection,
        batch: int,
        backoff: Backoff,
        *,
        joint: JointFollower,
        requested: RequestedPosition,
        changed: Callable[[], None],
    ) -> None:
        """Call `changed` whenever the state that others wait for changes."""
        self.projection = projection
        self.error: str | None = None
        """The error after which the projection will be retried; None if there is none."""
        self._store = store
        self._database = database
        self._length = slice_length(projection, batch)
        self._joint = joint
        self._requested = requested
        self._state_changed = changed
        self._backoff = backoff
        self.holder = uuid4().hex
        """The holder of the lease, while this process has it."""
        self._writer = SliceWriter(store, database, projection, CATCH_UP_LEASE, holder=self.holder)
        self._holds_lease = False
        self._is_reported = False
        """True while another process that holds the lease reports its state."""
        self._claimed = False
        """True if it may hold the lease, even if it was cancelled before the claim returned."""
        self.position: Position = 0
        """The position that the rows have reached."""
        self._changed = asyncio.Event()
        self._poison: PoisonEvent | None = None
        self._failures = 0
        self._tracked_by_others = CoalescedQuery(lambda: rows_of_log(store, database, projection))
        """The tracking row as another process updates it, read once for all waiting callers."""
        self._ready = False
        """True if readers may use the rows."""
        self._skips = Skips()
        self._unused_rows = UnusedRows(database, projection)

    async def run(self) -> None:
        """Run until cancelled; no error ends it."""
        while True:
            try:
                if self._poison is None:
                    await self._follow()
                else:
                    await self._wait_while_stopped(self._poison)
            except LeaseLost:
                # This process renewed its lease too late, and another process has taken over.
                self._holds_lease = False
            except PoisonEvent as poison:
                # All events before it have been written.
                if self._ready:
                    self.position = max(self.position, poison.position - 1)
                self._stop(poison)
            except LogRestored:
                self._begin_again()
                await asyncio.sleep(self._backoff.shortest)
            except Exception as error:
                # Any error is reported and retried, and the other projections continue.
                delay = self._backoff.after(self._failures)
                traceback = None if self._failures else error
                self._failures, self.error = self._failures + 1, described(error)
                name = self.projection.name
                logger.warning("%s tries again in %.1f s: %s", name, delay, self.error, exc_info=traceback)
                # Another process may be able to read the log that this one cannot.
                if not isinstance(error, SQLAlchemyError):
                    await self.release_lease()
                await asyncio.sleep(delay)

    async def release_lease(self) -> None:
        """Release the lease, so that other processes can take over; on failure they wait until it expires."""
        self._holds_lease = False
        try:
            if self._claimed:
                await self._database.write(release, self.projection, self.holder)
                self._claimed = False
        except Exception as error:
            logger.warning("the lease of %s is not released", self.projection.name, exc_info=error)

    async def reached(self, position: Position) -> None:
        """Wait until this runner has reached the position; raises ProjectionStopped."""
        self._requested.request(position)
        while self.position < position:
            self._raise_if_stopped()
            await self._changed.wait()

    async def readable_at(self, position: Position) -> None:
        """Wait until readers find the position reached by any process; raises ProjectionStopped."""
        if self.position > position and self.position > await self._store.head():
            # The log was restored, and this runner has not noticed yet.
            self._begin_again()
        self._requested.request(position)
        polls = 0
        while self.position < position:
            self._raise_if_stopped()
            is_told = self._is_reported and not polls
            if not (self._holds_lease or is_told):
                active = await self._tracked_by_others.next()
                if active is not None:
                    if active.ready and active.position >= position:
                        return
                    if active.failed_position is not None:
                        raise ProjectionStopped(
                            active.name, active.failed_position, active.failed_topic, active.error
                        )
            with suppress(TimeoutError):
                async with asyncio.timeout(REPORT_TIMEOUT if is_told else POLL_BACKOFF.after(polls)):
                    await self._changed.wait()
            polls += 1

    @property
    def state(self) -> RunnerState:
        """The state that another process needs to wait for this runner's rows."""
        position = self.position if self._ready else 0
        return RunnerState(
            name=self.projection.name, position=position, holds_lease=self._holds_lease, error=self.error
        )

    def apply_report(self, state: RunnerState | None) -> None:
        """Take over the state of the runner in another process; None if it is no longer known."""
        self.error = None if state is None else state.error
        self._is_reported = state is not None and state.holds_lease
        self._reach(0 if state is None else state.position)

    def share_of(self, log_slice: LogSlice) -> Share:
        """Return the part of a slice that the projection folds."""
        kinds = self.projection.kinds
        events = self._skips.without(log_slice).events
        if kinds is not None:
            events = [each for each in events if type(each.event) in kinds]
        return Share(self.projection, self.holder, events)

    async def write_alone(self, log_slice: LogSlice) -> Tracking:
        """Fold the projection's part of a slice in a transaction of its own."""
        return await self._writer.write(replace(log_slice, events=self.share_of(log_slice).events), LEASE)

    def written_up_to(self, position: Position) -> None:
        """Record that the rows have reached a position."""
        self._failures, self.error = 0, None
        self._reach(position if self._ready else 0)

    def _raise_if_stopped(self) -> None:
        if (poison := self._poison) is not None:
            raise ProjectionStopped(self.projection.name, poison.position, poison.topic, poison.error)

    async def _follow(self) -> None:
        active = await self._claimed_rows()
        self._ready, self._holds_lease = active.ready, active.owner == self.holder
        if not self._holds_lease:
            self.written_up_to(active.position)
            await asyncio.sleep(POLL_INTERVAL)
            return
        position, length, kinds = active.position, self._length, self.projection.kinds
        try:
            head = await self._store.head()
            if position < head:
                await self._database.write(claim, self.projection, self.holder, CATCH_UP_LEASE)
            await self._open_if_caught_up(position, head)
            self._reach(position if self._ready else 0)
            following = self._store.follow_slices(position, length, kinds)
            async with aclosing(read_ahead(following) if self._database.on_server else following) as slices:
                while position < head:
                    log_slice = await anext(slices)
                    position = await self._writer.write_in_parts(self._skips.without(log_slice))
                    head = log_slice.upto if log_slice.head is None else log_slice.head
                    await self._open_if_caught_up(position, head)
                    self.written_up_to(position)
            # Only after catching up: readers wait for that, and old rows can be dropped later.
            await self.tidy()
            await self._joint.follow(self)
        except CorruptEvent:
            position = await write_up_to_corrupt(
                self._store, max(position, self.position), length, kinds, self._writer.write, self._skips
            )
            await self._open_if_caught_up(position, await self._store.head())
            self.written_up_to(position)

    async def _claimed_rows(self) -> Tracked:
        leased, is_leased = await self._database.read(read_lease, self.projection)
        if leased is not None and is_leased and leased.owner != self.holder:
            return leased
        self._claimed = True
        active, skips = await self._database.write(claim_with_skips, self.projection, self.holder)
        if active.owner != self.holder:
            return active
        if await is_of_another_log(self._store, active):
            logger.warning("%s is made anew: its rows are of another log", self.projection.name)
            await self._database.write(restart_rows, self.projection, active)
            active = await self._database.write(claim, self.projection, self.holder)
        for skip in skips:
            logger.warning("%s", skip.notice)
        self._skips = Skips(skips)
        if active.position == await self._store.head():
            self.error = None
        return active

    async def _open_if_caught_up(self, position: Position, head: Position | None) -> None:
        """Open the rows to readers once they have caught up."""
        if not self._ready and head is not None and position >= head:
            await self._database.write(open_to_readers, self.projection)
            self._ready = True
            logger.info("%s is built in version %s", self.projection.name, self.projection.version)

    async def tidy(self) -> None:
        """Drop the rows of unused versions, at most once a minute."""
        if self._ready:
            await self._unused_rows.drop()

    def _reach(self, position: Position) -> None:
        if position != self.position:
            self.position = position
            self._notify()

    def _begin_again(self) -> None:
        """Forget positions: the rows will be made anew, and until then they include no event of the log."""
        self._requested.reset()
        self._reach(0)

    def _stop(self, poison: PoisonEvent) -> None:
        logger.error("%s stops: %s", self.projection.name, poison, exc_info=poison)
        self._poison = poison
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
        self._state_changed()

    async def _wait_while_stopped(self, poison: PoisonEvent) -> None:
        """Return once the projection may go on."""
        await self._database.write(record_poison, self.projection, poison)
        # Another process may have code that can fold the event.
        await self.release_lease()
        interval = min(POLL_INTERVAL, self._backoff.longest)
        await wait_while_stopped(self._store, self._database, self.projection, interval)
        self._poison = None
