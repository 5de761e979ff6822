"""Only errors of a fold and of its data make an event poison; errors of the database are retried."""

from __future__ import annotations

import sqlite3
from typing import LiteralString

import psycopg
import pytest
from sqlalchemy import exc

from application.store.memory import MemoryStore
from projections.database.connections import ReadDatabase
from projections.engine.batches import is_caused_by_event
from projections.engine.projector import Condition, Projector
from tests.projections.logs import Tally, chatter
from tests.projections.running import QUICK, chatter_on, status_of, tallied, until


def of_postgres(error: psycopg.Error) -> exc.DBAPIError:
    found = exc.DBAPIError.instance("INSERT", None, error, psycopg.Error)
    assert isinstance(found, exc.DBAPIError)
    return found


def of_sqlite(error: sqlite3.Error) -> exc.DBAPIError:
    found = exc.DBAPIError.instance("INSERT", None, error, sqlite3.Error)
    assert isinstance(found, exc.DBAPIError)
    return found


PASSING = [
    of_postgres(error)
    for error in (
        psycopg.errors.ReadOnlySqlTransaction("a standby"),
        psycopg.errors.SerializationFailure("another was quicker"),
        psycopg.errors.DeadlockDetected("both wait"),
        psycopg.errors.DiskFull("no space left"),
        psycopg.errors.AdminShutdown("restarted"),
        psycopg.errors.UndefinedTable("swapped"),
        psycopg.errors.InsufficientPrivilege("not yet granted"),
        psycopg.errors.InFailedSqlTransaction("aborted"),
        psycopg.InterfaceError("the connection is closed"),
        psycopg.OperationalError("lost"),
    )
] + [
    of_sqlite(error)
    for error in (
        sqlite3.OperationalError("attempt to write a readonly database"),
        sqlite3.OperationalError("database or disk is full"),
        sqlite3.DatabaseError("database disk image is malformed"),
    )
]
POISON = [
    ZeroDivisionError("a fold"),
    of_postgres(psycopg.errors.NumericValueOutOfRange("too large")),
    of_postgres(psycopg.errors.UniqueViolation("twice")),
    of_postgres(psycopg.errors.NotNullViolation("none")),
    of_postgres(psycopg.ProgrammingError("cannot adapt type 'object' using placeholder '%s'")),
    of_sqlite(sqlite3.IntegrityError("UNIQUE constraint failed")),
    of_sqlite(sqlite3.ProgrammingError("Error binding parameter 1: type 'object' is not supported")),
    exc.StatementError("not a moment", "INSERT", None, TypeError("not a moment")),
]


@pytest.mark.parametrize("error", [*PASSING, OSError("disk"), MemoryError()], ids=repr)
def test_faults_of_the_database_blame_no_event(error: Exception) -> None:
    assert not is_caused_by_event(error)


@pytest.mark.parametrize("error", POISON, ids=repr)
def test_faults_of_a_fold_and_its_data_blame_the_event(error: Exception) -> None:
    assert is_caused_by_event(error)


# What a server says of every change while it is a standby.
STANDBY: LiteralString = """
    CREATE FUNCTION demoted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'cannot execute UPDATE in a read-only transaction' USING ERRCODE = '25006'; END $$;
    CREATE TRIGGER demoted BEFORE UPDATE ON kibitz_read.projection_versions EXECUTE FUNCTION demoted()
"""


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_database_that_is_a_standby_for_a_while_stops_no_read_model(
    database: ReadDatabase, postgres_url: str
) -> None:
    def run(statement: LiteralString) -> None:
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(statement)

    store = MemoryStore()
    await chatter(store)
    async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
        await until(projector, "tally", Condition.FOLLOWING, await store.head())
        run(STANDBY)
        await chatter_on(store)
        status = await until(projector, "tally", Condition.RETRYING)
        assert "ReadOnlySqlTransaction" in (status.error or "")
        assert status.failed_position is None
        run("DROP FUNCTION demoted CASCADE")
        await until(projector, "tally", Condition.FOLLOWING, await store.head())
        assert (await status_of(projector, "tally")).failed_position is None
    assert tallied(database, Tally()) == await store.head()
