"""A server whose log is changed behind its back, signed with the same key."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kibitz_client import Connection
from tests import postgres
from tests.api.harness.server_processes import Spawner
from tests.processes.installation import Process


class ChangedServer:
    """A server in a process of its own, which signs every second."""

    def __init__(self, process: Process, data: Path) -> None:
        self.process = process
        self.data = data

    @property
    def url(self) -> str:
        """The address of the server."""
        return self.process.url

    def rewrite(self, *statements: str) -> None:
        """Stop the server, change its log, forget what it has signed, and start it again."""
        self.process.stop()
        for each in self.data.glob("read.db*"):
            each.unlink()
        with closing(sqlite3.connect(self.data / "log.db", isolation_level=None)) as log:
            for statement in (*statements, "DELETE FROM log_checkpoints"):
                log.execute(statement)
        self.process.start()


@contextmanager
def changed_server(spawner: Spawner, folder: Path, **settings: str) -> Iterator[ChangedServer]:
    """Run a server that signs its log every second, and keeps its address."""
    data = folder / "data"
    settings |= {"KIBITZ_DATA_DIR": str(data), "KIBITZ_CHECKPOINT_SECONDS": "1"}
    process = Process(spawner, folder / "serve", ("serve", "--port", postgres.free_port()), settings)
    process.start()
    try:
        yield ChangedServer(process, data)
    finally:
        process.end()


async def signed_size(connection: Connection, above: int = 0) -> int:
    """Wait until the server has signed a size above another one, and return it."""
    async with asyncio.timeout(20):
        while True:
            checkpoint = (await connection.query.log()).checkpoint
            if checkpoint is not None and checkpoint.size > above:
                return checkpoint.size
            await asyncio.sleep(0.1)
