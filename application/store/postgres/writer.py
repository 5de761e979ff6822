"""Writer of a PostgreSQL log: one task that commits all queued entries in one batch."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, NamedTuple

import psycopg
from eventsourcing.persistence import OperationalError, PersistenceError

from application.codec import Position
from application.store.encoded_append import RETRY_AFTER, AppendResult, EncodedAppend
from application.store.port import Append, Busy, LogPosition, LogRestored, OutcomeUnknown, StoreClosed
from application.store.postgres.batch_append import VersionBounds, commit, found
from application.store.postgres.database import (
    KEY_LOOKUP_SETTINGS,
    Connection,
    Database,
    fetch_one,
    persistence_error,
    read_log_position,
)
from application.store.recent_events import RecentEvents, RecordedAppend
from application.store.write_queue import GATHER_STEPS, Appended

logger = logging.getLogger(__name__)

MAX_CACHED_GAMES: Final = 100_000
"""Maximum number of games whose versions are cached."""
MAX_RECONNECT_DELAY: Final = 1.0
"""Maximum seconds between two attempts to connect."""

_SELF: Final = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
# Turns `synchronous_commit` on where it is off, so that a crash loses no commits; other settings stay.
_DURABLE: Final = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'
"""
_TERMINATE_BACKEND: Final = """
    SELECT coalesce(bool_and(pg_terminate_backend(pid, 5000)), true) FROM pg_stat_activity
    WHERE pid = %s AND backend_start = %s
"""


class _Waiting(NamedTuple):
    append: Append
    entry: EncodedAppend
    future: Appended


class Writer:
    """Appends queued entries on its own connection."""

    def __init__(
        self,
        database: Database,
        recent: RecentEvents,
        appended: Callable[[Position], None],
        room: Callable[[], None],
        log_position: LogPosition,
        capacity: int,
        database_timeout: float,
    ) -> None:
        """Start without a connection, from the log position of the log.

        What is committed is added to `recent`. `appended` receives the log's head after commits; `room` is
        called when a full queue was emptied.
        """
        self._database = database
        self._recent = recent
        self._appended = appended
        self._room = room
        self._capacity = capacity
        self._timeout = database_timeout
        self._versions = VersionBounds(MAX_CACHED_GAMES, log_position)
        self._connection: Connection | None = None
        self._server: tuple[object, ...] | None = None
        self._waiting: list[_Waiting] = []
        self._changed = asyncio.Event()
        self._open = True
        self.full_since: float | None = None
        """Monotonic time of the last append that found the disk full; None if one has succeeded since."""
        self._task = asyncio.create_task(self._run(), name="kibitz-writer")

    def append(self, append: Append, entry: EncodedAppend) -> Appended:
        """Queue an append, and its encoded form; the future is done once it is durable.

        Raises Busy and StoreClosed.
        """
        if not self._open:
            raise StoreClosed
        if len(self._waiting) >= self._capacity:
            raise Busy(RETRY_AFTER)
        future: Appended = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(append, entry, future))
        self._changed.set()
        return future

    @property
    def queued(self) -> int:
        """Number of queued entries."""
        return len(self._waiting)

    def saw(self, game: bytes, version: int) -> None:
        """Remember that a game is at a version or beyond, which saves a query at its next append."""
        self._versions.saw(game, version)

    def forget(self) -> None:
        """Forget the versions of all games, which do not hold for another log."""
        self._versions.forget()

    async def close(self) -> None:
        """Refuse further entries, and wait until queued entries are committed."""
        self._open = False
        self._changed.set()
        # Wakes the callers that wait for a place, so that they are refused.
        self._room()
        # Cancelling the caller must not cancel the queued entries.
        await asyncio.shield(self._task)

    async def _run(self) -> None:
        while batch := await self._take():
            committed = await self._carried_out([waiting.entry for waiting in batch])
            outcomes = self._recent.add_batch(
                self._versions.log_position.identity, [(each.append, each.entry) for each in batch], committed
            )
            last = 0
            for waiting, outcome in zip(batch, outcomes, strict=True):
                if not isinstance(outcome, PersistenceError) and outcome:
                    last = max(last, outcome[-1].position)
                _settle(waiting.future, outcome)
            if last:
                self._appended(last)
            self._note(committed)
        await self._drop()

    def _note(self, outcomes: Sequence[AppendResult]) -> None:
        """Remember when the database's disk was full; a successful append shows that it has room."""
        errors = [each for each in outcomes if isinstance(each, PersistenceError)]
        if any(isinstance(each.__cause__, psycopg.errors.DiskFull) for each in errors):
            self.full_since = monotonic()
        elif len(errors) < len(outcomes):
            self.full_since = None

    async def _take(self) -> list[_Waiting]:
        """Wait for an entry and a few steps; return the queued entries, none once the writer is closed."""
        while not self._waiting and self._open:
            self._changed.clear()
            await self._changed.wait()
        if self._waiting:
            for _ in range(GATHER_STEPS):
                await asyncio.sleep(0)
        batch, self._waiting = self._waiting, []
        if len(batch) >= self._capacity:
            self._room()
        return batch

    async def _carried_out(self, batch: Sequence[EncodedAppend]) -> Sequence[AppendResult]:
        try:
            connection = await self._connected()
        except Exception as error:  # noqa: BLE001 - as below
            return [persistence_error(error) for _ in batch]
        try:
            return await self._committed(connection, batch)
        except Exception as error:  # noqa: BLE001 - whatever it is: callers wait, and later ones need the writer
            return await self._resolved(batch, error)

    async def _committed(
        self, connection: Connection, batch: Sequence[EncodedAppend]
    ) -> Sequence[AppendResult]:
        outcomes = await commit(connection, self._versions, batch)
        if any(isinstance(outcome, LogRestored) for outcome in outcomes):
            # Later entries are checked against the log as it is now.
            self._versions.forget()
            self._versions.log_position, _ = await read_log_position(connection)
        return outcomes

    async def _resolved(self, batch: Sequence[EncodedAppend], error: Exception) -> Sequence[AppendResult]:
        """Find the entries that were committed nevertheless; retry the rest if the connection was lost."""
        lost = self._connection is None or self._connection.closed
        logger.warning("a batch of %d commands failed: %s", len(batch), error)
        outcomes: dict[int, AppendResult] = {}
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
        """Return the connection, reopened if it was lost; raises OperationalError."""
        if self._connection is not None and not self._connection.closed:
            return self._connection
        await self._drop()
        timeout = f"{max(1, round(1000 * self._timeout))}ms"
        connection = await self._opened(
            lock_timeout=timeout,
            idle_in_transaction_session_timeout=timeout,
            jit="off",
            **KEY_LOOKUP_SETTINGS,
        )
        try:
            if self._server is not None:
                await _terminate_backend(connection, self._server)
            self._server = await fetch_one(connection, _SELF)
            await connection.execute(_DURABLE)
        except BaseException:
            await connection.close()
            raise
        self._versions.forget()
        self._connection = connection
        return connection

    async def _opened(self, **settings: str) -> Connection:
        loop, delay = asyncio.get_running_loop(), 0.05
        deadline = loop.time() + self._timeout
        while True:
            try:
                return await self._database.connect("writer", **settings)
            except OperationalError:
                if loop.time() + delay > deadline:
                    raise
            await asyncio.sleep(delay)
            delay = min(2 * delay, MAX_RECONNECT_DELAY)

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            # A connection that cannot be closed must not end the writer.
            with suppress(psycopg.Error, OSError):
                await connection.close()


async def _terminate_backend(connection: Connection, server: Sequence[object]) -> None:
    """End the server's work for a lost connection, which could still commit."""
    (ended,) = await fetch_one(connection, _TERMINATE_BACKEND, *server)
    if not ended:
        raise OperationalError("the server still works for a connection that was lost")


def _settle(future: Appended, outcome: RecordedAppend) -> None:
    # The future is already done if its caller was cancelled.
    if not future.done():
        if isinstance(outcome, PersistenceError):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
