"""The transaction that appends a batch to a SQLite log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeAlias
from uuid import UUID

from application.codec import Position, Version
from application.store.encoded_append import AppendResult, EncodedAppend
from application.store.port import CommandRow, CommandTaken, LogRestored, OutcomeUnknown, VersionTaken
from application.store.sqlite.database import persistence_error
from application.store.sqlite.many_rows import insert, select
from application.store.sqlite.queries import EVENT_COLUMNS, HEAD
from application.store.sqlite.version_cache import VersionCache
from domain.events import PlayerId

_Event: TypeAlias = tuple[Position, bytes, Version]
"""The position, game and version of an event."""
_Key: TypeAlias = tuple[str, PlayerId, str]
"""The scope, caller and id of a command."""
_Written: TypeAlias = tuple[list[AppendResult], _Event | None]
"""The outcomes of entries, and the last event."""

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

_COUNT = "UPDATE counter SET position = ?"
_OVERWRITE = "UPDATE counter SET position = position"
_THERE = "SELECT 1 FROM events WHERE position = ? AND game = ? AND version = ?"
_COMMAND_COLUMNS = "scope, caller, command_id, digest, game, first, last"
# A cross join, so that SQLite looks for each key; for `IN` with several keys it reads the whole table.
_KNOWN = f"""
    SELECT {_COMMAND_COLUMNS} FROM {{keys}} CROSS JOIN commands
    ON (scope, caller, command_id) = (column1, column2, column3)
"""  # noqa: S608 - of literals alone
_COMMANDS = f"commands ({_COMMAND_COLUMNS})"
_EVENTS = f"events ({EVENT_COLUMNS})"


def commit(
    connection: sqlite3.Connection, batch: Sequence[EncodedAppend], versions: VersionCache | None = None
) -> list[AppendResult]:
    """Append all entries without a conflict in one transaction; return the outcome of each entry.

    Most batches have no conflicts; the statements that find conflicts are executed for the others alone. An
    entry with a value that no table accepts fails alone. Any other failure is the outcome of every entry.
    If the COMMIT itself failed and its result cannot be determined, that outcome is OutcomeUnknown.
    """
    versions = VersionCache() if versions is None else versions
    try:
        connection.rollback()
        connection.execute("BEGIN IMMEDIATE")
        try:
            written: _Written | None = _write_without_conflicts(connection, batch, versions)
            if written is None:
                if versions.refresh(connection):
                    connection.rollback()
                    return [LogRestored() for _ in batch]
                written = _write(connection, batch, versions)
            outcomes, last = written
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


def _write_without_conflicts(
    connection: sqlite3.Connection, batch: Sequence[EncodedAppend], versions: VersionCache
) -> _Written | None:
    """Do what `_write` does if no entry has a conflict, and nothing was written since the last commit.

    Returns None otherwise, in a transaction that has written nothing.
    """
    position = versions.position
    if position is None or not versions.chained((entry.game, entry.after, entry.last) for entry in batch):
        return None
    if not batch or not all(entry.events for entry in batch):
        # No unique key tells whether a game has the version after which an entry has no events.
        return None
    outcomes: list[AppendResult] = []
    events: list[tuple[Any, ...]] = []
    for entry in batch:
        outcomes.append(position)
        events += _events(entry, position)
        position += len(entry.events)
    commands = [_command_values(entry.command) for entry in batch if entry.command is not None]
    if not versions.advance(connection, position):
        return None
    try:
        insert(connection, _COMMANDS, commands)
        insert(connection, _EVENTS, events)
    except sqlite3.IntegrityError:
        connection.rollback()
        connection.execute("BEGIN IMMEDIATE")
        return None
    for entry in batch:
        versions.saw(entry.game, entry.last)
    return outcomes, events[-1][:3]


def _write(
    connection: sqlite3.Connection, batch: Sequence[EncodedAppend], versions: VersionCache
) -> _Written:
    """Write all entries without a conflict; return the outcomes and the last event."""
    outcomes: list[AppendResult] = []
    (counted,) = connection.execute(HEAD).fetchone()
    position: Position = counted
    known = _known_commands(connection, [entry.command for entry in batch if entry.command is not None])
    events: list[tuple[Any, ...]] = []
    commands: list[tuple[Any, ...]] = []
    for entry in batch:
        row = entry.command
        if row is not None and (taken := known.get(_key(row))) is not None:
            outcomes.append(CommandTaken(taken))
            continue
        if versions.of(connection, entry.game) != entry.after:
            outcomes.append(VersionTaken(UUID(bytes=entry.game), entry.after))
            continue
        outcomes.append(position)
        events += _events(entry, position)
        position += len(entry.events)
        versions.saw(entry.game, entry.last)
        if row is not None:
            known[_key(row)] = row
            commands.append(_command_values(row))
    insert(connection, _COMMANDS, commands)
    if not events:
        return outcomes, None
    insert(connection, _EVENTS, events)
    connection.execute(_COUNT, (position,))
    return outcomes, events[-1][:3]


def _events(entry: EncodedAppend, after: Position) -> list[tuple[Any, ...]]:
    game, version, at, by = entry.game, entry.after, entry.at, entry.by
    command_id = entry.command_id
    last = entry.last
    return [
        (after + place, game, version + place, topic, state, at, by, command_id, last)
        for place, (topic, state) in enumerate(entry.events, start=1)
    ]


def known_command(
    connection: sqlite3.Connection, scope: str, caller: PlayerId, command_id: str
) -> CommandRow | None:
    """Return the row of an appended command, None for an unknown one."""
    return next(_rows(connection, [(scope, caller, command_id)]), None)


def _known_commands(connection: sqlite3.Connection, rows: Sequence[CommandRow]) -> dict[_Key, CommandRow]:
    """Return the rows of appended commands with the keys of the given ones."""
    return {_key(row): row for row in _rows(connection, [_key(row) for row in rows])}


def _rows(connection: sqlite3.Connection, keys: Sequence[_Key]) -> Iterator[CommandRow]:
    for scope, caller, command_id, digest, game, first, last in select(connection, _KNOWN, keys):
        yield CommandRow(
            scope=scope,
            caller=caller,
            command_id=command_id,
            digest=digest,
            game=UUID(bytes=game),
            first=first,
            last=last,
        )


def _command_values(row: CommandRow) -> tuple[Any, ...]:
    return (*_key(row), row.digest, row.game.bytes, row.first, row.last)


def _key(row: CommandRow) -> _Key:
    return row.scope, row.caller, row.command_id
