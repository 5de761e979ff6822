"""The read database: its connections, and the threads in which they are used.

SQLite's `read.db` is written by one thread at a time and read by several; PostgreSQL's schema `kibitz_read`
by several processes at once. Both are disposable: without them the projector makes the same rows again from
the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from psycopg import Error as PostgresError
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    ExceptionContext,
    NullPool,
    create_engine,
    event,
    exc,
    make_url,
)

from application.background import give_way
from application.private_files import make_database_private
from application.store.interruptible import InterruptibleRead, ReadEnded
from application.table_creation import made
from projections.schemas import SCHEMA, make_schemas
from projections.tracking import TRACKING

P = ParamSpec("P")
T = TypeVar("T")

_PRAGMAS = (
    # First, because the next one may have to wait for another process already.
    "busy_timeout = 10000",
    "journal_mode = WAL",
    "synchronous = NORMAL",
)


_TRIES = 5
"""How often a query is begun before it may fail for what another try would not meet again."""

_READ = "kibitz_read"
"""The key under which a connection knows the read that it is used for."""

CANCELLING = 2.0
"""Seconds in which PostgreSQL is to take note that a read ends."""


class ReadDatabase:
    """The database of the read models; close it, or use it in a with statement."""

    def __init__(self, url: str | URL, *, readers: int = 4) -> None:
        """Open a database of SQLite or PostgreSQL and make the tables that track how far read models are."""
        url = make_url(url)
        if url.get_backend_name() == "sqlite":
            engine = _engine(url, pool_size=readers + 1)
            event.listen(engine, "connect", _configure)
            event.listen(engine, "begin", _begin)
            self._reading = engine
        else:
            url = url.set(drivername="postgresql+psycopg")
            # By connections of their own: what the tables' names mean is settled when one begins.
            apart = _engine(url, poolclass=NullPool)
            made(lambda: make_schemas(apart))
            engine = _engine(_in_schema(url), pool_size=readers + 1)
            self._reading = engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            event.listen(engine, "handle_error", _leave_standby)
        event.listen(engine, "before_cursor_execute", _go_on)
        self._writing: Engine = engine.execution_options(writes=True)
        self._engine = engine
        self._writer = ThreadPoolExecutor(1, "read-model-writer", give_way)
        self._readers = ThreadPoolExecutor(readers, "read-model-reader")
        made(self._make_tables)

    @classmethod
    def at(cls, path: Path, *, readers: int = 4) -> Self:
        """Open a SQLite database at a path, made when it is not there; only its owner may read it.

        Raises OSError.
        """
        make_database_private(path)
        return cls(URL.create("sqlite", database=str(path)), readers=readers)

    def _make_tables(self) -> None:
        with self.writing() as connection:
            TRACKING.create_all(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection on which everything is read as of one moment."""
        with self._reading.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection in a transaction that is committed unless an error leaves it."""
        with self._writing.begin() as connection:
            yield connection

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query in a transaction of its own, off the event loop.

        It ends in the database when the caller is cancelled. It is begun again when the tables that it
        looked up are dropped before it reads them, and when the server was restarted.
        """
        reading = InterruptibleRead()

        def attempt() -> T:
            with self.reading() as connection, _ended(connection, reading):
                return query(connection, *args, **kwargs)

        def work() -> T:
            for _ in range(1, _TRIES):
                try:
                    return attempt()
                except exc.DBAPIError as error:
                    if reading.interrupted or not (error.connection_invalidated or _was_dropped(error)):
                        raise
            return attempt()

        return await reading.finished(self._readers, work)

    async def stream(
        self, query: Callable[Concatenate[Connection, P], Iterator[T]], *args: P.args, **kwargs: P.kwargs
    ) -> AsyncGenerator[T, None]:
        """Give one after the other what a query yields, all as of one moment, off the event loop.

        Whoever stops early closes the generator; the query ends in the database when the caller is cancelled.
        """
        reading = InterruptibleRead()

        def work() -> Generator[T]:
            with self.reading() as connection, _ended(connection, reading):
                yield from query(connection, *args, **kwargs)

        found = work()
        nothing = object()
        try:
            while (
                each := await reading.finished(self._readers, lambda: next(found, nothing))
            ) is not nothing:
                yield each  # type: ignore[misc]
        finally:
            await _finished(self._readers, found.close)

    async def write(
        self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a change in a transaction of its own, off the event loop; one at a time in this process."""

        def work() -> T:
            with self.writing() as connection:
                return change(connection, *args, **kwargs)

        return await _finished(self._writer, work)

    def close(self) -> None:
        """Finish what is under way and close all connections."""
        self._writer.shutdown()
        self._readers.shutdown()
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


async def _finished(executor: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    future = asyncio.get_running_loop().run_in_executor(executor, work)
    try:
        # Unlike an await of the future, this leaves the work alone when the waiting is cancelled.
        await asyncio.wait((future,))
    except asyncio.CancelledError:
        # A transaction is never left running behind the back of who stops.
        await asyncio.wait((future,))
        future.exception()
        raise
    return future.result()


@contextmanager
def _ended(connection: Connection, reading: InterruptibleRead) -> Iterator[None]:
    """Let the connection's statements be ended together with a read."""
    driver: Any = connection.connection.driver_connection
    connection.info[_READ] = reading
    try:
        with reading.ended_by(
            driver.interrupt if connection.dialect.name == "sqlite" else partial(_cancel, driver)
        ):
            yield
    finally:
        if not connection.invalidated:
            del connection.info[_READ]
        if reading.interrupted and connection.dialect.name != "sqlite":
            # The server may get to know of it only now, and would end what comes next on the connection.
            connection.invalidate()


def _go_on(connection: Connection, *_: object) -> None:
    """Begin no further statement of a read that nobody waits for any more."""
    reading: InterruptibleRead | None = connection.info.get(_READ)
    if reading is not None and reading.interrupted:
        raise ReadEnded


def _cancel(driver: Any) -> None:
    """Have PostgreSQL end what a connection runs; where it does not answer, another try follows."""
    with suppress(PostgresError):
        driver.cancel_safe(timeout=CANCELLING)


def _engine(url: URL, **options: Any) -> Engine:
    # Hidden, because the text of an error ends up in the status and rows hold what only a seat may see.
    return create_engine(url, hide_parameters=True, **options)


def _in_schema(url: URL) -> URL:
    given = url.query.get("options", "")
    options = given if isinstance(given, str) else " ".join(given)
    return url.update_query_dict({"options": f"{options} -c search_path={SCHEMA}".strip()})


def _leave_standby(context: ExceptionContext) -> None:
    # A server that was demoted keeps its connections; others find the one that takes writes now.
    writes = context.connection is not None and context.connection.get_execution_options().get("writes")
    if writes and getattr(context.original_exception, "sqlstate", None) == "25006":
        context.is_disconnect = True


def _was_dropped(error: exc.DBAPIError) -> bool:
    # An undefined table; SQLite has none where there was one, since what reads keeps all as it was.
    return getattr(error.orig, "sqlstate", None) == "42P01"


def _configure(connection: Any, _: Any) -> None:
    # Otherwise sqlite3 begins transactions by itself, and only before some statements.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # What will write takes the lock at once: a transaction that read first could not be promoted.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
