"""Port of the event store: append one command's events, read a game, follow the log.

Implementations: `memory` (tests, simulations), `sqlite` and `postgres`. All pass the same test suite.

    PersistenceError (eventsourcing)
    ├── IntegrityError (eventsourcing)
    │   └── VersionTaken  CommandTaken
    ├── OperationalError (eventsourcing): the disk is full, the database is locked, …
    │   └── Busy  OutcomeUnknown  LogReplaced
    └── StoreClosed  SchemaTooNew  LogRestored  CorruptEvent (of `application.codec`)
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError
from msgspec import Struct

from application.codec import GameId, Position, RecordedEvent, StoredForm, Version
from domain.events import Event, PlayerId

StoreError = PersistenceError
"""Base class of all store errors."""


class CommandRow(Struct, frozen=True, kw_only=True):
    """Record of a command that had an id, sufficient to return its outcome again.

    `scope` is the game's id as text, or empty for a command that creates a game: the id of such a command
    is unique per caller only.
    """

    scope: str
    caller: PlayerId
    command_id: str
    digest: bytes
    game: GameId
    first: Version
    last: Version


class Append(Struct, frozen=True, kw_only=True):
    """Events of one command, appended all or none."""

    game: GameId
    after: Version
    """Version on which the command was decided; the first event gets the next one."""
    events: tuple[Event, ...]
    at: datetime
    by: PlayerId | None
    command: CommandRow | None = None

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise ValueError("`at` needs a time zone")

    @property
    def command_id(self) -> str | None:
        """Id that the client gave to the command, None if it gave none."""
        return self.command.command_id if self.command is not None else None


EventTypes = frozenset[type[Event]] | None
"""Event classes, or None for all."""


class LogIdentity(Struct, frozen=True):
    """Identity of a log and its epoch; the log's past does not change within an epoch."""

    log: UUID
    """Random id, created with the log's tables."""
    epoch: int
    """Increases when the log is restored: events read in an older epoch may not exist in this one."""


class EventKey(Struct, frozen=True):
    """Game and version of the event at a position; a different event key there means a different past."""

    game: GameId
    version: Version


class LogPosition(Struct, frozen=True, kw_only=True):
    """Position in a log with its event key, sufficient to notice that the log was restored since."""

    identity: LogIdentity
    position: Position
    event_key: EventKey | None
    """Key of the event at that position, None if there is none."""


class LogSlice(Struct, frozen=True):
    """Part of the log after one position and up to another: all events, or those of some classes."""

    after: Position
    upto: Position
    events: Sequence[RecordedEvent]
    identity: LogIdentity | None = None
    """Log that the slice was read from; None for a slice that was not read from the log itself."""
    head: Position | None = None
    """Position of the log's last event at the time of the read."""
    start: EventKey | None = None
    """Key of the event at `after`, None if there is none."""
    end: EventKey | None = None
    """Key of the event at `upto`, None if there is none."""


class VersionTaken(IntegrityError):
    """The game is not at the expected version; nothing was written."""

    def __init__(self, game: GameId, after: Version) -> None:
        super().__init__(f"game {game} has gone on after version {after}")
        self.game = game
        self.after = after


class CommandTaken(IntegrityError):
    """A command with this id was already appended; nothing was written."""

    def __init__(self, row: CommandRow) -> None:
        super().__init__(f"command {row.command_id!r} of player {row.caller} was carried out already")
        self.row = row


class Busy(OperationalError):
    """The writer's queue is full; nothing was written."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"too many commands wait to be appended; try again in {retry_after:g} s")
        self.retry_after = retry_after
        """Seconds after which to retry."""


class OutcomeUnknown(OperationalError):
    """A command may or may not have been appended; repeating it with its command id tells."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(f"it is unknown whether the command was appended: {cause}")
        self.cause = cause


class StoreClosed(PersistenceError):
    """The store was closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class SchemaTooNew(PersistenceError):
    """The database was written by a newer version of the program; nothing was changed."""

    def __init__(self, database: str, found: int, known: int) -> None:
        super().__init__(
            f"{database} has schema {found}, but this version of the program knows schemas up to {known}"
        )
        self.database = database
        self.found = found
        self.known = known


class LogRestored(PersistenceError):
    """The log was restored from a backup, truncated or replaced since it was last read.

    Cached state of the log is void; nothing was written.
    """

    def __init__(self) -> None:
        super().__init__("the log was restored or replaced since it was last read")


class LogReplaced(OperationalError):
    """The log's file was moved or replaced while open: writes would go to a file that is gone."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} was moved or replaced while the server runs: restart it")


class Store(Protocol):
    """Append-only log of events, with one stream per game."""

    async def append(self, append: Append) -> Sequence[RecordedEvent]:
        """Append a command's events and its row in one transaction; return the events as recorded.

        Returns only when the events are durable. Cancelling the caller does not cancel the append. Raises
        CommandTaken when the command's id is known (checked first), VersionTaken when the game is not at
        version `after`, LogRestored when the log was restored since the last append, Busy when the writer's
        queue is full and stays full, StoreClosed after `close`. Raises OutcomeUnknown when the database
        fails in a way that leaves open whether the events are in the log. What cannot be encoded may be
        refused by the call itself, before it is awaited.
        """

    async def read(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[RecordedEvent]:
        """Return a game's events after version `after` and up to version `upto`, in order.

        Raises CorruptEvent.
        """

    async def version(self, game: GameId) -> Version:
        """Return the version of the game's last event, 0 for an unknown game."""

    async def command(self, scope: str, caller: PlayerId, command_id: str) -> CommandRow | None:
        """Return the row of an appended command, None for an unknown one."""

    async def select(self, after: Position, limit: int) -> list[RecordedEvent]:
        """Return up to `limit` events of the whole log after a position, in order.

        Raises CorruptEvent when any of them cannot be decoded.
        """

    async def read_slice(self, after: Position, length: int, event_types: EventTypes = None) -> LogSlice:
        """Return the slice of the log after a position, at most `length` positions long.

        Skips events of other classes than `event_types` without decoding them. Raises CorruptEvent.
        """

    async def stored_forms(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[StoredForm]:
        """Return a game's events as stored, those after version `after` and up to `upto`, in order.

        Raises CorruptEvent when the game's secret cannot be read.
        """

    async def stored_slice(self, after: Position, upto: Position) -> list[StoredForm]:
        """Return the events of the whole log as stored, after a position and up to another, in order.

        Waits while the database cannot be reached, as followers do. Raises CorruptEvent when the secret of a
        game cannot be read.
        """

    async def read_games(
        self, games: Collection[GameId], event_types: frozenset[type[Event]], upto: Position
    ) -> list[RecordedEvent]:
        """Return the events of the given games and classes up to a position, in log order.

        Pass at most as many games as a page of the log can contain. Raises CorruptEvent.
        """

    async def head(self) -> Position:
        """Return the position of the log's last event, 0 for an empty log."""

    async def check_writable(self) -> None:
        """Check, without appending, that an append could succeed now; raises OperationalError if not."""

    @property
    def queued(self) -> int:
        """Number of appends that wait for the writer."""

    async def identity(self) -> LogIdentity:
        """Return the log's id and epoch."""

    async def event_key(self, position: Position) -> EventKey | None:
        """Return the game and version of the event at a position, None if there is none."""

    async def begin_epoch(self) -> LogIdentity:
        """Begin a new epoch after the log was restored; every follower of the log starts again."""

    def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[RecordedEvent], None]:
        """Yield the log after a position in batches, then new events as they are appended, for ever.

        Wakes on appends of this process and, as a safety net, polls. Raises CorruptEvent as `select` does,
        LogRestored when the log is shorter than at the last read or another one, and StoreClosed when the
        store is closed. A caller that stops early closes the generator.
        """

    def follow_slices(
        self, after: Position, length: int = 1000, event_types: EventTypes = None
    ) -> AsyncGenerator[LogSlice, None]:
        """Yield the log after a position in slices, then new ones as the log grows, for ever.

        Each slice covers at least one event, not necessarily one of `event_types`. Otherwise like `follow`.
        """

    async def close(self) -> None:
        """Finish pending work and release the database; later calls raise StoreClosed."""
