"""The database's clock: the same time, whether it is read or computed by the statement that stores it."""

from __future__ import annotations

from time import time_ns

import pytest
from sqlalchemy import BigInteger, Column, Engine, MetaData, Table, insert, select

from application.store import database_clock
from application.store.database_clock import database_time, time_to_store

METADATA = MetaData()
TIMES = Table("times", METADATA, Column("at", BigInteger))


def test_the_time_that_is_read_and_the_time_that_is_stored_come_from_one_clock(either_engine: Engine) -> None:
    METADATA.create_all(either_engine)
    with either_engine.begin() as connection:
        before = database_time(connection)
        connection.execute(insert(TIMES).values(at=time_to_store(connection)))
        stored = connection.execute(select(TIMES.c.at)).scalar_one()
        assert before <= stored <= database_time(connection)
        assert abs(time_ns() // 1_000 - stored) < 60_000_000, "microseconds since 1970"


def test_the_clock_of_a_database_server_is_not_that_of_this_machine(
    either_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_clock, "time_ns", lambda: 5_000)
    with either_engine.connect() as connection:
        is_of_machine = database_time(connection) == 5
    assert is_of_machine == (either_engine.dialect.name == "sqlite")
