"""The writer of a PostgreSQL log: one task that commits together what waits together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, NamedTuple

import psycopg
from eventsourcing.persistence import OperationalError, PersistenceError

from application.recorded import Position
from application.store import Busy, LogRestored, Mark, OutcomeUnknown, StoreClosed
from application.store.group_commit import RETRY_AFTER, Entry, Outcome
from application.store.postgres_batch import Known, commit, found
from application.store.postgres_database import KEYED, Connection, Database, look, one, persistence_error

logger = logging.getLogger(__name__)

REMEMBERED: Final = 100_000
"""Games of which is kept in memory what they stand at."""
LONGEST: Final = 1.0
"""Seconds between two attempts to connect, at most."""

_SELF: Final = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
# Where the database's own setting is to lose what was committed last in a crash; what waits for more stays.
_DURABLE: Final = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'
"""
_END: Final = """
    SELECT coalesce(bool_and(pg_terminate_backend(pid, 5000)), true) FROM pg_stat_activity
    WHERE pid = %s AND backend_start = %s
"""


class _Waiting(NamedTuple):
    entry: Entry
    future: asyncio.Future[Position]


class Writer:
    """Appends what is handed to it, on a connection of its own."""

    def __init__(
        self,
        database: Database,
        appended: Callable[[Position], None],
        room: Callable[[], None],
        mark: Mark,
        capacity: int,
        patience: float,
    ) -> None:
        """Begin without a connection, on a log that was marked.

        `appended` is told, after commits, how far the log goes; `room` is called when a full queue was
        emptied.
        """
        self._database = database
        self._appended = appended
        self._room = room
        self._capacity = capacity
        self._patience = patience
        self._known = Known(REMEMBERED, mark)
        self._connection: Connection | None = None
        self._server: tuple[object, ...] | None = None
        self._waiting: list[_Waiting] = []
        self._changed = asyncio.Event()
        self._open = True
        self.full_since: float | None = None
        """When an append last found the database's disk full; None if one has succeeded since."""
        self._task = asyncio.create_task(self._run(), name="kibitz-writer")

    def append(self, entry: Entry) -> asyncio.Future[Position]:
        """Queue an entry; the future is done once the entry is durable.

        Raises Busy and StoreClosed.
        """
        if not self._open:
            raise StoreClosed
        if len(self._waiting) >= self._capacity:
            raise Busy(RETRY_AFTER)
        future: asyncio.Future[Position] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(entry, future))
        self._changed.set()
        return future

    @property
    def queued(self) -> int:
        """How many entries wait."""
        return len(self._waiting)

    def saw(self, game: bytes, version: int) -> None:
        """Remember that a game stands at a version, or beyond; spares a look at its next append."""
        self._known.saw(game, version)

    def forget(self) -> None:
        """Forget the versions of all games, which another log does not have."""
        self._known.forget()

    async def close(self) -> None:
        """Refuse further entries, and wait until those that are queued are committed."""
        self._open = False
        self._changed.set()
        # Who waits for a place waits in vain.
        self._room()
        # Whoever closes may be cancelled; the entries are not.
        await asyncio.shield(self._task)

    async def _run(self) -> None:
        while batch := await self._take():
            outcomes = await self._carried_out([waiting.entry for waiting in batch])
            last = 0
            for waiting, outcome in zip(batch, outcomes, strict=True):
                if not isinstance(outcome, PersistenceError):
                    last = max(last, outcome + len(waiting.entry.events))
                _settle(waiting.future, outcome)
            if last:
                self._appended(last)
            self._note(outcomes)
        await self._drop()

    def _note(self, outcomes: Sequence[Outcome]) -> None:
        """Remember when the database had no room; any append that succeeds shows that it has some again."""
        errors = [each for each in outcomes if isinstance(each, PersistenceError)]
        if any(isinstance(each.__cause__, psycopg.errors.DiskFull) for each in errors):
            self.full_since = monotonic()
        elif len(errors) < len(outcomes):
            self.full_since = None

    async def _take(self) -> list[_Waiting]:
        """Return all that waits, as soon as anything does; nothing once the writer is closed."""
        while not self._waiting and self._open:
            self._changed.clear()
            await self._changed.wait()
        batch, self._waiting = self._waiting, []
        if len(batch) >= self._capacity:
            self._room()
        return batch

    async def _carried_out(self, batch: Sequence[Entry]) -> Sequence[Outcome]:
        try:
            connection = await self._connected()
        except Exception as error:  # noqa: BLE001 - as below
            return [persistence_error(error) for _ in batch]
        try:
            return await self._committed(connection, batch)
        except Exception as error:  # noqa: BLE001 - whatever it is: callers wait, and later ones need the writer
            return await self._resolved(batch, error)

    async def _committed(self, connection: Connection, batch: Sequence[Entry]) -> Sequence[Outcome]:
        outcomes = await commit(connection, self._known, batch)
        if any(isinstance(outcome, LogRestored) for outcome in outcomes):
            # What comes next is decided on the log as it is now.
            self._known.forget()
            self._known.mark, _ = await look(connection)
        return outcomes

    async def _resolved(self, batch: Sequence[Entry], error: Exception) -> Sequence[Outcome]:
        """Find out what was committed nevertheless; try the rest again if only the connection was lost."""
        lost = self._connection is None or self._connection.closed
        logger.warning("a batch of %d commands failed: %s", len(batch), error)
        outcomes: dict[int, Outcome] = {}
        try:
            await self._drop()
            connection = await self._connected()
            outcomes.update(await found(connection, batch))
            rest = [place for place in range(len(batch)) if place not in outcomes]
            if lost:
                again = await self._committed(connection, [batch[place] for place in rest])
                outcomes.update(zip(rest, again, strict=True))
            else:
                outcomes.update((place, persistence_error(error)) for place in rest)
        except Exception as unknown:  # noqa: BLE001 - as above
            await self._drop()
            for place in range(len(batch)):
                outcomes.setdefault(place, OutcomeUnknown(unknown))
        return [outcomes[place] for place in range(len(batch))]

    async def _connected(self) -> Connection:
        """Return the connection, made anew where it was lost; raises OperationalError."""
        if self._connection is not None and not self._connection.closed:
            return self._connection
        await self._drop()
        patience = f"{max(1, round(1000 * self._patience))}ms"
        connection = await self._opened(
            lock_timeout=patience,
            idle_in_transaction_session_timeout=patience,
            jit="off",
            **KEYED,
        )
        try:
            if self._server is not None:
                await _end(connection, self._server)
            self._server = await one(connection, _SELF)
            await connection.execute(_DURABLE)
        except BaseException:
            await connection.close()
            raise
        self._known.forget()
        self._connection = connection
        return connection

    async def _opened(self, **settings: str) -> Connection:
        loop, delay = asyncio.get_running_loop(), 0.05
        deadline = loop.time() + self._patience
        while True:
            try:
                return await self._database.connect("writer", **settings)
            except OperationalError:
                if loop.time() + delay > deadline:
                    raise
            await asyncio.sleep(delay)
            delay = min(2 * delay, LONGEST)

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            # One that cannot even be closed is no reason for the writer to end.
            with suppress(psycopg.Error, OSError):
                await connection.close()


async def _end(connection: Connection, server: Sequence[object]) -> None:
    """Make sure that the server is done with a lost connection: what is not there could come yet."""
    (ended,) = await one(connection, _END, *server)
    if not ended:
        raise OperationalError("the server still works for a connection that was lost")


def _settle(future: asyncio.Future[Position], outcome: Outcome) -> None:
    # It is done already when its caller was cancelled.
    if not future.done():
        if isinstance(outcome, PersistenceError):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
