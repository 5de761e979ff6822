"""The projector process, started by the server: `python -m api.projector_process`, not for users.

Standard input names the databases, then wakes it; its end ends the process. Standard output reports progress.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import BinaryIO, Final

from sqlalchemy.exc import SQLAlchemyError

from api.projector_process.messages import Start, decode_start, decode_wake, encode
from application.runtime.cancellation import cancel_and_wait
from application.runtime.child_process import prepare_child
from application.store.port import Store, StoreError
from application.store.sqlite.store import SQLiteStore
from projections import ALL
from projections.database.connections import ReadDatabase
from projections.engine.projector import Projector

logger = logging.getLogger("api.projector_process")

END_TIMEOUT: Final = 10
"""Seconds after the end of the server for which a transaction may go on."""
NICENESS: Final = 5
"""Nice value of the process: requests go first, yet beside a busy server it gets a quarter of a core."""


class ReportPipe(asyncio.BaseProtocol):
    """The pipe to the server; a server that does not read delays reports and nothing else."""

    def __init__(self) -> None:
        self._transport: asyncio.WriteTransport | None = None
        self._writable = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to send."""
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        self._writable.set()

    def pause_writing(self) -> None:
        """Let reports wait until the server has read earlier ones."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Send again."""
        self._writable.set()

    async def send(self, line: bytes) -> None:
        """Send a line once the pipe has room; a server that has ended needs none."""
        await self._writable.wait()
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(line)


def main() -> None:
    """Keep the read models up to date until standard input ends."""
    reports = prepare_child(NICENESS)
    try:
        asyncio.run(_run(reports))
    except (StoreError, SQLAlchemyError, OSError) as error:
        reason = getattr(error, "orig", None) or error
        # Without a traceback: the server reports the same, and starts another process.
        logger.error("the read models cannot be kept up to date: %s", reason)  # noqa: TRY400
        sys.exit(1)


async def _run(reports: BinaryIO) -> None:
    messages, loop = asyncio.StreamReader(), asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(messages), sys.stdin)
    if not (first := await messages.readline()):
        return
    opened: asyncio.Future[Projector] = loop.create_future()
    projecting = asyncio.create_task(_project(decode_start(first), opened, reports))
    listening = asyncio.create_task(_listen(messages, opened))
    await asyncio.wait({projecting, listening}, return_when="FIRST_COMPLETED")
    # The default action of the alarm ends the process, whatever it waits for.
    signal.alarm(END_TIMEOUT)
    await cancel_and_wait([projecting, listening])
    for each in (listening, projecting):
        if not each.cancelled():
            each.result()


async def _project(start: Start, opened: asyncio.Future[Projector], reports: BinaryIO) -> None:
    async with _databases(start) as (store, database), Projector(store, database, ALL) as projector:
        opened.set_result(projector)
        pipe = ReportPipe()
        await asyncio.get_running_loop().connect_write_pipe(lambda: pipe, reports)
        async for states in projector.states():
            await pipe.send(encode(states))


async def _listen(messages: asyncio.StreamReader, opened: asyncio.Future[Projector]) -> None:
    """Wake the projector when the server says so; return when the server has ended."""
    while line := await messages.readline():
        wake = decode_wake(line)
        if opened.done():
            opened.result().wake(wake.requested)


@asynccontextmanager
async def _databases(start: Start) -> AsyncIterator[tuple[Store, ReadDatabase]]:
    async with AsyncExitStack() as closing:
        if start.database_url is not None:
            # Imported only when used: the embedded database needs no driver.
            from application.store.postgres.store import PostgresStore

            store: Store = await PostgresStore.open(start.database_url)
            closing.push_async_callback(store.close)
            database = await asyncio.to_thread(ReadDatabase, start.database_url)
        else:
            # Checked, because the store would create one.
            await asyncio.to_thread(os.stat, start.log)
            store = SQLiteStore(start.log)
            closing.push_async_callback(store.close)
            database = ReadDatabase.at(Path(start.read))
        yield store, closing.enter_context(database)


if __name__ == "__main__":
    main()
