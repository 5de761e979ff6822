"""One projection on its way through the log: it follows, fails, waits, and goes on, for ever."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from datetime import UTC, datetime
from typing import Final
from uuid import uuid4

from eventsourcing.persistence import PersistenceError, Tracking
from msgspec import Struct
from sqlalchemy import Connection

from application.ending import ended
from application.recorded import CorruptEvent, Position
from application.store import Store, Stretch
from projections.batches import Poison, carry, carry_up_to_corrupt, described, length_of
from projections.database import ReadDatabase
from projections.leases import LEASE, claim, release, until
from projections.projection import Projection
from projections.rebuild import RebuildFailed, rebuild
from projections.shared_look import SharedLook
from projections.status import ProjectionStopped
from projections.tables import Elsewhere, Role, Tracked, advance, track, tracked

logger = logging.getLogger(__name__)

LOOK_AGAIN: Final = 0.5
"""Seconds after which a projection that another process takes care of, or may mend, looks again."""
RENEW: Final = LEASE.total_seconds() / 3
"""Seconds without events after which a lease is renewed."""
REST: Final = 0.1
"""Seconds that events gather in before they are projected, where nobody waits for them.

At one move after the other each would otherwise be a transaction of every projection's.
"""


class Backoff(Struct, frozen=True, kw_only=True):
    """How many seconds to wait before the next attempt: twice as long each time, within bounds."""

    shortest: float = 0.1
    longest: float = 30.0

    def after(self, attempts: int) -> float:
        """Return how long to wait after so many attempts in a row."""
        return min(self.longest, self.shortest * 2.0 ** min(attempts, 32))


LOOK_SOON: Final = Backoff(shortest=0.01, longest=0.1)
"""After how many seconds somebody who waits for what another process does looks again."""


class Runner:
    """One projection in this process."""

    def __init__(
        self, store: Store, database: ReadDatabase, projection: Projection, batch: int, backoff: Backoff
    ) -> None:
        self.projection = projection
        self.error: str | None = None
        """What it will try again after."""
        self._store = store
        self._database = database
        self._batch = batch
        self._length = length_of(projection, batch)
        self._backoff = backoff
        self._holder = uuid4().hex
        self._holds = False
        self._claimed = False
        """Whether the lease may be its own, also when it was cancelled before it learned so."""
        self._position: Position = 0
        self._changed = asyncio.Event()
        self._wanted: Position = 0
        """How far somebody waited for."""
        self._hurry = asyncio.Event()
        self._poison: Poison | None = None
        self._failures = 0
        self._elsewhere = SharedLook(lambda: database.read(tracked, projection.name, Role.ACTIVE))
        """How far the process is that projects, for all who wait here."""

    async def run(self) -> None:
        """Go on for ever, whatever happens."""
        while True:
            try:
                if self._poison is None:
                    await self._go_on()
                else:
                    await self._stay_stopped(self._poison)
            except Elsewhere:
                # This process was slow to renew its lease; from now on it looks on.
                self._holds = False
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
                self.error = described(error)
                logger.warning(
                    "%s failed, trying again in %.1f s", self.projection.name, delay, exc_info=error
                )
                await asyncio.sleep(delay)

    async def let_go(self) -> None:
        """Leave the projection to other processes."""
        self._holds = False
        if self._claimed:
            await self._database.write(release, self.projection, self._holder)
            self._claimed = False

    async def reached(self, position: Position) -> None:
        """Wait until the position is reached; raises ProjectionStopped."""
        self._want(position)
        while self._position < position:
            self._refuse_if_stopped()
            await self._changed.wait()

    async def known(self, position: Position) -> None:
        """Wait until readers find the position reached, whoever projects; raises ProjectionStopped."""
        self._want(position)
        looks = 0
        while self._position < position:
            self._refuse_if_stopped()
            if not self._holds:
                active = await self._elsewhere.next()
                if active is not None and active.version == self.projection.version:
                    if active.position >= position:
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
        self._reach(active.position)
        self._holds = active.owner == self._holder
        if not self._holds:
            self._failures, self.error = 0, None
            await asyncio.sleep(LOOK_AGAIN)
            return
        try:
            async with aclosing(
                self._store.stretches(self._position, self._length, self.projection.kinds)
            ) as stretches:
                while (stretch := await self._next(stretches)) is not None:
                    self._moved(await carry(stretch, self._write))
                    if stretch.upto < stretch.after + self._length:
                        await self._rest()
            raise PersistenceError("the log let go of its follower")
        except CorruptEvent:
            self._moved(
                await carry_up_to_corrupt(
                    self._store, self._position, self._length, self.projection.kinds, self._write
                )
            )

    async def _begun(self) -> Tracked:
        active = await self._database.read(tracked, self.projection.name, Role.ACTIVE)
        now = datetime.now(UTC)
        if active is None or active.version != self.projection.version or not active.leased(now):
            active = await self._claim()
        head = await self._store.head()
        if active.version != self.projection.version or active.position > head:
            # The code is newer than the rows, or they were made from another log that went further.
            logger.info("%s is rebuilt in version %s", self.projection.name, self.projection.version)
            await rebuild(self._store, self._database, self.projection, batch=self._batch)
            active = await self._claim()
        if active.position == head:
            self.error = None
        return active

    async def _next(self, stretches: AsyncIterator[Stretch]) -> Stretch | None:
        """Return the next stretch of the log; renews the lease while none comes."""
        coming = asyncio.ensure_future(anext(stretches, None))
        try:
            while not (await asyncio.wait({coming}, timeout=RENEW))[0]:
                await self._renew()
            return coming.result()
        finally:
            await ended([coming])

    async def _rest(self) -> None:
        """Let events gather, until somebody waits for what there is."""
        self._hurry.clear()
        if self._wanted <= self._position:
            with suppress(TimeoutError):
                async with asyncio.timeout(REST):
                    await self._hurry.wait()

    async def _renew(self) -> None:
        active = await self._claim()
        if active.owner != self._holder:
            raise Elsewhere(self.projection.name)

    async def _claim(self) -> Tracked:
        self._claimed = True
        return await self._database.write(claim, self.projection, self._holder)

    async def _write(self, stretch: Stretch) -> Tracking:
        return await self._database.write(
            advance, self.projection, stretch, leased_until=until(), holder=self._holder
        )

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
        """Return only when another process has brought the projection past the event, or rebuilt it."""
        await self._database.write(_record, self.projection, poison)
        # Another process may have code that can take the event.
        await self.let_go()
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
