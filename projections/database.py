"""The read database: its connections, and the threads in which they are used.

SQLite's `read.db` is written by one thread at a time and read by several. It is disposable: without it
the projector makes the same rows again from the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event

from projections.tables import TRACKING

P = ParamSpec("P")
T = TypeVar("T")

_PRAGMAS = (
    # First, because the next one may have to wait for another process already.
    "busy_timeout = 10000",
    "journal_mode = WAL",
    "synchronous = NORMAL",
)


class ReadDatabase:
    """The database of the read models; close it, or use it in a with statement."""

    def __init__(self, url: str | URL, *, readers: int = 4) -> None:
        # Hidden, because the text of an error ends up in the status and rows hold what only a seat may see.
        engine = create_engine(url, pool_size=readers + 1, hide_parameters=True)
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _configure)
            event.listen(engine, "begin", _begin)
            self._reading = engine
        else:
            self._reading = engine.execution_options(isolation_level="REPEATABLE READ")
        self._writing: Engine = engine.execution_options(writes=True)
        self._engine = engine
        self._writer = ThreadPoolExecutor(1, "read-model-writer")
        self._readers = ThreadPoolExecutor(readers, "read-model-reader")
        with self.writing() as connection:
            TRACKING.create_all(connection)

    @classmethod
    def at(cls, path: Path, *, readers: int = 4) -> Self:
        """Open a SQLite database at a path, made when it is not there."""
        return cls(URL.create("sqlite", database=str(path)), readers=readers)

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
        """Run a query in a transaction of its own, off the event loop."""

        def work() -> T:
            with self.reading() as connection:
                return query(connection, *args, **kwargs)

        return await _finished(self._readers, work)

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


def _configure(connection: Any, _: Any) -> None:
    # Otherwise sqlite3 begins transactions by itself, and only before some statements.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # What will write takes the lock at once: a transaction that read first could not be promoted.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
