"""`eventsourcing` recorder of a log in a SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from os import PathLike
from pathlib import Path
from threading import Lock

from eventsourcing.persistence import OperationalError

from application.codec import GameId
from application.store.eventsourcing.recorder import LogRecorder
from application.store.port import SchemaTooNew, StoreClosed
from application.store.sqlite.database import SCHEMA, open_for_reading, open_log, translate_errors


class SQLiteLogRecorder(LogRecorder):
    """Reads a log in a file, and appends to it if opened as writable."""

    def __init__(self, path: str | PathLike[str], *, writable: bool = False) -> None:
        """Open the file; if `writable`, create it if it does not exist.

        Raises SchemaTooNew, and OperationalError also for a file without a log.
        """
        super().__init__(writable=writable)
        self._path = Path(path).absolute()
        self._closed = False
        self._idle: list[sqlite3.Connection] = []
        self._alone = Lock()
        self._writer = open_log(self._path) if writable else None
        if not writable:
            self._check_schema()

    def close(self) -> None:
        """Close the file; later calls raise StoreClosed."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()
        with self._alone:
            writer, self._writer = self._writer, None
            # Last, since only a writable connection can clean up the WAL files.
            if writer is not None:
                writer.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Cursor]:
        with translate_errors():
            connection = self._taken()
            try:
                with closing(connection.cursor()) as cursor:
                    yield cursor
            finally:
                self._give_back(connection)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Cursor]:
        with self._alone, translate_errors():
            if self._writer is None:
                raise StoreClosed
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                with closing(self._writer.cursor()) as cursor:
                    yield cursor
                self._writer.execute("COMMIT")
            except BaseException:
                self._writer.rollback()
                raise

    def _taken(self) -> sqlite3.Connection:
        if self._closed:
            raise StoreClosed
        try:
            return self._idle.pop()
        except IndexError:
            return open_for_reading(self._path)

    def _give_back(self, connection: sqlite3.Connection) -> None:
        if self._closed:
            connection.close()
        else:
            self._idle.append(connection)

    @staticmethod
    def _key(game: GameId) -> bytes:
        return game.bytes

    @staticmethod
    def _game(key: bytes) -> GameId:
        return GameId(bytes=key)

    def _check_schema(self) -> None:
        with self._reading() as cursor:
            [(found,)] = self._rows(cursor, "PRAGMA user_version")
        if not 0 < found <= SCHEMA:
            self.close()
            if found:
                raise SchemaTooNew(str(self._path), found, SCHEMA)
            raise OperationalError(f"{self._path} holds no Kibitz log")
