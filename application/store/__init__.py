"""The event store's port: append one command's events, read a game, follow the log.

Implementations: `memory` (tests, simulations), `sqlite` and `postgres`. All of them pass one suite.

    PersistenceError (eventsourcing)
    ├── IntegrityError (eventsourcing)
    │   └── VersionTaken  CommandTaken
    ├── OperationalError (eventsourcing): the disk is full, the database is locked, …
    │   └── Busy  OutcomeUnknown  LogReplaced
    └── StoreClosed  SchemaTooNew  LogRestored  CorruptEvent (of `application.recorded`)
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError
from msgspec import Struct

from application.recorded import GameId, Position, Recorded, Version
from domain.events import Event, PlayerId

StoreError = PersistenceError
"""What all errors of a store have in common."""


class CommandRow(Struct, frozen=True, kw_only=True):
    """What is kept of a command that had an id: enough to give its outcome again.

    `scope` is the game's id as text, or empty for a command that creates a game: there the id is
    unique per caller alone.
    """

    scope: str
    caller: PlayerId
    command_id: str
    digest: bytes
    game: GameId
    first: Version
    last: Version


class Append(Struct, frozen=True, kw_only=True):
    """One command's events, to be appended all or none."""

    game: GameId
    after: Version
    """The version that the command was decided on; the first event gets the next one."""
    events: tuple[Event, ...]
    at: datetime
    by: PlayerId | None
    command: CommandRow | None = None

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise ValueError("a time without its zone says nothing about when it was")

    @property
    def command_id(self) -> str | None:
        """The id that the client gave to the command."""
        return self.command.command_id if self.command is not None else None


Kinds = frozenset[type[Event]] | None
"""Classes of events, or None for all there are."""


class LogIdentity(Struct, frozen=True):
    """The identity of a log, and the epoch in which its past has not changed."""

    log: UUID
    """Minted with the log's tables."""
    epoch: int
    """Grows when the log is restored: what was read in an older epoch may never have happened in this one."""


class Stamp(Struct, frozen=True):
    """The game and version of the event at a position: other events there betray another past."""

    game: GameId
    version: Version


class Mark(Struct, frozen=True, kw_only=True):
    """A place in a log: enough to notice that the log was restored since it was marked."""

    identity: LogIdentity
    position: Position
    stamp: Stamp | None
    """The event at that position, None where there is none."""


class Stretch(Struct, frozen=True):
    """What is in the log after one position and up to another: all events, or those of some classes."""

    after: Position
    upto: Position
    events: Sequence[Recorded]
    identity: LogIdentity | None = None
    """The log that this was read from; None where the stretch was made of another one's parts."""
    head: Position | None = None
    """The position of the log's last event at that moment."""
    start: Stamp | None = None
    """The event at `after`, None where there is none."""
    end: Stamp | None = None
    """The event at `upto`, None where there is none."""


class VersionTaken(IntegrityError):
    """Somebody else appended to the game first; nothing was written."""

    def __init__(self, game: GameId, after: Version) -> None:
        super().__init__(f"game {game} has gone on after version {after}")
        self.game = game
        self.after = after


class CommandTaken(IntegrityError):
    """A command with this id has been appended already; nothing was written."""

    def __init__(self, row: CommandRow) -> None:
        super().__init__(f"command {row.command_id!r} of player {row.caller} was carried out already")
        self.row = row


class Busy(OperationalError):
    """Too many commands wait to be appended; nothing was written."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"too many commands wait to be appended; try again in {retry_after:g} s")
        self.retry_after = retry_after
        """Seconds after which to try again."""


class OutcomeUnknown(OperationalError):
    """Nobody knows whether a command was appended; a repeat with its command id tells."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(f"nobody knows whether it was appended: {cause}")
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
    """The log is not the one that was read before: it was put back from a backup, cut short or replaced.

    What was remembered of it is void; nothing was written.
    """

    def __init__(self) -> None:
        super().__init__("the log was restored: its past is another one now")


class LogReplaced(OperationalError):
    """The log's file was moved or replaced while it is open: what is written would go to one that is gone."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} was moved or replaced while the server runs: restart it")


class Store(Protocol):
    """An append-only log of events in streams, one stream a game."""

    async def append(self, append: Append) -> Sequence[Recorded]:
        """Append all events of a command in one transaction, with its row; return them as recorded.

        Returns only when they are durable; a caller that is cancelled meanwhile does not take its append
        with it. Raises CommandTaken when the command's id is known (checked first), VersionTaken when the
        game does not stand at `after`, LogRestored when the log was restored since the last append, Busy
        when too many wait already and go on to, StoreClosed after `close`. Raises OutcomeUnknown when the
        database failed in a way that leaves open whether the events are in the log.
        """

    async def read(self, game: GameId, after: Version = 0, upto: Version | None = None) -> list[Recorded]:
        """Return a game's events in order, those after one version and up to another.

        Raises CorruptEvent.
        """

    async def version(self, game: GameId) -> Version:
        """Return the version of the game's last event, 0 for a game that is not there."""

    async def command(self, scope: str, caller: PlayerId, command_id: str) -> CommandRow | None:
        """Return what is kept of a command."""

    async def select(self, after: Position, limit: int) -> list[Recorded]:
        """Return up to `limit` events of the whole log after a position, in order.

        Raises CorruptEvent, whichever of them it is that cannot be decoded.
        """

    async def stretch(self, after: Position, length: int, kinds: Kinds = None) -> Stretch:
        """Return the log from a position on, as far as it goes but no further than so many events.

        Events of other classes than those asked for are passed over and not decoded. Raises CorruptEvent.
        """

    async def of_games(
        self, games: Collection[GameId], kinds: frozenset[type[Event]], upto: Position
    ) -> list[Recorded]:
        """Return the events of some classes that some games have up to a position, in the log's order.

        The games should be as many as a page of the log has at most. Raises CorruptEvent.
        """

    async def head(self) -> Position:
        """Return the position of the log's last event, 0 when there is none."""

    async def check_writable(self) -> None:
        """Find out, without an append, whether one could succeed now; raises OperationalError if not."""

    @property
    def queued(self) -> int:
        """How many appends wait for the writer."""

    async def identity(self) -> LogIdentity:
        """Return which log this is, and its epoch."""

    async def stamp(self, position: Position) -> Stamp | None:
        """Return the game and version of the event at a position, None where there is none."""

    async def begin_epoch(self) -> LogIdentity:
        """Begin a new epoch, for a log that was restored; all that follows the log begins again."""

    def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[Recorded], None]:
        """Yield the log after a position in batches, then go on as it grows, for ever.

        Woken by appends of this process and, as the safety net, by a poll. Raises CorruptEvent as
        `select` does, LogRestored when the log is shorter or another one than when it was last looked at,
        and StoreClosed when the store is closed. Whoever stops early closes the generator.
        """

    def stretches(
        self, after: Position, length: int = 1000, kinds: Kinds = None
    ) -> AsyncGenerator[Stretch, None]:
        """Yield the log after a position in stretches, none of them empty of events of any class.

        Goes on as the log grows, for ever; as `follow` in all else.
        """

    async def close(self) -> None:
        """Finish what is under way and let go of the database; all use after this is refused."""
