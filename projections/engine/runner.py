"""Runs one projection in this process: follows the log, and retries for ever after failures."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Final
from uuid import uuid4

from eventsourcing.persistence import PersistenceError, Tracking
from sqlalchemy import exc

from application.codec import CorruptEvent, Position
from application.runtime.backoff import Backoff
from application.runtime.cancellation import cancel_and_wait
from application.store.port import LogRestored, Store, LogSlice
from projections.database.coalesced_query import SharedLook
from projections.database.connections import ReadDatabase
from projections.engine.batches import Poison, carry, carry_up_to_corrupt, described, length_of, record
from projections.engine.generations import Elsewhere, advance
from projections.engine.leases import LEASE, claim, keep, look, release, take
from projections.engine.log_origin import made_elsewhere, stamped
from projections.engine.projection import Projection
from projections.engine.skipped_events import Skips
from projections.engine.status import ProjectionStopped
from projections.engine.tracking import Role, Tracked, tracked
from projections.engine.versions import ReadersStay, begin_anew, drop_unused, open_to_readers

logger = logging.getLogger(__name__)

LOOK_AGAIN: Final = 0.5
"""Seconds between looks at a projection that another process runs, or may repair."""
RENEW: Final = LEASE.total_seconds() / 3
"""Seconds without events after which the lease is renewed."""
TIDY: Final = 60.0
"""Seconds between checks for rows of unused versions, or between marks that its own rows are in use."""
REST: Final = 0.1
"""Seconds for which events gather before they are projected, unless a caller waits for them.

Otherwise each of a series of single moves would cost one transaction per projection.
"""


LOOK_SOON: Final = Backoff(shortest=0.01, longest=0.1)
"""Delays between the looks of a caller that waits for another process."""


class Runner:
    """Runs one projection in this process."""

    def __init__(
        self, store: Store, database: ReadDatabase, projection: Projection, batch: int, backoff: Backoff
    ) -> None:
        self.projection = projection
        self.error: str | None = None
        """The error after which the projection will be retried; None if there is none."""
        self._store = store
        self._database = database
        self._batch = batch
        self._length = length_of(projection, batch)
        self._backoff = backoff
        self._holder = uuid4().hex
        self._holds = False
        self._claimed = False
        """Whether it may hold the lease, even if it was cancelled before the claim returned."""
        self._position: Position = 0
        self._changed = asyncio.Event()
        self._wanted: Position = 0
        """The highest position that a caller has waited for."""
        self._hurry = asyncio.Event()
        self._poison: Poison | None = None
        self._failures = 0
        self._elsewhere = SharedLook(lambda: database.read(tracked, projection, Role.ACTIVE))
        """The tracking row as another process updates it, read once for all waiting callers."""
        self._ready = False
        """Whether readers may use the rows."""
        self._skips = Skips()
        self._tidied: float | None = None

    async def run(self) -> None:
        """Run until cancelled; no error ends it."""
        while True:
            try:
                if self._poison is None:
                    await self._go_on()
                else:
                    await self._stay_stopped(self._poison)
            except Elsewhere:
                # This process renewed its lease too late, and another process has taken over.
                self._holds = False
            except Poison as poison:
                # All events before it have been written.
                if self._ready:
                    self._position = max(self._position, poison.position - 1)
                self._stop(poison)
            except LogRestored:
                # The rows will be made anew; until then they include no event of the log.
                self._reach(0)
                await asyncio.sleep(self._backoff.shortest)
            except Exception as error:
                # Any error is reported and retried, and the other projections continue.
                delay = self._backoff.after(self._failures)
                self._failures += 1
                self.error = described(error)
                logger.warning(
                    "%s failed, trying again in %.1f s", self.projection.name, delay, exc_info=error
                )
                await asyncio.sleep(delay)

    async def let_go(self) -> None:
        """Release the lease, so that other processes can take over."""
        self._holds = False
        if self._claimed:
            await self._database.write(release, self.projection, self._holder)
            self._claimed = False

    async def reached(self, position: Position) -> None:
        """Wait until this runner has reached the position; raises ProjectionStopped."""
        self._want(position)
        while self._position < position:
            self._refuse_if_stopped()
            await self._changed.wait()

    async def known(self, position: Position) -> None:
        """Wait until readers find the position reached by any process; raises ProjectionStopped."""
        if self._position > position and self._position > await self._store.head():
            # The log was restored, and this runner has not noticed yet.
            self._reach(0)
        self._want(position)
        looks = 0
        while self._position < position:
            self._refuse_if_stopped()
            if not self._holds:
                active = await self._elsewhere.next()
                if active is not None:
                    if active.ready and active.position >= position:
                        return
                    if active.failed_position is not None:
                        raise ProjectionStopped(
                            active.name, active.failed_position, active.failed_topic, active.error
                        )
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SOON.after(looks)):
                    await self._changed.wait()
            looks += 1

    def _want(self, position: Position) -> None:
        self._wanted = max(self._wanted, position)
        self._hurry.set()

    def _refuse_if_stopped(self) -> None:
        if (poison := self._poison) is not None:
            raise ProjectionStopped(self.projection.name, poison.position, poison.topic, poison.error)

    async def _go_on(self) -> None:
        active = await self._begun()
        self._ready = active.ready
        self._holds = active.owner == self._holder
        if not self._holds:
            self._reach(active.position if active.ready else 0)
            self._failures, self.error = 0, None
            await asyncio.sleep(LOOK_AGAIN)
            return
        position, length, kinds = active.position, self._length, self.projection.kinds
        try:
            head = await self._store.head()
            await self._open_at(position, head)
            if position >= head:
                # Only after catching up: readers wait for that, and old rows can be dropped later.
                await self._tidy()
            self._reach(position if self._ready else 0)
            async with aclosing(self._store.follow_slices(position, length, kinds)) as stretches:
                while (stretch := await self._next(stretches)) is not None:
                    position = await carry(self._skips.without(stretch), self._write)
                    await self._open_at(position, stretch.head)
                    self._moved(position)
                    if stretch.upto < stretch.after + length:
                        await self._tidy()
                        await self._rest(position)
            raise PersistenceError("the log let go of its follower")
        except CorruptEvent:
            position = await carry_up_to_corrupt(
                self._store, position, length, kinds, self._write, self._skips
            )
            await self._open_at(position, await self._store.head())
            self._moved(position)

    async def _begun(self) -> Tracked:
        known, leased = await self._database.read(look, self.projection)
        if known is not None and leased and known.owner != self._holder:
            return known
        self._claimed = True
        active, skips = await self._database.write(take, self.projection, self._holder)
        if active.owner != self._holder:
            return active
        if await made_elsewhere(self._store, active):
            logger.warning("%s is made anew: its rows are of another log", self.projection.name)
            await self._database.write(begin_anew, self.projection, active)
            active = await self._claim()
        for skip in skips:
            logger.warning("%s", skip.notice)
        self._skips = Skips(skips)
        if active.position == await self._store.head():
            self.error = None
        return active

    async def _open_at(self, position: Position, head: Position | None) -> None:
        """Open the rows to readers once they have caught up."""
        if not self._ready and head is not None and position >= head:
            await self._database.write(open_to_readers, self.projection)
            self._ready = True
            logger.info("%s is built in version %s", self.projection.name, self.projection.version)

    async def _tidy(self) -> None:
        """Drop the rows of versions that no process has used for an hour, at most once a minute."""
        now = time.monotonic()
        if not self._ready or (self._tidied is not None and now < self._tidied + TIDY):
            return
        self._tidied = now
        try:
            dropped = await self._database.write(drop_unused, self.projection)
        except (ReadersStay, exc.DBAPIError) as error:
            # The read model itself is not affected.
            logger.warning("old rows of %s stay for now", self.projection.name, exc_info=error)
        else:
            for version in dropped:
                logger.info("the rows of %s in version %s are dropped", self.projection.name, version)

    async def _next(self, stretches: AsyncIterator[LogSlice]) -> LogSlice | None:
        """Return the next stretch of the log; renew the lease while waiting for it."""
        coming = asyncio.ensure_future(anext(stretches, None))
        try:
            while not (await asyncio.wait({coming}, timeout=RENEW))[0]:
                await self._renew()
            return coming.result()
        finally:
            await cancel_and_wait([coming])

    async def _rest(self, position: Position) -> None:
        """Let events gather for REST seconds, or until a caller waits for them."""
        self._hurry.clear()
        if self._wanted <= position:
            with suppress(TimeoutError):
                async with asyncio.timeout(REST):
                    await self._hurry.wait()

    async def _renew(self) -> None:
        active = await self._claim()
        if active.owner != self._holder:
            raise Elsewhere(self.projection.name)
        await self._tidy()

    async def _claim(self) -> Tracked:
        self._claimed = True
        return await self._database.write(claim, self.projection, self._holder)

    async def _write(self, stretch: LogSlice) -> Tracking:
        found = await stamped(self._store, stretch)
        return await self._database.write(advance, self.projection, found, lease=LEASE, holder=self._holder)

    def _moved(self, position: Position) -> None:
        self._failures, self.error = 0, None
        self._reach(position)

    def _reach(self, position: Position) -> None:
        if position != self._position:
            self._position = position
            self._ring()

    def _stop(self, poison: Poison) -> None:
        logger.error("%s stops: %s", self.projection.name, poison, exc_info=poison)
        self._poison = poison
        self._ring()

    def _ring(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _stay_stopped(self, poison: Poison) -> None:
        """Return once the event is skipped, or another process has brought the projection past it."""
        await self._database.write(record, self.projection, poison)
        # Another process may have code that can fold the event.
        await self.let_go()
        said = time.monotonic()
        while (active := await self._database.read(tracked, self.projection, Role.ACTIVE)) is not None:
            if active.failed_position is None:
                break
            await asyncio.sleep(min(LOOK_AGAIN, self._backoff.longest))
            if time.monotonic() >= said + TIDY:
                # Other processes would drop rows that seem to be unused.
                said = time.monotonic()
                await self._database.write(keep, self.projection)
        self._poison = None
