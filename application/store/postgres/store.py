"""Event store in PostgreSQL: one writer task in each process, a pool of readers, one listener."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import AsyncExitStack
from time import monotonic, time
from typing import Any, Final, Self, TypeVar

from eventsourcing.persistence import OperationalError
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from application.codec import Codec, GameId, Position, RecordedEvent, StoredForm, Version, default_codec
from application.store.encoded_append import encode_append
from application.store.log_follower import Signal, event_batches, follow_slices
from application.store.port import (
    Append,
    CommandRow,
    EventKey,
    EventTypes,
    LogIdentity,
    LogPosition,
    LogSlice,
)
from application.store.postgres.batch_append import COMMAND_ROWS, command_row
from application.store.postgres.database import (
    BEGIN_EPOCH,
    IDENTITY,
    Connection,
    Database,
    read_log_position,
    translate_errors,
)
from application.store.postgres.notifications import MAX_RECONNECT_DELAY, MIN_RECONNECT_DELAY, AppendNotifier
from application.store.postgres.pooled_reads import PooledReads
from application.store.postgres.queries import (
    EVENT_KEY,
    FORMS_OF_GAME,
    FORMS_OF_LOG,
    HEAD,
    IS_READ_ONLY,
    READ_GAME,
    READ_GAMES,
    READ_LOG,
    READ_SLICE,
    READ_SLICE_OF_TOPICS,
    VERSION,
)
from application.store.postgres.writer import Writer
from application.store.recent_events import RecentEvents
from application.store.rows import slice_from_rows
from application.store.write_queue import QUEUE_CAPACITY, QUEUE_TIMEOUT, enqueue
from domain.events import Event, PlayerId

logger = logging.getLogger(__name__)

T = TypeVar("T")

READERS: Final = 8
"""Maximum number of connections for reading."""
DATABASE_TIMEOUT: Final = 5.0
"""Seconds to wait for the database, or for a write of another process."""
_LAST: Final = 2**63 - 1
DISK_FULL_SECONDS: Final = 30.0
"""Seconds after which a full disk may have room again."""


class PostgresStore:
    """Log in a database, which several processes may use at once; created with `open`.

    A store belongs to the event loop on which it was opened.
    """

    def __init__(
        self,
        database: Database,
        pool: AsyncConnectionPool[Connection],
        log_position: LogPosition,
        codec: Codec | None,
        capacity: int,
        database_timeout: float,
        queue_timeout: float,
    ) -> None:
        self._codec = codec if codec is not None else default_codec()
        self._reads = PooledReads(pool, self._codec)
        self._appended_signal = Signal()
        self._recent = RecentEvents()
        self._room_signal = Signal()
        self._queue_timeout = queue_timeout
        signal = self._appended_signal
        self._watcher = AppendNotifier(
            database, pool, log_position, signal.notify, signal.notify_recent, self._restored
        )
        self._writer = Writer(
            database,
            self._recent,
            self._watcher.appended,
            self._room_signal.notify,
            log_position,
            capacity,
            database_timeout,
        )

    @classmethod
    async def open(
        cls,
        url: str,
        codec: Codec | None = None,
        *,
        capacity: int = QUEUE_CAPACITY,
        readers: int = READERS,
        database_timeout: float = DATABASE_TIMEOUT,
        queue_timeout: float = QUEUE_TIMEOUT,
    ) -> Self:
        """Open the log in a database; create or migrate its tables if necessary.

        Raises SchemaTooNew and OperationalError.
        """
        database = Database(url)
        with translate_errors():
            async with await database.connect("opener") as connection:
                await database.make_tables(connection)
                log_position, _ = await read_log_position(connection)
        pool = AsyncConnectionPool(
            connection_class=AsyncConnection[tuple[Any, ...]],
            kwargs={**database.parameters_of("reader"), "autocommit": True},
            min_size=1,
            max_size=readers,
            timeout=database_timeout,
            # The pool waits longer after each failure; starting over keeps the wait short after an outage.
            reconnect_timeout=1.0,
            name="kibitz-readers",
            open=False,
        )
        async with AsyncExitStack() as opened:
            await opened.enter_async_context(pool)
            store = cls(database, pool, log_position, codec, capacity, database_timeout, queue_timeout)
            opened.pop_all()
        return store

    def append(self, append: Append) -> Coroutine[Any, Any, Sequence[RecordedEvent]]:
        """Append a command's events and its row in one transaction; return the events as recorded."""
        entry = encode_append(append, self._codec)
        return enqueue(lambda: self._writer.append(append, entry), self._room_signal, self._queue_timeout)

    async def read(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[RecordedEvent]:
        """Return a game's events after version `after` and up to version `upto`, in order."""
        events = await self._reads.events(READ_GAME, game, after, _LAST if upto is None else upto)
        if events:
            self._writer.saw(game.bytes, events[-1].version)
        return events

    async def version(self, game: GameId) -> Version:
        """Return the version of the game's last event, 0 for an unknown game."""
        [(version,)] = await self._reads.rows(VERSION, game)
        self._writer.saw(game.bytes, version)
        return int(version)

    async def command(self, scope: str, caller: PlayerId, command_id: str) -> CommandRow | None:
        """Return the row of an appended command, None for an unknown one."""
        found = await self._reads.rows(COMMAND_ROWS, [scope], [caller], [command_id])
        return command_row(found[0]) if found else None

    async def select(self, after: Position, limit: int) -> list[RecordedEvent]:
        """Return up to `limit` events of the whole log after a position, in order."""
        return await self._reads.events(READ_LOG, after, limit)

    async def read_slice(self, after: Position, length: int, event_types: EventTypes = None) -> LogSlice:
        """Return the slice of the log after a position, at most `length` positions long."""
        if event_types is None:
            rows = await self._reads.rows(READ_SLICE, after, after + length)
        else:
            ends = after, after + length
            # The slice needs the keys of the events at both ends, whatever their classes.
            rows = await self._reads.rows(READ_SLICE_OF_TOPICS, *ends, *ends, self._codec.topics(event_types))
        return slice_from_rows(self._codec, rows, after, length, event_types)

    async def stored_forms(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[StoredForm]:
        """Return a game's events as stored, those after version `after` and up to `upto`, in order."""
        return await self._reads.forms(FORMS_OF_GAME, game, after, _LAST if upto is None else upto)

    async def stored_slice(self, after: Position, upto: Position) -> list[StoredForm]:
        """Return the events of the whole log as stored, after a position and up to another, in order."""
        return await self._patiently(lambda: self._reads.forms(FORMS_OF_LOG, after, upto))

    async def read_games(
        self, games: Collection[GameId], event_types: frozenset[type[Event]], upto: Position
    ) -> list[RecordedEvent]:
        """Return the events of the given games and classes up to a position, in log order."""
        found = await self._reads.events(READ_GAMES, list(games), self._codec.topics(event_types), upto)
        return [each for each in found if type(each.event) in event_types]

    async def head(self) -> Position:
        """Return the position of the log's last event, 0 for an empty log."""
        [(head,)] = await self._reads.rows(HEAD)
        return int(head)

    async def check_writable(self) -> None:
        """Check, without appending, that an append could succeed now; raises OperationalError if not."""
        ((read_only,),) = await self._reads.rows(IS_READ_ONLY)
        if read_only:
            raise OperationalError("the database is a standby, or takes no writes")
        full_since = self._writer.full_since
        if full_since is not None and monotonic() - full_since < DISK_FULL_SECONDS:
            raise OperationalError("the database's disk is full")

    @property
    def queued(self) -> int:
        """Number of appends that wait for the writer."""
        return self._writer.queued

    async def identity(self) -> LogIdentity:
        """Return the log's id and epoch."""
        [(log, epoch)] = await self._reads.rows(IDENTITY)
        return LogIdentity(log, epoch)

    async def event_key(self, position: Position) -> EventKey | None:
        """Return the game and version of the event at a position, None if there is none."""
        found = await self._reads.rows(EVENT_KEY, position)
        return EventKey(*found[0]) if found else None

    async def begin_epoch(self) -> LogIdentity:
        """Begin a new epoch; every follower of the log starts again."""
        [(log, epoch)] = await self._reads.rows(BEGIN_EPOCH, int(time()))
        return LogIdentity(log, epoch)

    def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[RecordedEvent], None]:
        """Yield the log after a position in batches, then new events as they are appended, for ever.

        Waits while the database cannot be reached.
        """
        return event_batches(self.follow_slices(after, limit))

    def follow_slices(
        self, after: Position, length: int = 1000, event_types: EventTypes = None
    ) -> AsyncGenerator[LogSlice, None]:
        """Yield the log after a position in slices, then new ones as the log grows, for ever.

        Waits while the database cannot be reached.
        """
        return follow_slices(
            lambda at: self._patiently(lambda: self.read_slice(at, length, event_types)),
            self._appended_signal,
            after,
            length,
            self._recent,
            event_types,
        )

    async def close(self) -> None:
        """Commit queued appends and release the database; later calls raise StoreClosed."""
        self._reads.closed = True
        await self._writer.close()
        await self._watcher.close()
        await self._reads.close()
        self._appended_signal.notify()

    def _restored(self) -> None:
        self._writer.forget()
        self._recent.clear()
        self._appended_signal.notify()

    async def _patiently(self, read: Callable[[], Awaitable[T]]) -> T:
        """Read for a follower of the log, which waits while the database cannot be reached."""
        delay = MIN_RECONNECT_DELAY
        while True:
            try:
                return await read()
            except OperationalError as error:
                logger.warning("a follower of the log waits for the database: %s", error)
            await asyncio.sleep(delay)
            delay = min(2 * delay, MAX_RECONNECT_DELAY)
