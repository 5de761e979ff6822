"""The read database: its connections, and the threads that use them.

SQLite's `read.db` has one writing thread at a time and several readers; PostgreSQL's schema `kibitz_read` is
written by several processes at once. Both are disposable: if they are lost, the projector builds the same
rows again from the log.
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

from eventsourcing.persistence import OperationalError
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

from application.runtime.thread_priority import lower_thread_priority
from application.store.interruptible_reads import InterruptibleRead
from application.store.private_files import make_database_private
from application.store.sqlite.file_identity import identity_at
from application.store.table_creation import create_missing_tables
from projections.database.schemas import SCHEMA, make_schemas
from projections.engine.tracking import TRACKING

P = ParamSpec("P")
T = TypeVar("T")

_PRAGMAS = (
    # First, because setting the journal mode may already have to wait for another process.
    "busy_timeout = 10000",
    "journal_mode = WAL",
    "synchronous = NORMAL",
)


_MAX_ATTEMPTS = 5
"""Attempts at a query before an error is raised that another attempt might avoid."""

_READ = "kibitz_read"
"""The key in a connection's `info` of the read that uses the connection."""

IDLE_TIMEOUT = 10_000
"""Milliseconds after which PostgreSQL ends a transaction in which nothing happens, except in a stream.

A process that is paused in one would keep others waiting for its locks. Folding a batch takes much less.
"""

CANCEL_TIMEOUT = 2.0
"""Seconds after which a cancel request to PostgreSQL times out."""


class ReadDatabaseReplaced(OperationalError):
    """The file of the read models was deleted or replaced while it was open."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was deleted or replaced while it is in use: restart the process")


class ReadDatabase:
    """Database of the read models; close it, or use it in a with statement."""

    def __init__(self, url: str | URL, *, readers: int = 4) -> None:
        """Open a SQLite or PostgreSQL database and create the tables that track the read models."""
        url = make_url(url)
        self.on_server = url.get_backend_name() != "sqlite"
        """True if the database works in a process of its own, beside this one."""
        self._file: tuple[Path, tuple[int, int] | None] | None = None
        """The file of a SQLite database."""
        if not self.on_server:
            engine = _engine(url, pool_size=readers + 1)
            event.listen(engine, "connect", _configure)
            event.listen(engine, "begin", _begin)
            self._reading = engine
        else:
            url = url.set(drivername="postgresql+psycopg")
            # On separate connections: a connection's search path is settled when it begins.
            separate = _engine(url, poolclass=NullPool)
            create_missing_tables(lambda: make_schemas(separate))
            engine = _engine(_in_schema(url), pool_size=readers + 1)
            self._reading = engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            event.listen(engine, "handle_error", _disconnect_from_standby)
        event.listen(engine, "before_cursor_execute", _refuse_if_interrupted)
        self._writing: Engine = engine.execution_options(writes=True)
        self._engine = engine
        self._writer = ThreadPoolExecutor(1, "read-model-writer", lower_thread_priority)
        self._readers = ThreadPoolExecutor(readers, "read-model-reader")
        create_missing_tables(self._make_tables)
        if not self.on_server and url.database:
            self._file = Path(url.database), identity_at(Path(url.database))

    @classmethod
    def at(cls, path: Path, *, readers: int = 4) -> Self:
        """Open a SQLite database, created if it does not exist; only the file's owner may read it.

        Raises OSError.
        """
        make_database_private(path)
        return cls(URL.create("sqlite", database=str(path)), readers=readers)

    def _make_tables(self) -> None:
        with self.writing() as connection:
            TRACKING.create_all(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection whose reads all see the same snapshot. Raises ReadDatabaseReplaced."""
        self._check_file()
        with self._reading.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that is committed unless the block raises an exception.

        Raises ReadDatabaseReplaced.
        """
        self._check_file()
        with self._writing.begin() as connection:
            yield connection

    def _check_file(self) -> None:
        # Connections in the pool would go on with the former file, beside processes that use the new one.
        if self._file is not None and identity_at(self._file[0]) != self._file[1]:
            raise ReadDatabaseReplaced(self._file[0])

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a query in a transaction of its own, off the event loop.

        Cancelling the caller cancels the query in the database. The query is run again if the tables that it
        looked up are dropped before it reads them, and if the server was restarted.
        """
        reading = InterruptibleRead()

        def attempt() -> T:
            with self.reading() as connection, _interruptible(connection, reading):
                return query(connection, *args, **kwargs)

        def work() -> T:
            for _ in range(1, _MAX_ATTEMPTS):
                try:
                    return attempt()
                except exc.DBAPIError as error:
                    if reading.interrupted or not (error.connection_invalidated or _was_dropped(error)):
                        raise
            return attempt()

        return await reading.run(self._readers, work)

    async def stream(
        self, query: Callable[Concatenate[Connection, P], Iterator[T]], *args: P.args, **kwargs: P.kwargs
    ) -> AsyncGenerator[T, None]:
        """Yield the results of a query one by one from one snapshot, off the event loop.

        A caller that stops early must close the generator. Cancelling the caller cancels the query in the
        database.
        """
        reading = InterruptibleRead()

        def work() -> Generator[T]:
            with self.reading() as connection, _interruptible(connection, reading):
                if connection.dialect.name == "postgresql":
                    # The consumer may pause between results.
                    connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
                yield from query(connection, *args, **kwargs)

        found = work()
        nothing = object()
        try:
            while (each := await reading.run(self._readers, lambda: next(found, nothing))) is not nothing:
                yield each  # type: ignore[misc]
        finally:
            await _run_to_end(self._readers, found.close)

    async def write(
        self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a change in a transaction of its own, off the event loop, one at a time in this process."""

        def work() -> T:
            with self.writing() as connection:
                return change(connection, *args, **kwargs)

        return await _run_to_end(self._writer, work)

    def close(self) -> None:
        """Finish the work in progress and close all connections."""
        self._writer.shutdown()
        self._readers.shutdown()
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


async def _run_to_end(executor: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    future = asyncio.get_running_loop().run_in_executor(executor, work)
    try:
        # Unlike awaiting the future, `wait` does not cancel the work when this task is cancelled.
        await asyncio.wait((future,))
    except asyncio.CancelledError:
        # A cancelled caller must not leave a transaction running.
        await asyncio.wait((future,))
        future.exception()
        raise
    return future.result()


@contextmanager
def _interruptible(connection: Connection, reading: InterruptibleRead) -> Iterator[None]:
    """Let the read cancel the statements of the connection."""
    driver: Any = connection.connection.driver_connection
    connection.info[_READ] = reading
    try:
        with reading.interruptible_by(
            driver.interrupt if connection.dialect.name == "sqlite" else partial(_cancel, driver)
        ):
            yield
    finally:
        if not connection.invalidated:
            del connection.info[_READ]
        if reading.interrupted and connection.dialect.name != "sqlite":
            # The cancel request may arrive late and would then cancel the connection's next statement.
            connection.invalidate()


def _refuse_if_interrupted(connection: Connection, *_: object) -> None:
    """Raise ReadInterrupted before a further statement of a read whose caller was cancelled."""
    reading: InterruptibleRead | None = connection.info.get(_READ)
    if reading is not None:
        reading.check()


def _cancel(driver: Any) -> None:
    """Ask PostgreSQL to cancel the connection's statement; without an answer the read asks again."""
    with suppress(PostgresError):
        driver.cancel_safe(timeout=CANCEL_TIMEOUT)


def _engine(url: URL, **options: Any) -> Engine:
    # Hidden, because error texts appear in the status and rows hold the private data of seats.
    return create_engine(url, hide_parameters=True, **options)


def _in_schema(url: URL) -> URL:
    given = url.query.get("options", "")
    options = given if isinstance(given, str) else " ".join(given)
    timeout = f"-c idle_in_transaction_session_timeout={IDLE_TIMEOUT}"
    return url.update_query_dict({"options": f"{timeout} {options} -c search_path={SCHEMA}"})


def _disconnect_from_standby(context: ExceptionContext) -> None:
    # A demoted server keeps its connections open; a new connection finds the server that takes writes now.
    writes = context.connection is not None and context.connection.get_execution_options().get("writes")
    if writes and getattr(context.original_exception, "sqlstate", None) == "25006":
        context.is_disconnect = True


def _was_dropped(error: exc.DBAPIError) -> bool:
    # Undefined table. A SQLite reader never meets it, because its snapshot keeps the tables.
    return getattr(error.orig, "sqlstate", None) == "42P01"


def _configure(connection: Any, _: Any) -> None:
    # By default sqlite3 begins transactions by itself, and only before some statements.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction that writes takes the lock at once: one that has read first could not be upgraded.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
