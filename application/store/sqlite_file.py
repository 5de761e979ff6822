"""The file of a SQLite log: how it is opened, its tables, its errors."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from eventsourcing.persistence import OperationalError, PersistenceError

from application.store import SchemaTooNew

SCHEMA: Final = 1
"""The schema's version, kept as the file's `user_version`; 0 is a file without a log."""

TABLES: Final = (
    """
    CREATE TABLE events (
        position INTEGER PRIMARY KEY,
        game BLOB NOT NULL CHECK (length(game) = 16),
        version INTEGER NOT NULL,
        topic TEXT NOT NULL,
        state BLOB NOT NULL,
        at INTEGER, -- microseconds since 1970
        "by" TEXT,
        command_id TEXT,
        UNIQUE (game, version)
    ) STRICT
    """,
    """
    CREATE TABLE commands (
        scope TEXT NOT NULL,
        caller TEXT NOT NULL,
        command_id TEXT NOT NULL,
        digest BLOB NOT NULL,
        game BLOB NOT NULL CHECK (length(game) = 16),
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (scope, caller, command_id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE TABLE counter (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL) STRICT",
    "INSERT INTO counter (one, position) VALUES (1, 0)",
)
"""The log's tables; other tables of the same file belong to others and stay as they are."""

PATIENCE: Final = 5.0
"""Seconds to wait while another process writes."""


def open_log(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """Open a file for writing, and make the file and the log's tables if they are not there.

    Raises SchemaTooNew and OperationalError.
    """
    with translated():
        connection = _connect(path, patience, "rwc")
        try:
            connection.execute("PRAGMA synchronous = FULL")
            # 16 MB, so that a busy writer copies pages back a fourth as often as by default.
            connection.execute("PRAGMA wal_autocheckpoint = 4000")
            _make_tables(connection, path)
            _go_over_to_wal(connection, patience)
        except BaseException:
            connection.close()
            raise
        return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open a log's file so that nothing can be written; raises OperationalError."""
    with translated():
        return _connect(path, PATIENCE, "ro")


def persistence_error(error: Exception) -> PersistenceError:
    """Return an error of the database as the one of eventsourcing's family that it is."""
    kind = OperationalError if isinstance(error, sqlite3.OperationalError) else PersistenceError
    wrapped = kind(str(error))
    wrapped.__cause__ = error
    return wrapped


@contextmanager
def translated() -> Iterator[None]:
    """Raise errors of the database as those of eventsourcing's family that they are."""
    try:
        yield
    except sqlite3.Error as error:
        raise persistence_error(error) from error


def _connect(path: Path, patience: float, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=patience,
        # Transactions begin where they are said to.
        isolation_level=None,
        # Each is used by one thread at a time, but closed in another.
        check_same_thread=False,
    )


def _make_tables(connection: sqlite3.Connection, path: Path) -> None:
    # Looked at inside the transaction, since another process may be making them at this moment.
    connection.execute("BEGIN IMMEDIATE")
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > SCHEMA:
        raise SchemaTooNew(str(path), found, SCHEMA)
    if found == 0:
        for statement in (*TABLES, f"PRAGMA user_version = {SCHEMA}"):
            connection.execute(statement)
    connection.execute("COMMIT")


def _go_over_to_wal(connection: sqlite3.Connection, patience: float) -> None:
    # Alone among statements this one does not wait for a lock by itself, and several may be opening the file.
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.01)
