"""The file of a SQLite log: connections, tables and errors."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final
from uuid import UUID, uuid4

from eventsourcing.persistence import OperationalError, PersistenceError

from application.store.port import LogIdentity, SchemaTooNew
from application.store.private_files import make_database_private
from application.store.sqlite.many_rows import STATEMENTS

SCHEMA: Final = 2
"""Version of the schema, stored as the file's `user_version`; 0 means a file without a log."""
MIN_FREE_BYTES: Final = 1_048_576
"""Bytes that must be free on the file system for the log to count as writable."""

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
"""The log's tables in schema 1. The store leaves other tables in the same file unchanged."""

MIGRATIONS: Final[Mapping[int, Sequence[str]]] = {
    2: (
        "ALTER TABLE events ADD COLUMN last INTEGER",  # version of the last event of the same commit
        """
        CREATE TABLE log (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            log BLOB NOT NULL CHECK (length(log) = 16),
            epoch INTEGER NOT NULL
        ) STRICT
        """,
        "INSERT INTO log (one, log, epoch) VALUES (1, new_id(), 1)",
    )
}
"""Statements that migrate to each schema from the one before."""

LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait while another process writes."""


def open_log(path: Path, lock_timeout: float = LOCK_TIMEOUT) -> sqlite3.Connection:
    """Open a file for writing; create the file and create or migrate the log's tables if necessary.

    From then on only its owner may read the file. Raises SchemaTooNew and OperationalError.
    """
    try:
        make_database_private(path)
    except OSError as error:
        raise OperationalError(f"unable to open {path} for its owner alone: {error.strerror}") from error
    with translate_errors():
        connection = _connect(path, lock_timeout, "rwc")
        try:
            connection.execute("PRAGMA synchronous = FULL")
            # 16 MB, so that a busy writer checkpoints a quarter as often as by default.
            connection.execute("PRAGMA wal_autocheckpoint = 4000")
            _make_tables(connection, path)
            _switch_to_wal(connection, lock_timeout)
        except BaseException:
            connection.close()
            raise
        return connection


def check_free_space(folder: Path) -> None:
    """Write a temporary file of ROOM bytes into a folder; raises OperationalError if that fails."""
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(MIN_FREE_BYTES))
            file.flush()
    except OSError as error:
        raise OperationalError(f"cannot write to {folder}: {error.strerror}") from error


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open a log's file read-only; raises OperationalError."""
    with translate_errors():
        return _connect(path, LOCK_TIMEOUT, "ro")


def identity_of(connection: sqlite3.Connection) -> LogIdentity:
    """Return the log's id and epoch."""
    log, epoch = connection.execute("SELECT log, epoch FROM log").fetchone()
    return LogIdentity(UUID(bytes=log), epoch)


def begin_epoch(connection: sqlite3.Connection) -> LogIdentity:
    """Begin a new epoch and return the log's new identity."""
    with translate_errors():
        # The time, so that two copies restored from one backup get different epochs.
        connection.execute("UPDATE log SET epoch = max(epoch + 1, ?)", (int(time.time()),))
        return identity_of(connection)


def persistence_error(error: Exception, prefix: str = "") -> PersistenceError:
    """Wrap a database error in the matching error of eventsourcing; its message begins with the prefix."""
    kind = OperationalError if isinstance(error, sqlite3.OperationalError) else PersistenceError
    wrapped = kind(f"{prefix}{error}")
    wrapped.__cause__ = error
    return wrapped


@contextmanager
def translate_errors(prefix: str = "") -> Iterator[None]:
    """Raise database errors as the matching errors of eventsourcing; their messages begin with the prefix."""
    try:
        yield
    except sqlite3.Error as error:
        raise persistence_error(error, prefix) from error


def _connect(path: Path, lock_timeout: float, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=lock_timeout,
        cached_statements=STATEMENTS,
        # Transactions begin only with an explicit BEGIN.
        isolation_level=None,
        # One thread at a time uses a connection, but another thread may close it.
        check_same_thread=False,
    )


def _make_tables(connection: sqlite3.Connection, path: Path) -> None:
    # Checked inside the transaction, since another process may be creating the tables at this moment.
    connection.execute("BEGIN IMMEDIATE")
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > SCHEMA:
        raise SchemaTooNew(str(path), found, SCHEMA)
    if found < SCHEMA:
        # SQLite's own random bytes would lack the bits that state the version of a UUID.
        connection.create_function("new_id", 0, lambda: uuid4().bytes)
        steps: list[Sequence[str]] = [TABLES] if found == 0 else []
        steps += [MIGRATIONS[schema] for schema in range(max(found, 1) + 1, SCHEMA + 1)]
        for statement in (*chain.from_iterable(steps), f"PRAGMA user_version = {SCHEMA}"):
            connection.execute(statement)
    connection.execute("COMMIT")


def _switch_to_wal(connection: sqlite3.Connection, lock_timeout: float) -> None:
    # Unlike other statements, this one does not wait for a lock, and several processes may open the file.
    deadline = time.monotonic() + lock_timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.01)
