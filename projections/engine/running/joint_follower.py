"""Follows the log once for all read models that have caught up, and writes their rows in one transaction.

At low rates a projector spends its time on transactions and on handing work to threads, not on folding. A
read model that fails leaves the others, and comes back when it has caught up by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from time import monotonic
from typing import Any, Final, Protocol

from eventsourcing.persistence import OperationalError, PersistenceError, Tracking

from application.codec import Position
from application.runtime.cancellation import cancel_and_wait
from application.store.port import EventTypes, LogSlice, Store
from domain.events import Event
from projections.database.connections import ReadDatabase
from projections.engine.batches import is_caused_by_event, write_slice
from projections.engine.generations import GenerationChanged, LeaseLost
from projections.engine.leases import LEASE, claim_all
from projections.engine.projection import Projection
from projections.engine.running.joint_writes import Share, advance_together
from projections.engine.running.requested_position import RequestedPosition
from projections.engine.slice_completion import completed

JOINT_BATCH: Final = 500
"""Maximum events written for all read models in one transaction, which must end long before a lease does."""
RENEW_INTERVAL: Final = LEASE.total_seconds() / 3
"""Seconds without events after which the leases are renewed."""
GATHER_DELAY: Final = 0.1
"""Seconds for which events gather before they are projected; without it each move costs a transaction."""


class Member(Protocol):
    """A read model that has caught up, and whose lease this process holds."""

    @property
    def projection(self) -> Projection:
        """The read model."""

    @property
    def holder(self) -> str:
        """The holder of its lease."""

    @property
    def position(self) -> Position:
        """The position that its rows have reached."""

    def share_of(self, log_slice: LogSlice) -> Share:
        """Return the part of a slice that it folds."""

    async def write_alone(self, log_slice: LogSlice) -> Tracking:
        """Fold its part of a slice in a transaction of its own."""

    def written_up_to(self, position: Position) -> None:
        """Record that its rows have reached a position."""

    async def tidy(self) -> None:
        """Drop unused rows, if it is time for that."""


class JointFollower:
    """Keeps the read models of a process up to date together."""

    def __init__(
        self, store: Store, database: ReadDatabase, requested: RequestedPosition, batch: int
    ) -> None:
        self._store = store
        self._database = database
        self._requested = requested
        self._length = min(batch, JOINT_BATCH)
        self._members: dict[Member, asyncio.Future[None]] = {}
        self._joined = False
        """True if a read model has joined since the log is followed."""
        self._renewed_at = 0.0
        """When the leases were last renewed without events."""
        self._woken = asyncio.Event()
        self._upcoming: asyncio.Task[LogSlice | None] | None = None
        """The next slice, while it is awaited."""

    async def follow(self, member: Member) -> None:
        """Keep a read model up to date until an error ends that, which is raised."""
        failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._members[member] = failure
        self._joined = True
        self._woken.set()
        try:
            await failure
        finally:
            self._members.pop(member, None)

    def wake(self) -> None:
        """Read the log now."""
        self._woken.set()

    async def run(self) -> None:
        """Run until cancelled; an error is handed to the read models that it concerns."""
        while True:
            await self._woken.wait()
            # Also if no read model is there: a set event would let this loop run without end.
            self._woken.clear()
            try:
                await self._follow_together()
            except Exception as error:  # noqa: BLE001 - each runner handles it for its own read model, and joins again
                for member in tuple(self._members):
                    self._dismiss(member, error)

    async def _follow_together(self) -> None:
        while self._members:
            self._joined = False
            # Slices lack the event classes of those that join later.
            readers, kinds = tuple(self._members), self._kinds()
            # A read model that is ahead leaves out what its rows include.
            slices = self._store.follow_slices(self._reached(), self._length, kinds)
            try:
                while self._members and not self._joined:
                    if (log_slice := await self._next(slices, kinds)) is not None:
                        present = [member for member in readers if member in self._members]
                        projections = [member.projection for member in present]
                        whole = await completed(self._store, log_slice, projections)
                        written = await self._write(whole, present)
                        # What was read now comes once more from the follower; that is no reason to rest.
                        if written and log_slice.upto < log_slice.after + self._length:
                            await self._rest(log_slice.upto)
            finally:
                upcoming, self._upcoming = self._upcoming, None
                if upcoming is not None:
                    await cancel_and_wait([upcoming])
                # A second cancellation ends the wait and skips this: a running generator cannot be closed.
                await slices.aclose()

    def _reached(self) -> Position:
        return min(member.position for member in self._members)

    async def _rest(self, position: Position) -> None:
        """Let events gather, after the end of the log was reached."""
        for member in tuple(self._members):
            await member.tidy()
        await self._requested.wait_beyond(position, GATHER_DELAY)

    def _kinds(self) -> EventTypes:
        """Return the event classes that any of the read models folds."""
        found: frozenset[type[Event]] = frozenset()
        for member in self._members:
            if (kinds := member.projection.kinds) is None:
                return None
            found |= kinds
        return found

    async def _next(self, slices: AsyncIterator[LogSlice], kinds: EventTypes) -> LogSlice | None:
        """Wait for the next slice of the log; return None after renewing the leases, or if there is none."""
        if self._upcoming is None:
            self._upcoming = asyncio.create_task(_next_of(slices))
        woken = asyncio.create_task(self._woken.wait())
        both: set[asyncio.Task[Any]] = {self._upcoming, woken}
        try:
            await asyncio.wait(both, timeout=RENEW_INTERVAL, return_when="FIRST_COMPLETED")
        finally:
            await cancel_and_wait([woken])
        if self._upcoming.done():
            found, self._upcoming = self._upcoming.result(), None
            if found is None:
                raise PersistenceError("the log let go of its follower")
            return found
        if self._woken.is_set():
            self._woken.clear()
            if self._joined:
                return None
            found = await self._read_now(kinds)
            if found is not None or monotonic() < self._renewed_at + RENEW_INTERVAL:
                return found
        await self._renew()
        return None

    async def _read_now(self, kinds: EventTypes) -> LogSlice | None:
        """Read the log beside the follower, which reads the same events when it notices them itself.

        It is not interrupted instead: wake-ups may come faster than it can read.
        """
        try:
            found = await self._store.read_slice(self._reached(), self._length, kinds)
        except OperationalError:
            # The follower waits for the database, too.
            return None
        return found if found.upto > found.after else None

    async def _write(self, log_slice: LogSlice, readers: Iterable[Member]) -> bool:
        """Write a slice for the read models that it was read for; return False if their rows include it."""
        # A read model that left and rejoined may be behind; the next read begins at its position.
        members = [
            member for member in readers if member in self._members and member.position >= log_slice.after
        ]
        if all(member.position >= log_slice.upto for member in members):
            return False
        shares = [member.share_of(log_slice) for member in members]
        try:
            positions = await self._database.write(advance_together, shares, log_slice)
        except Exception as error:
            # An error of the database concerns all read models.
            if not (isinstance(error, GenerationChanged) or is_caused_by_event(error)):
                raise
            for member in members:
                await self._write_alone(member, log_slice)
        else:
            for member, position in zip(members, positions, strict=True):
                member.written_up_to(position)
        return True

    async def _write_alone(self, member: Member, log_slice: LogSlice) -> None:
        try:
            position = await write_slice(log_slice, member.write_alone)
        except Exception as error:  # noqa: BLE001 - it concerns this read model only, and its runner handles it
            self._dismiss(member, error)
        else:
            member.written_up_to(position)

    async def _renew(self) -> None:
        members, self._renewed_at = tuple(self._members), monotonic()
        found = await self._database.write(claim_all, [(each.projection, each.holder) for each in members])
        for member, row in zip(members, found, strict=True):
            if row.owner == member.holder:
                await member.tidy()
            else:
                self._dismiss(member, LeaseLost(row.name))

    def _dismiss(self, member: Member, error: Exception) -> None:
        failure = self._members.pop(member, None)
        if failure is not None and not failure.done():
            failure.set_exception(error)


async def _next_of(slices: AsyncIterator[LogSlice]) -> LogSlice | None:
    return await anext(slices, None)
