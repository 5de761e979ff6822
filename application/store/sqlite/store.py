"""Event store in a SQLite file: one writer thread, a few readers, one watcher for other processes."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncGenerator, Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from application.codec import Codec, GameId, Position, RecordedEvent, StoredForm, Version, default_codec
from application.store.encoded_append import encode_append
from application.store.interruptible_reads import InterruptibleRead
from application.store.log_follower import Signal, event_batches, follow_slices
from application.store.port import (
    Append,
    CommandRow,
    EventKey,
    EventTypes,
    LogIdentity,
    LogReplaced,
    LogSlice,
    StoreClosed,
)
from application.store.recent_events import RecentEvents
from application.store.rows import decode_rows, slice_from_rows, stored_forms
from application.store.sqlite.batch_append import known_command
from application.store.sqlite.database import (
    LOCK_TIMEOUT,
    begin_epoch,
    check_free_space,
    identity_of,
    open_for_reading,
    open_log,
    translate_errors,
)
from application.store.sqlite.file_watcher import FileWatcher
from application.store.sqlite.queries import (
    FORMS_OF_GAME,
    FORMS_OF_LOG,
    HEAD,
    READ_GAME,
    READ_LOG,
    VERSION,
    first_events_query,
    games_query,
    slice_query,
)
from application.store.sqlite.version_cache import event_key_at
from application.store.sqlite.writer import Writer
from application.store.write_queue import QUEUE_CAPACITY, QUEUE_TIMEOUT, enqueue
from domain.events import Event, PlayerId

READERS = 4

_LAST = 2**63 - 1

T = TypeVar("T")


class SQLiteStore:
    """Log in a file, which several processes may use at once."""

    def __init__(
        self,
        path: str | PathLike[str],
        codec: Codec | None = None,
        *,
        capacity: int = QUEUE_CAPACITY,
        lock_timeout: float = LOCK_TIMEOUT,
        queue_timeout: float = QUEUE_TIMEOUT,
    ) -> None:
        """Open the file, creating it if it does not exist; raises SchemaTooNew and OperationalError."""
        self._path = Path(path).absolute()
        self._codec = codec if codec is not None else default_codec()
        self._appended_signal = Signal()
        self._recent = RecentEvents()
        self._room_signal = Signal()
        self._lock_timeout = lock_timeout
        self._queue_timeout = queue_timeout
        self._closed = False
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="kibitz-reader")
        self._of_thread = threading.local()
        self._connections: list[sqlite3.Connection] = []
        with ExitStack() as opened:
            log = opened.enter_context(closing(open_log(self._path, lock_timeout)))
            self._watcher = FileWatcher(self._path, self._recent, self._appended_signal.notify)
            opened.pop_all()
        self._writer = Writer(
            log, self._recent, self._appended_signal.notify_recent, self._room_signal.notify, capacity
        )

    def append(self, append: Append) -> Coroutine[Any, Any, Sequence[RecordedEvent]]:
        """Append a command's events and its row in one transaction; return the events as recorded."""
        if self._watcher.replaced:
            raise LogReplaced(str(self._path))
        entry = encode_append(append, self._codec)
        return enqueue(lambda: self._writer.append(append, entry), self._room_signal, self._queue_timeout)

    async def read(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[RecordedEvent]:
        """Return a game's events after version `after` and up to version `upto`, in order."""
        return await self._events(READ_GAME, game.bytes, after, _LAST if upto is None else upto)

    async def version(self, game: GameId) -> Version:
        """Return the version of the game's last event, 0 for an unknown game."""
        return await self._number(VERSION, game.bytes)

    async def command(self, scope: str, caller: PlayerId, command_id: str) -> CommandRow | None:
        """Return the row of an appended command, None for an unknown one."""
        return await self._reading(lambda connection: known_command(connection, scope, caller, command_id))

    async def select(self, after: Position, limit: int) -> list[RecordedEvent]:
        """Return up to `limit` events of the whole log after a position, in order."""
        return await self._events(READ_LOG, after, limit)

    async def read_slice(self, after: Position, length: int, event_types: EventTypes = None) -> LogSlice:
        """Return the slice of the log after a position, at most `length` positions long."""
        topics = None if event_types is None else self._codec.topics(event_types)
        query = slice_query(None if topics is None else len(topics))
        ends = after, after + length
        values = ends if topics is None else (*ends, *ends, *topics)

        def read_slice(connection: sqlite3.Connection) -> LogSlice:
            rows = connection.execute(query, values).fetchall()
            return slice_from_rows(self._codec, rows, after, length, event_types)

        return await self._reading(read_slice)

    async def stored_forms(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[StoredForm]:
        """Return a game's events as stored, those after version `after` and up to `upto`, in order."""
        return await self._forms(FORMS_OF_GAME, game.bytes, after, _LAST if upto is None else upto)

    async def stored_slice(self, after: Position, upto: Position) -> list[StoredForm]:
        """Return the events of the whole log as stored, after a position and up to another, in order."""
        return await self._forms(FORMS_OF_LOG, after, upto)

    async def read_games(
        self, games: Collection[GameId], event_types: frozenset[type[Event]], upto: Position
    ) -> list[RecordedEvent]:
        """Return the events of the given games and classes up to a position, in log order."""
        topics = self._codec.topics(event_types)
        query = games_query(len(games), len(topics))
        found = await self._events(query, *(game.bytes for game in games), *topics, upto)
        return [each for each in found if type(each.event) in event_types]

    async def head(self) -> Position:
        """Return the position of the log's last event, 0 for an empty log."""
        return await self._number(HEAD)

    async def check_writable(self) -> None:
        """Check, without appending, that an append could succeed now; raises OperationalError if not."""
        if self._closed:
            raise StoreClosed
        await asyncio.get_running_loop().run_in_executor(self._readers, check_free_space, self._path.parent)

    @property
    def queued(self) -> int:
        """Number of appends that wait for the writer."""
        return self._writer.queued

    async def identity(self) -> LogIdentity:
        """Return the log's id and epoch."""
        return await self._reading(identity_of)

    async def event_key(self, position: Position) -> EventKey | None:
        """Return the game and version of the event at a position, None if there is none."""
        return await self._reading(lambda connection: event_key_at(connection, position))

    async def begin_epoch(self) -> LogIdentity:
        """Begin a new epoch; every follower of the log starts again."""
        return await self._reading(lambda _: self._begin_epoch())

    def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[RecordedEvent], None]:
        """Yield the log after a position in batches, then new events as they are appended, for ever."""
        return event_batches(self.follow_slices(after, limit))

    def follow_slices(
        self, after: Position, length: int = 1000, event_types: EventTypes = None
    ) -> AsyncGenerator[LogSlice, None]:
        """Yield the log after a position in slices, then new ones as the log grows, for ever."""
        return follow_slices(
            lambda at: self.read_slice(at, length, event_types),
            self._appended_signal,
            after,
            length,
            self._recent,
            event_types,
        )

    async def close(self) -> None:
        """Commit queued appends and close the file; later calls raise StoreClosed."""
        self._closed = True
        self._writer.stop()
        self._watcher.stop()
        await asyncio.to_thread(self._let_go)
        self._appended_signal.notify()

    def _let_go(self) -> None:
        self._watcher.close()
        self._readers.shutdown()
        for connection in self._connections:
            connection.close()
        # Last, since only a writable connection can clean up the WAL files.
        self._writer.close()

    def _begin_epoch(self) -> LogIdentity:
        with closing(open_log(self._path, self._lock_timeout)) as connection:
            return begin_epoch(connection)

    async def _events(self, query: str, *values: Any) -> list[RecordedEvent]:
        def events(connection: sqlite3.Connection) -> list[RecordedEvent]:
            rows = connection.execute(query, values).fetchall()
            return decode_rows(self._codec, rows)

        return await self._reading(events)

    async def _forms(self, query: str, *values: Any) -> list[StoredForm]:
        def forms(connection: sqlite3.Connection) -> list[StoredForm]:
            rows = connection.execute(query, values).fetchall()
            games = list({game for game, _, _ in rows})
            return stored_forms(rows, connection.execute(first_events_query(len(games)), games))

        return await self._reading(forms)

    async def _number(self, query: str, *values: Any) -> int:
        def number(connection: sqlite3.Connection) -> int:
            (found,) = connection.execute(query, values).fetchone()
            return int(found)

        return await self._reading(number)

    async def _reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreClosed
        if self._watcher.replaced:
            raise LogReplaced(str(self._path))
        reading = InterruptibleRead()
        return await reading.run(self._readers, lambda: self._read(read, reading))

    def _read(self, read: Callable[[sqlite3.Connection], T], reading: InterruptibleRead) -> T:
        with translate_errors():
            connection: sqlite3.Connection | None = getattr(self._of_thread, "connection", None)
            if connection is None:
                connection = self._of_thread.connection = open_for_reading(self._path)
                self._connections.append(connection)
            with reading.interruptible_by(connection.interrupt):
                return read(connection)
