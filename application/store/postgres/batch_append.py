"""The transaction that appends a batch to a PostgreSQL log, and the resolution of its conflicts.

The counter row is updated first and orders all processes: the transaction that holds it sees, and conflicts
with, only committed rows. The inserts are optimistic; the unique keys detect conflicts. They cannot detect a
version *beyond* the game's next one, so that is ruled out before, from the known versions of games: versions
only grow, so a version that was seen once stays a lower bound, and reading it needs no lock.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from uuid import UUID

import psycopg
from msgspec import structs
from psycopg.types.numeric import Int8

from application.codec import Position, Version
from application.store.encoded_append import AppendResult, EncodedAppend
from application.store.port import CommandRow, CommandTaken, EventKey, LogPosition, LogRestored, VersionTaken
from application.store.postgres.array_parameters import PackedArray, bigints, byteas, texts, uuids
from application.store.postgres.database import Connection, persistence_error
from domain.events import PlayerId

CommandKey: TypeAlias = tuple[str, PlayerId, str]

# One statement, so one transaction: the counter is locked while the server works, never while it waits for
# the client.
_APPEND = """
    WITH counted AS (
        UPDATE kibitz.counter SET position = position + %b
        WHERE EXISTS (SELECT FROM kibitz.log WHERE log = %b::uuid AND epoch = %b::bigint) AND (
            %b::bigint IS NULL
            OR EXISTS (SELECT FROM kibitz.events WHERE position = %b AND game = %b AND version = %b)
        )
        RETURNING position - %b::bigint AS after
    ), inserted AS (
        INSERT INTO kibitz.events (position, game, version, topic, state, at, "by", command_id, last)
        SELECT counted.after + place, game, version, topic, state, at, "by", command_id, last
        FROM counted, unnest(
            %b::uuid[], %b::bigint[], %b::text[], %b::bytea[], %b::bigint[], %b::text[], %b::text[],
            %b::bigint[]
        ) WITH ORDINALITY AS given (game, version, topic, state, at, "by", command_id, last, place)
    ), remembered AS (
        INSERT INTO kibitz.commands (scope, caller, command_id, digest, game, first, last)
        SELECT given.* FROM counted, unnest(
            %b::text[], %b::text[], %b::text[], %b::bytea[], %b::uuid[], %b::bigint[], %b::bigint[]
        ) AS given
    )
    SELECT after FROM counted
"""
_VERSIONS = """
    SELECT game, (SELECT coalesce(max(version), 0) FROM kibitz.events AS event WHERE event.game = wanted.game)
    FROM unnest(%b::uuid[]) AS wanted (game)
"""
COMMAND_ROWS = """
    SELECT scope, caller, command_id, digest, game, first, last FROM kibitz.commands
    WHERE (scope, caller, command_id) IN (SELECT * FROM unnest(%b::text[], %b::text[], %b::text[]))
"""
_FOUND = """
    SELECT game, version, topic, state, at, "by", command_id, position FROM kibitz.events
    WHERE (game, version) IN (SELECT * FROM unnest(%b::uuid[], %b::bigint[]))
"""

_UNWRITABLE = (psycopg.DataError, OverflowError, TypeError, ValueError)
"""Errors caused by a value that no table accepts."""


class VersionBounds:
    """Lower bounds of the versions of the games that were seen last.

    The bounds hold as long as the log is the one of the given position.
    """

    def __init__(self, capacity: int, log_position: LogPosition) -> None:
        self._capacity = capacity
        self._versions: dict[bytes, Version] = {}
        self.log_position = log_position
        """Last known position in the log; moves with each append."""

    def __getitem__(self, game: bytes) -> Version:
        return self._versions.get(game, 0)

    def saw(self, game: bytes, version: Version) -> None:
        """Remember that the game is at a version or beyond."""
        before = self._versions.pop(game, 0)
        self._versions[game] = max(before, version)
        if len(self._versions) > self._capacity:
            del self._versions[next(iter(self._versions))]

    def appended(self, position: Position, entries: Sequence[EncodedAppend]) -> None:
        """Move the log position to the last event of entries that were appended up to a position."""
        last = next((entry for entry in reversed(entries) if entry.events), None)
        if last is not None:
            event_key = EventKey(UUID(bytes=last.game), last.last)
            self.log_position = LogPosition(
                identity=self.log_position.identity, position=position, event_key=event_key
            )

    def forget(self) -> None:
        """Forget all versions: the database may be another one now, such as a restored backup."""
        self._versions.clear()


async def commit(
    connection: Connection, known: VersionBounds, batch: Sequence[EncodedAppend]
) -> list[AppendResult]:
    """Append all entries without a conflict; return the outcome of each entry.

    Raises errors of the connection or of the database as a whole; any of the entries may be in the log then.
    """
    return await _Batch(connection, known, batch).committed()


async def found(connection: Connection, batch: Sequence[EncodedAppend]) -> dict[int, Position]:
    """Return the entries that are in the log exactly, by index, with the positions they follow."""
    games = [UUID(bytes=entry.game) for entry in batch for _ in entry.events]
    versions = [entry.after + place for entry in batch for place, _ in enumerate(entry.events, start=1)]
    async with connection.cursor(binary=True) as cursor:
        await cursor.execute(_FOUND, (games, versions))
        rows = {(game.bytes, version): rest async for game, version, *rest in cursor}
    positions: dict[int, Position] = {}
    for place, entry in enumerate(batch):
        there = [rows.get((entry.game, entry.after + each + 1)) for each in range(len(entry.events))]
        if there and there[0] is not None:
            first: Position = there[0][-1]
            command_id = entry.command_id
            if there == [
                [topic, state, entry.at, entry.by, command_id, first + each]
                for each, (topic, state) in enumerate(entry.events)
            ]:
                positions[place] = first - 1
    return positions


def command_row(row: Sequence[Any]) -> CommandRow:
    """Return the command row for a result row of KNOWN."""
    scope, caller, command_id, digest, game, first, last = row
    return CommandRow(
        scope=scope, caller=caller, command_id=command_id, digest=digest, game=game, first=first, last=last
    )


class _Batch:
    """Entries of a batch and their outcomes so far."""

    def __init__(self, connection: Connection, known: VersionBounds, batch: Sequence[EncodedAppend]) -> None:
        self._connection = connection
        self._versions = known
        self._batch = batch
        self._waiting = dict(enumerate(batch))
        self._outcomes: dict[int, AppendResult] = {}
        self._tried: set[CommandKey] = set()

    async def committed(self) -> list[AppendResult]:
        # Each round settles at least one entry; without conflicts, the first round settles all.
        while self._waiting:
            first = self._first()
            doubtful = {place: entry for place, entry in self._waiting.items() if self._doubts(place, first)}
            if doubtful:
                await self._judge(doubtful, first)
            await self._insert([place for place in first if place in self._waiting])
        return [self._outcomes[place] for place in range(len(self._batch))]

    def _first(self) -> list[int]:
        """Return the first entry of each game and command; entries that exclude each other take turns."""
        games: set[bytes] = set()
        keys: set[CommandKey] = set()
        first = []
        for place, entry in self._waiting.items():
            key = None if entry.command is None else _key(entry.command)
            if entry.game not in games and key not in keys:
                first.append(place)
            games.add(entry.game)
            if key is not None:
                keys.add(key)
        return first

    def _doubts(self, place: int, first: Sequence[int]) -> bool:
        """Return whether an entry may conflict already, or be beyond its game's next version."""
        entry = self._batch[place]
        known = self._versions[entry.game]
        if entry.after < known or (entry.command is not None and _key(entry.command) in self._tried):
            return True
        return entry.after > known and place in first

    async def _judge(self, entries: Mapping[int, EncodedAppend], first: Collection[int]) -> bool:
        """Settle the entries that conflict with committed rows; return whether there were any."""
        taken = await self._taken([row for entry in entries.values() if (row := entry.command) is not None])
        games = [UUID(bytes=entry.game) for entry in entries.values()]
        rows = await self._connection.execute(_VERSIONS, (games,))
        versions = {game.bytes: version async for game, version in rows}
        for game, version in versions.items():
            self._versions.saw(game, version)
        before = len(self._waiting)
        for place, entry in entries.items():
            version = versions[entry.game]
            if entry.command is not None and (row := taken.get(_key(entry.command))):
                self._settle(place, CommandTaken(row))
            elif entry.after < version or (entry.after > version and place in first):
                self._settle(place, VersionTaken(UUID(bytes=entry.game), entry.after))
        return len(self._waiting) < before

    async def _taken(self, rows: Sequence[CommandRow]) -> dict[CommandKey, CommandRow]:
        if not rows:
            return {}
        keys = [texts(column) for column in _columns(map(_key, rows), 3)]
        async with self._connection.cursor(binary=True) as cursor:
            await cursor.execute(COMMAND_ROWS, keys, prepare=True)
            return {_key(row): row for row in map(command_row, await cursor.fetchall())}

    async def _insert(self, places: Sequence[int]) -> None:
        entries = {place: self._batch[place] for place in places}
        if not entries:
            return
        self._tried |= {_key(entry.command) for entry in entries.values() if entry.command is not None}
        try:
            position = await _append(self._connection, list(entries.values()), self._versions.log_position)
        except LogRestored:
            for place in places:
                self._settle(place, LogRestored())
        except psycopg.errors.UniqueViolation as error:
            if not await self._judge(entries, places):
                # No version or command id was taken, so a position was: the counter does not match the log.
                for place in places:
                    self._settle(place, persistence_error(error))
        except _UNWRITABLE as error:
            if len(places) == 1:
                self._settle(places[0], persistence_error(error))
                return
            middle = len(places) // 2
            await self._insert(places[:middle])
            await self._insert(places[middle:])
        else:
            for place, entry in entries.items():
                self._settle(place, position)
                self._versions.saw(entry.game, entry.last)
                position += len(entry.events)
            self._versions.appended(position, list(entries.values()))

    def _settle(self, place: int, outcome: AppendResult) -> None:
        self._outcomes[place] = outcome
        del self._waiting[place]


async def _append(
    connection: Connection, entries: Sequence[EncodedAppend], log_position: LogPosition
) -> Position:
    """Append in one transaction and one round trip; return the position that the events follow.

    Raises LogRestored, and appends nothing, if the log is not the one of the given position.
    """
    events = [*_events(entries)]
    rows = [row for entry in entries if (row := entry.command) is not None]
    values = (
        *_position_parameters(log_position),
        Int8(len(events)),
        *_event_arrays(events),
        *_command_arrays(rows),
    )
    found = await (await connection.execute(_APPEND, (Int8(len(events)), *values), prepare=True)).fetchone()
    if found is None:
        raise LogRestored
    return int(found[0])


def _position_parameters(log_position: LogPosition) -> tuple[Any, ...]:
    identity, event_key = log_position.identity, log_position.event_key
    position = None if event_key is None else Int8(log_position.position)
    of_event = (None, None) if event_key is None else (event_key.game, Int8(event_key.version))
    return identity.log, Int8(identity.epoch), position, position, *of_event


def _events(entries: Iterable[EncodedAppend]) -> Iterator[tuple[Any, ...]]:
    for entry in entries:
        command_id = entry.command_id
        last = entry.last
        for place, (topic, state) in enumerate(entry.events, start=1):
            yield entry.game, entry.after + place, topic, state, entry.at, entry.by, command_id, last


def _event_arrays(events: Iterable[tuple[Any, ...]]) -> Sequence[PackedArray]:
    game, version, topic, state, at, by, command_id, last = _columns(events, 8)
    of_event = uuids(game), bigints(version), texts(topic), byteas(state)
    return *of_event, bigints(at), texts(by), texts(command_id), bigints(last)


def _command_arrays(rows: Iterable[CommandRow]) -> Sequence[PackedArray]:
    scope, caller, command_id, digest, game, first, last = _columns(map(structs.astuple, rows), 7)
    of_command = texts(scope), texts(caller), texts(command_id), byteas(digest)
    return *of_command, uuids([each.bytes for each in game]), bigints(first), bigints(last)


def _columns(rows: Iterable[tuple[Any, ...]], width: int) -> Sequence[Sequence[Any]]:
    return [*zip(*rows, strict=True)] or [()] * width


def _key(row: CommandRow) -> CommandKey:
    return row.scope, row.caller, row.command_id
