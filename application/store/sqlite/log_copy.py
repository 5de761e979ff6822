"""Copies of a SQLite log's file: made while the log is in use, read back, and restored.

A copy is one file with everything in the log's file: events, commands, players. Deleted pages are not copied,
so a copy holds no names of erased players.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from application.codec import CorruptEvent, GameId, default_codec
from application.store.interruptible_reads import InterruptibleRead
from application.store.port import LogIdentity, SchemaTooNew
from application.store.private_files import make_private
from application.store.rows import decode_rows
from application.store.sqlite.database import (
    SCHEMA,
    begin_epoch,
    open_for_reading,
    open_log,
    translate_errors,
)

BATCH: Final = 5_000
"""Events that are decoded at once when a copy is read back."""

_TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table'"
_EVENTS: Final = """
    SELECT position, game, version, topic, state, at, "by", command_id, NULL FROM events
    WHERE position > ? ORDER BY position LIMIT ?
"""
_KEEP: Final = """
    CREATE TABLE backup (
        one INTEGER PRIMARY KEY CHECK (one = 1), made INTEGER NOT NULL, secret TEXT, log_key TEXT
    ) STRICT
"""

Progress = Callable[[int, int], None]
"""Receives the number of events read back and the number of all events."""


class BadCopy(PersistenceError):
    """The file is not a complete copy of a log; the message says what is wrong."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path} is no whole copy of a log: {what}")


class Contents(Struct, frozen=True, kw_only=True):
    """Contents of a copy, as read back."""

    events: int
    games: int
    players: int
    secret: str | None
    """The secret that signs tokens, None if the copy does not contain it."""
    log_key: str | None
    """The key that signs checkpoints, None if the copy does not contain it."""


def copy(source: Path, target: Path, reading: InterruptibleRead | None = None) -> None:
    """Copy a log's file as of one moment, without blocking the log; the target must not exist.

    Only its owner may read the copy. Raises OSError, and PersistenceError for a file that is no database and
    if `reading` is interrupted.
    """
    reading = reading or InterruptibleRead()
    make_private(target)
    with (
        closing(open_for_reading(source)) as log,
        translate_errors(f"{source} cannot be copied: "),
        reading.interruptible_by(log.interrupt),
    ):
        # Reads the source first: VACUUM blames the target if the source is cut.
        log.execute("PRAGMA schema_version")
        log.execute("VACUUM INTO ?", (str(target),))
    sync(target)


def label(target: Path, made: int, secret: str | None, log_key: str | None) -> None:
    """Store in a copy when it was made, in seconds since 1970, and the keys of tokens and of checkpoints."""
    with translate_errors(), closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(_KEEP)
        connection.execute("INSERT INTO backup VALUES (1, ?, ?, ?)", (made, secret, log_key))
    sync(target)


def take_over(target: Path) -> LogIdentity:
    """Turn a copy into a log: remove its label and begin a new epoch."""
    with translate_errors(), closing(open_log(target)) as connection:
        # Overwrites deleted data, since the secret belongs only in its own file.
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("DROP TABLE IF EXISTS backup")
        identity = begin_epoch(connection)
    sync(target)
    return identity


def read_back(path: Path, progress: Progress, reading: InterruptibleRead | None = None) -> Contents:
    """Read and check a whole copy, and return its contents.

    Raises BadCopy when its pages, its counter or an event are invalid, SchemaTooNew, and ReadInterrupted or
    PersistenceError if `reading` is interrupted.
    """
    reading = reading or InterruptibleRead()
    with (
        translate_errors(),
        closing(open_for_reading(path)) as connection,
        reading.interruptible_by(connection.interrupt),
    ):
        tables = _checked(path, connection)
        (head,) = connection.execute("SELECT position FROM counter").fetchone()
        games = _read_events(path, connection, head, progress, reading)
        players = secret = log_key = None
        if "players" in tables:
            (players,) = connection.execute("SELECT count(*) FROM players").fetchone()
        if "backup" in tables:
            # Copies of earlier releases end with the secret.
            _, _, secret, log_key = (*connection.execute("SELECT * FROM backup").fetchone(), None)[:4]
    return Contents(events=head, games=games, players=players or 0, secret=secret, log_key=log_key)


def sync(path: Path) -> None:
    """Flush a file, or the entries of a folder, to disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _checked(path: Path, connection: sqlite3.Connection) -> set[str]:
    """Check the pages and the schema, and return the names of the tables."""
    try:
        found = [text for (text,) in connection.execute("PRAGMA integrity_check")]
    except sqlite3.DatabaseError as error:
        raise BadCopy(path, str(error)) from error
    if found != ["ok"]:
        raise BadCopy(path, "; ".join(found[:3]))
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if schema > SCHEMA:
        raise SchemaTooNew(str(path), schema, SCHEMA)
    tables = {name for (name,) in connection.execute(_TABLES)}
    if schema == 0 or not tables >= {"events", "commands", "counter"}:
        raise BadCopy(path, "it holds no Kibitz log")
    return tables


def _read_events(
    path: Path, connection: sqlite3.Connection, head: int, progress: Progress, reading: InterruptibleRead
) -> int:
    """Decode and check every event, and return the number of games."""
    codec = default_codec()
    versions: dict[GameId, int] = {}
    position = 0
    while rows := connection.execute(_EVENTS, (position, BATCH)).fetchall():
        try:
            events = decode_rows(codec, rows)
        except CorruptEvent as error:
            raise BadCopy(path, str(error)) from error
        for event in events:
            position += 1
            if (event.position, event.version) != (position, versions.get(event.game, 0) + 1):
                raise BadCopy(path, f"there is no event at position {position}")
            versions[event.game] = event.version
        progress(position, head)
        # An interrupt between two statements has no effect on them.
        reading.check()
    if position != head:
        raise BadCopy(path, f"it counts {head:,} events and has {position:,}")
    return len(versions)
