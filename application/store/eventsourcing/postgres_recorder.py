"""`eventsourcing` recorder of a log in a PostgreSQL database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from eventsourcing.persistence import OperationalError
from eventsourcing.postgres import PostgresFactory
from eventsourcing.utils import Environment
from psycopg_pool import ConnectionPool, PoolClosed

from application.store.eventsourcing.recorder import LogRecorder
from application.store.port import SchemaTooNew, StoreClosed
from application.store.postgres.database import SCHEMA, Database, translate_errors

MAX_CONNECTIONS: Final = 5
"""Maximum number of connections."""
CONNECT_TIMEOUT: Final = 5.0
"""Seconds to wait for a connection."""

_VERSION: Final = "SELECT version FROM schema_version"


class PostgresLogRecorder(LogRecorder):
    """Reads a log in a database, and appends to it if opened as writable."""

    def __init__(self, url: str, *, writable: bool = False, connections: int = MAX_CONNECTIONS) -> None:
        """Open the log; if `writable`, create or migrate its tables if necessary.

        Raises SchemaTooNew, and OperationalError also for a database without a log.
        """
        super().__init__(writable=writable)
        self._database = Database(url)
        if writable:
            # In a separate thread, since an event loop may be running in this one.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(asyncio.run, _make_tables(self._database)).result()
        parameters = self._database.parameters_of(
            "recorder", search_path="kibitz", default_transaction_read_only="off" if writable else "on"
        )
        self._check_schema(parameters)
        self._pool = ConnectionPool(
            kwargs={**parameters, "autocommit": True},
            min_size=1,
            max_size=connections,
            timeout=CONNECT_TIMEOUT,
            # Replaces connections that died in a restart of the server, which must not end a projection.
            check=ConnectionPool.check_connection,
            name="kibitz-recorder",
            open=True,
        )

    def close(self) -> None:
        """Close all connections; later calls raise StoreClosed."""
        self._pool.close()

    @contextmanager
    def _reading(self) -> Iterator[psycopg.Cursor[Any]]:
        with translate_errors():
            try:
                with self._pool.connection() as connection, connection.cursor() as cursor:
                    yield cursor
            except PoolClosed:
                raise StoreClosed from None

    @contextmanager
    def _writing(self) -> Iterator[psycopg.Cursor[Any]]:
        with self._reading() as cursor, cursor.connection.transaction():
            yield cursor

    @staticmethod
    def _sql(text: str) -> str:
        return text.replace("?", "%s")

    def _check_schema(self, parameters: dict[str, Any]) -> None:
        try:
            with psycopg.connect(**parameters) as connection:
                row = connection.execute(_VERSION).fetchone()
        except psycopg.errors.UndefinedTable:
            row = None
        except psycopg.Error as error:
            raise OperationalError(f"cannot connect to {self._database}: {error}") from error
        if row is None:
            raise OperationalError(f"{self._database} holds no Kibitz log")
        if row[0] > SCHEMA:
            raise SchemaTooNew(str(self._database), row[0], SCHEMA)


async def _make_tables(database: Database) -> None:
    async with await database.connect("opener") as connection:
        await database.make_tables(connection)


def views_factory(url: str, env: Environment) -> PostgresFactory:
    """Return the library's own factory on the log's database, for the records of projections."""
    database = Database(url)
    demanded = {"POSTGRES_DBNAME": "", "POSTGRES_HOST": "", "POSTGRES_USER": "", "POSTGRES_PASSWORD": ""}
    prefixed = {env.create_keys(name)[0]: value for name, value in demanded.items()}
    factory = PostgresFactory(Environment(env.name, {**env, **prefixed}))
    # The library has settings for only a few parameters, and takes none of them from libpq's defaults.
    pool = factory.datastore.pool
    assert isinstance(pool.kwargs, dict), "the library gives them so"
    pool.kwargs = {"row_factory": pool.kwargs["row_factory"], **database.parameters_of("view")}
    return factory
