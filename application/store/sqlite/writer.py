"""Writer of a SQLite log: one thread that commits all queued entries in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Condition, Thread
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from application.codec import Position, Version
from application.store.port import (
    Busy,
    CommandRow,
    CommandTaken,
    LogRestored,
    OutcomeUnknown,
    StoreClosed,
    VersionTaken,
)
from application.store.sqlite.database import persistence_error
from application.store.sqlite.version_cache import VersionCache, position_of_log
from domain.events import PlayerId

RETRY_AFTER = 1.0
"""Seconds after which the writer, which takes a full queue at once, has certainly taken it."""

AppendResult: TypeAlias = Position | PersistenceError
"""Position after which a command's events were appended, or the error that prevented it."""

_Event: TypeAlias = tuple[Position, bytes, Version]
"""The position, game and version of an event."""

_UNWRITABLE = (
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    OverflowError,
    TypeError,
    ValueError,
)
"""Errors caused by a value that no table accepts."""

_COUNTED = "SELECT position FROM counter"
_COUNT = "UPDATE counter SET position = ?"
_OVERWRITE = "UPDATE counter SET position = position"
_THERE = "SELECT 1 FROM events WHERE position = ? AND game = ? AND version = ?"
_KNOWN = """
    SELECT scope, caller, command_id, digest, game, first, last FROM commands
    WHERE scope = ? AND caller = ? AND command_id = ?
"""
_REMEMBER = """
    INSERT INTO commands (scope, caller, command_id, digest, game, first, last) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_INSERT = """
    INSERT INTO events (position, game, version, topic, state, at, "by", command_id, last)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


class EncodedAppend(Struct, frozen=True, kw_only=True):
    """One command's events, encoded for the tables."""

    game: bytes
    after: Version
    events: tuple[tuple[str, bytes], ...]
    """Topic and state of each event."""
    at: int | None
    """Microseconds since 1970."""
    by: PlayerId | None
    command: CommandRow | None


def commit(
    connection: sqlite3.Connection, batch: Sequence[EncodedAppend], versions: VersionCache | None = None
) -> list[AppendResult]:
    """Append all entries without a conflict in one transaction; return the outcome of each entry.

    An entry with a value that no table accepts fails alone. Any other failure is the outcome of every entry.
    If the COMMIT itself failed and its result cannot be determined, that outcome is OutcomeUnknown.
    """
    versions = VersionCache() if versions is None else versions
    try:
        connection.rollback()
        connection.execute("BEGIN IMMEDIATE")
        if versions.refresh(connection):
            connection.rollback()
            return [LogRestored() for _ in batch]
        try:
            outcomes, last = _write(connection, batch, versions)
        except _UNWRITABLE as error:
            connection.rollback()
            versions.forget()
            if len(batch) == 1:
                return [persistence_error(error)]
        else:
            try:
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                versions.forget()
                if not _was_committed(connection, last, error):
                    return [persistence_error(error) for _ in batch]
            if last is not None:
                versions.committed(*last)
            return outcomes
    except Exception as error:  # noqa: BLE001 - whatever it is: callers wait, and later ones need the writer
        versions.forget()
        with suppress(sqlite3.Error):
            connection.rollback()
        if isinstance(error, OutcomeUnknown):
            return [OutcomeUnknown(error.cause) for _ in batch]
        return [persistence_error(error) for _ in batch]
    middle = len(batch) // 2
    return commit(connection, batch[:middle], versions) + commit(connection, batch[middle:], versions)


def _was_committed(connection: sqlite3.Connection, last: _Event | None, error: sqlite3.Error) -> bool:
    """Return whether a failed COMMIT took effect; raises OutcomeUnknown if that cannot be determined.

    Its pages may be in the file all the same and count after a crash, unless others are written over them.
    """
    try:
        connection.rollback()
        connection.execute("BEGIN IMMEDIATE")
        there = last is not None and connection.execute(_THERE, last).fetchone() is not None
        connection.execute(_OVERWRITE)
        connection.execute("COMMIT")
    except sqlite3.Error as unknown:
        raise OutcomeUnknown(error) from unknown
    return there


def _write(
    connection: sqlite3.Connection, batch: Sequence[EncodedAppend], versions: VersionCache
) -> tuple[list[AppendResult], _Event | None]:
    """Write all entries without a conflict; return the outcomes and the last event."""
    outcomes: list[AppendResult] = []
    (counted,) = connection.execute(_COUNTED).fetchone()
    position: Position = counted
    events: list[tuple[Any, ...]] = []
    for entry in batch:
        row = entry.command
        if row is not None and (known := known_command(connection, row.scope, row.caller, row.command_id)):
            outcomes.append(CommandTaken(known))
            continue
        if versions.of(connection, entry.game) != entry.after:
            outcomes.append(VersionTaken(UUID(bytes=entry.game), entry.after))
            continue
        outcomes.append(position)
        events += _events(entry, position)
        position += len(entry.events)
        versions.saw(entry.game, entry.after + len(entry.events))
        if row is not None:
            values = (row.scope, row.caller, row.command_id, row.digest, row.game.bytes, row.first, row.last)
            connection.execute(_REMEMBER, values)
    if not events:
        return outcomes, None
    # In one call, since a call takes longer than a row.
    connection.executemany(_INSERT, events)
    connection.execute(_COUNT, (position,))
    return outcomes, events[-1][:3]


def _events(entry: EncodedAppend, after: Position) -> list[tuple[Any, ...]]:
    game, version, at, by = entry.game, entry.after, entry.at, entry.by
    command_id = entry.command.command_id if entry.command is not None else None
    last = version + len(entry.events)
    return [
        (after + place, game, version + place, topic, state, at, by, command_id, last)
        for place, (topic, state) in enumerate(entry.events, start=1)
    ]


def known_command(
    connection: sqlite3.Connection, scope: str, caller: PlayerId, command_id: str
) -> CommandRow | None:
    """Return the row of an appended command, None for an unknown one."""
    row = connection.execute(_KNOWN, (scope, caller, command_id)).fetchone()
    if row is None:
        return None
    scope, caller, command_id, digest, game, first, last = row
    return CommandRow(
        scope=scope,
        caller=caller,
        command_id=command_id,
        digest=digest,
        game=UUID(bytes=game),
        first=first,
        last=last,
    )


class _Waiting(NamedTuple):
    entry: EncodedAppend
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Position]


class Writer:
    """Appends queued entries in its own thread."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        appended: Callable[[], None],
        room: Callable[[], None],
        capacity: int,
    ) -> None:
        """Take over the connection.

        The thread calls `appended` after commits and `room` after it has emptied a full queue.
        """
        self._connection = connection
        self._versions = VersionCache(position_of_log(connection))
        self._appended = appended
        self._room = room
        self._capacity = capacity
        self._changed = Condition()
        self._waiting: list[_Waiting] = []
        self._open = True
        # A daemon, so that a program which forgot to close the store can still end.
        self._thread = Thread(target=self._run, name="kibitz-writer", daemon=True)
        self._thread.start()

    def append(self, entry: EncodedAppend) -> asyncio.Future[Position]:
        """Queue an entry; the future of the running loop is done once the entry is durable.

        Raises Busy and StoreClosed.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Position] = loop.create_future()
        with self._changed:
            if not self._open:
                raise StoreClosed
            if len(self._waiting) >= self._capacity:
                raise Busy(RETRY_AFTER)
            self._waiting.append(_Waiting(entry, loop, future))
            self._changed.notify()
        return future

    @property
    def queued(self) -> int:
        """Number of queued entries."""
        return len(self._waiting)

    def stop(self) -> None:
        """Refuse further entries; queued entries are still committed."""
        with self._changed:
            self._open = False
            self._changed.notify()
        # Wakes the callers that wait for a place, so that they are refused.
        self._room()

    def close(self) -> None:
        """Block until all queued entries are committed, and close the connection."""
        self.stop()
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while batch := self._take():
            outcomes = commit(self._connection, [waiting.entry for waiting in batch], self._versions)
            _resolve_futures(batch, outcomes)
            if any(not isinstance(outcome, PersistenceError) for outcome in outcomes):
                self._appended()

    def _take(self) -> list[_Waiting]:
        """Wait for entries and return all of them; return none once the writer has stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or not self._open)
            batch, self._waiting = self._waiting, []
        if len(batch) >= self._capacity:
            self._room()
        return batch


def _resolve_futures(batch: Sequence[_Waiting], outcomes: Sequence[AppendResult]) -> None:
    settled = defaultdict(list)
    for waiting, outcome in zip(batch, outcomes, strict=True):
        settled[waiting.loop].append((waiting.future, outcome))
    for loop, pairs in settled.items():
        # One call per loop, since each costs a system call. A closed loop has no waiting callers.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, pairs)


def _settle(pairs: Sequence[tuple[asyncio.Future[Position], AppendResult]]) -> None:
    for future, outcome in pairs:
        if future.done():
            # Its caller was cancelled; the other callers still get their outcomes.
            continue
        if isinstance(outcome, PersistenceError):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
