"""The clock that all processes on a database share: the server's on PostgreSQL, the machine's on SQLite."""

from __future__ import annotations

from time import time_ns
from typing import Final

from sqlalchemy import BigInteger, ColumnElement, Connection, extract, func, select

# Built once, because building the expression takes longer than sending it. It is the time of the call, not
# that of the beginning of the transaction.
_POSTGRES_TIME: Final = func.floor(extract("epoch", func.clock_timestamp()) * 1_000_000).cast(BigInteger)
_READ_POSTGRES_TIME: Final = select(_POSTGRES_TIME)


def database_time(connection: Connection) -> int:
    """Return the time in microseconds since 1970."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(_READ_POSTGRES_TIME).scalar_one())
    return time_ns() // 1_000


def time_to_store(connection: Connection) -> ColumnElement[int] | int:
    """Return the time in microseconds since 1970 as a part of a statement, without a round trip for it."""
    return _POSTGRES_TIME if connection.dialect.name == "postgresql" else database_time(connection)
