"""Transactions on tables beside the log whose loss in a crash does no harm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine


@contextmanager
def begin_relaxed(engine: Engine) -> Iterator[Connection]:
    """Open a transaction whose commit does not wait for the disk, which the log's writer needs.

    A crash of the machine may lose it; the database stays sound.
    """
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
            yield connection
        return
    with engine.connect() as connection:
        with connection.begin():
            (before,) = connection.exec_driver_sql("PRAGMA synchronous").one()
        try:
            with connection.begin():
                # The driver begins the transaction at the first statement that writes.
                connection.exec_driver_sql("PRAGMA synchronous = NORMAL")
                yield connection
        finally:
            # The connection goes back to a pool, from which others take it for what must last.
            connection.exec_driver_sql(f"PRAGMA synchronous = {before}")
