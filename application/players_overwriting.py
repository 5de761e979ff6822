"""Changes of the players' tables after which what was there before is not legible in the database's files."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep
from typing import Final

from sqlalchemy import Connection, Engine

logger = logging.getLogger(__name__)

ATTEMPTS: Final = 5
"""How often the write-ahead log is emptied while others keep it in use."""
PAUSE: Final = 0.2
"""Seconds between two attempts."""
PATIENCE: Final = 500
"""Milliseconds that an attempt waits for others, who may not write meanwhile."""


@contextmanager
def overwriting(engine: Engine) -> Iterator[Connection]:
    """Give a transaction in which SQLite overwrites what it deletes, also in its write-ahead log.

    Other databases see to that by themselves, in their own time.
    """
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            yield connection
        return
    with engine.connect() as connection:
        with connection.begin():
            # Otherwise it stays legible in the file until its page is used again.
            connection.exec_driver_sql("PRAGMA secure_delete = ON")
            yield connection
        _empty_write_ahead_log(connection)


def _empty_write_ahead_log(connection: Connection) -> None:
    """Have all pages written to the file and the write-ahead log cut to nothing, old pages with it."""
    (before,) = connection.exec_driver_sql("PRAGMA busy_timeout").one()
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {PATIENCE}")
    try:
        for _ in range(ATTEMPTS):
            busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
            if not busy:
                return
            sleep(PAUSE)
        logger.warning("what was erased is still legible in the write-ahead log: others keep that in use")
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {before}")
