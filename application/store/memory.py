"""Event store in memory for tests and simulations; it encodes events as a database store does."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Collection, Iterable, Sequence
from datetime import UTC
from time import time
from typing import NamedTuple
from uuid import uuid4

from msgspec.structs import replace

from application.codec import Codec, GameId, Position, RecordedEvent, StoredForm, Version, default_codec
from application.store.log_follower import Signal, event_batches, follow_slices
from application.store.port import (
    Append,
    CommandRow,
    CommandTaken,
    EventKey,
    EventTypes,
    LogIdentity,
    LogSlice,
    StoreClosed,
    VersionTaken,
)
from application.store.recent_events import RecentEvents
from application.store.rows import stored_forms
from domain.events import Event, PlayerId


class _Kept(NamedTuple):
    """Event with its envelope as appended, and its encoded form as a database would store it."""

    given: RecordedEvent
    topic: str
    state: bytes


class MemoryStore:
    """Log that lasts as long as the object."""

    def __init__(self, codec: Codec | None = None) -> None:
        self._codec = codec if codec is not None else default_codec()
        self._log: list[_Kept] = []
        self._games: defaultdict[GameId, list[_Kept]] = defaultdict(list)
        self._commands: dict[tuple[str, PlayerId, str], CommandRow] = {}
        self._appended_signal = Signal()
        self._recent = RecentEvents()
        self._closed = False
        self._identity = LogIdentity(uuid4(), 1)

    async def append(self, append: Append) -> Sequence[RecordedEvent]:
        """Append a command's events and its row; return the events as recorded."""
        self._refuse_if_closed()
        events = self._append(append)
        self._appended_signal.notify_recent()
        await _as_a_database_would()
        return events

    def _append(self, append: Append) -> list[RecordedEvent]:
        row = append.command
        key = (row.scope, row.caller, row.command_id) if row is not None else None
        if key in self._commands:
            raise CommandTaken(self._commands[key])
        if self._version(append.game) != append.after:
            raise VersionTaken(append.game, append.after)
        at, last = append.at.astimezone(UTC), append.after + len(append.events)
        kept = [
            _Kept(
                RecordedEvent(
                    game=append.game,
                    version=append.after + place,
                    position=len(self._log) + place,
                    at=at,
                    by=append.by,
                    command_id=append.command_id,
                    event=event,
                    last=last,
                ),
                *self._codec.encode(event),
            )
            for place, event in enumerate(append.events, start=1)
        ]
        # Nothing below can fail, so an append is never half done.
        if kept:
            self._log += kept
            self._games[append.game] += kept
            self._recent.add(self._identity, [(each.given, len(each.state)) for each in kept])
        if key is not None and row is not None:
            self._commands[key] = row
        return [each.given for each in kept]

    async def read(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[RecordedEvent]:
        """Return a game's events after version `after` and up to version `upto`, in order."""
        self._refuse_if_closed()
        kept = self._games[game][after:upto] if game in self._games else []
        await _as_a_database_would()
        return self._decoded(kept)

    async def version(self, game: GameId) -> Version:
        """Return the version of the game's last event, 0 for an unknown game."""
        self._refuse_if_closed()
        await _as_a_database_would()
        return self._version(game)

    async def command(self, scope: str, caller: PlayerId, command_id: str) -> CommandRow | None:
        """Return the row of an appended command, None for an unknown one."""
        self._refuse_if_closed()
        await _as_a_database_would()
        return self._commands.get((scope, caller, command_id))

    async def select(self, after: Position, limit: int) -> list[RecordedEvent]:
        """Return up to `limit` events of the whole log after a position, in order."""
        self._refuse_if_closed()
        kept = self._log[after : after + limit]
        await _as_a_database_would()
        return self._decoded(kept)

    async def read_slice(self, after: Position, length: int, event_types: EventTypes = None) -> LogSlice:
        """Return the slice of the log after a position, at most `length` positions long."""
        self._refuse_if_closed()
        upto = max(after, min(after + length, len(self._log)))
        kept = self._log[after:upto]
        identity, head = self._identity, len(self._log)
        start, end = self._key_at(after), self._key_at(upto)
        await _as_a_database_would()
        if event_types is None:
            events = self._decoded(kept)
        else:
            topics = self._codec.topics(event_types)
            events = self._decoded(each for each in kept if each.topic in topics)
            events = [each for each in events if type(each.event) in event_types]
        return LogSlice(after, upto, events, identity, head, start, end)

    async def stored_forms(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[StoredForm]:
        """Return a game's events as stored, those after version `after` and up to `upto`, in order."""
        self._refuse_if_closed()
        await _as_a_database_would()
        return self._forms(self._games[game][after:upto] if game in self._games else [])

    async def stored_slice(self, after: Position, upto: Position) -> list[StoredForm]:
        """Return the events of the whole log as stored, after a position and up to another, in order."""
        self._refuse_if_closed()
        await _as_a_database_would()
        return self._forms(self._log[after:upto])

    async def read_games(
        self, games: Collection[GameId], event_types: frozenset[type[Event]], upto: Position
    ) -> list[RecordedEvent]:
        """Return the events of the given games and classes up to a position, in log order."""
        self._refuse_if_closed()
        topics, wanted = self._codec.topics(event_types), set(games)
        kept = [each for each in self._log[:upto] if each.given.game in wanted and each.topic in topics]
        await _as_a_database_would()
        return [each for each in self._decoded(kept) if type(each.event) in event_types]

    async def head(self) -> Position:
        """Return the position of the log's last event, 0 for an empty log."""
        self._refuse_if_closed()
        await _as_a_database_would()
        return len(self._log)

    async def check_writable(self) -> None:
        """Check that the store is open; an open one is always writable."""
        self._refuse_if_closed()

    @property
    def queued(self) -> int:
        """Number of appends that wait for the writer: always 0."""
        return 0

    async def identity(self) -> LogIdentity:
        """Return the log's id and epoch."""
        self._refuse_if_closed()
        await _as_a_database_would()
        return self._identity

    async def event_key(self, position: Position) -> EventKey | None:
        """Return the game and version of the event at a position, None if there is none."""
        self._refuse_if_closed()
        await _as_a_database_would()
        return self._key_at(position)

    async def begin_epoch(self) -> LogIdentity:
        """Begin a new epoch; every follower of the log starts again."""
        self._refuse_if_closed()
        self._identity = replace(self._identity, epoch=max(self._identity.epoch + 1, int(time())))
        self._appended_signal.notify()
        await _as_a_database_would()
        return self._identity

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
        """Close the store; later calls raise StoreClosed."""
        self._closed = True
        self._appended_signal.notify()
        await _as_a_database_would()

    def _version(self, game: GameId) -> Version:
        return len(self._games[game]) if game in self._games else 0

    def _key_at(self, position: Position) -> EventKey | None:
        if not 1 <= position <= len(self._log):
            return None
        event = self._log[position - 1].given
        return EventKey(event.game, event.version)

    def _decoded(self, kept: Iterable[_Kept]) -> list[RecordedEvent]:
        return [
            replace(given, event=self._codec.decode(given.game, given.version, topic, state))
            for given, topic, state in kept
        ]

    def _forms(self, kept: Sequence[_Kept]) -> list[StoredForm]:
        games = {each.given.game for each in kept}
        return stored_forms(
            [(each.given.game.bytes, each.topic, each.state) for each in kept],
            [(game.bytes, self._games[game][0].state) for game in games],
        )

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreClosed


async def _as_a_database_would() -> None:
    """Let other tasks run, so that code which only works without concurrency fails in tests too."""
    await asyncio.sleep(0)
