"""The scheduler's lease, and the time of its first start, in a table beside the log."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    insert,
    or_,
    select,
    update,
)

from application.store.database_clock import database_time
from application.store.table_creation import create_missing_tables

LEASE_SECONDS: Final = 2
"""Seconds for which a process that handles deadlines keeps the others from doing the same."""
_MICROSECONDS: Final = 1_000_000

_metadata = MetaData()

_scheduler = Table(
    "scheduler",
    _metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    # Microseconds since 1970 by the database's clock, like the other time.
    Column("started_at", BigInteger, nullable=False),
    Column("holder", String),
    Column("leased_until", BigInteger, nullable=False),
)


class ScheduleTable:
    """The one row of the scheduler, which all processes on a log share."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        create_missing_tables(partial(_create, engine))

    def clock_lead(self) -> timedelta:
        """Return by how much the database's clock is ahead of this process; zero for an embedded database."""
        with self._engine.connect() as connection:
            before = time.time_ns() // 1000
            now = database_time(connection)
            after = time.time_ns() // 1000
        return timedelta(microseconds=now - (before + after) // 2)

    def started_at(self) -> datetime:
        """Return the time from which deadlines are handled; no earlier idle time of a game counts."""
        with self._engine.connect() as connection:
            started = connection.execute(select(_scheduler.c.started_at)).scalar_one()
        return datetime.fromtimestamp(started / _MICROSECONDS, UTC)

    def claim(self, holder: str) -> bool:
        """Take or renew the lease; return whether the holder has it now."""
        with self._engine.begin() as connection:
            now = database_time(connection)
            free = or_(_scheduler.c.leased_until < now, _scheduler.c.holder == holder)
            until = now + LEASE_SECONDS * _MICROSECONDS
            claimed = connection.execute(
                update(_scheduler).where(free).values(holder=holder, leased_until=until)
            )
            return claimed.rowcount == 1


def _create(engine: Engine) -> None:
    with engine.begin() as connection:
        _metadata.create_all(connection)
        if connection.execute(select(_scheduler.c.one)).first() is None:
            row = {"one": 1, "started_at": database_time(connection), "leased_until": 0}
            connection.execute(insert(_scheduler).values(row))
