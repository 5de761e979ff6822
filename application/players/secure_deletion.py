"""Changes of the players' tables that leave no legible old data in the database's files."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep
from typing import Final

from sqlalchemy import Connection, Engine

logger = logging.getLogger(__name__)

ATTEMPTS: Final = 5
"""Attempts to empty the write-ahead log while other connections use it."""
RETRY_INTERVAL: Final = 0.2
"""Seconds between two attempts."""
BUSY_TIMEOUT: Final = 500
"""Milliseconds that an attempt waits for other connections, which cannot write meanwhile."""


@contextmanager
def begin_overwriting(engine: Engine) -> Iterator[Connection]:
    """Open a transaction in which SQLite overwrites what it deletes, also in its write-ahead log.

    Other databases remove deleted data by themselves, at a time of their own.
    """
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            yield connection
        return
    with engine.connect() as connection:
        with connection.begin():
            # Otherwise deleted data stays legible in the file until its page is reused.
            connection.exec_driver_sql("PRAGMA secure_delete = ON")
            yield connection
        _empty_write_ahead_log(connection)


def _empty_write_ahead_log(connection: Connection) -> None:
    """Checkpoint all pages into the file and truncate the write-ahead log, which contains old pages."""
    (before,) = connection.exec_driver_sql("PRAGMA busy_timeout").one()
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {PATIENCE}")
    try:
        for _ in range(ATTEMPTS):
            busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
            if not busy:
                return
            sleep(RETRY_INTERVAL)
        logger.warning("what was erased is still legible in the write-ahead log: others keep that in use")
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {before}")
