"""Shutdown: immediate without work in progress, and logged."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from sqlalchemy import text

from api.app import application
from api.graphql.context import Services
from api.http.server import Server
from api.server_settings import ServerSettings
from api.settings import Settings
from api.storage import storage_of
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.raw_connections import HEAD, LIVE, raw
from tests.api.harness.server_processes import Server as Process

AT_ONCE = 3.0
LONG = HEAD + b"Content-Length: 100\r\n\r\n"


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /hea", LIVE, LIVE + b"GET /hea", LONG + b"{", LIVE + LONG],
)
async def test_idle_and_half_sent_connections_are_closed_at_once(services: Services, sent: bytes) -> None:
    async with AsyncExitStack() as opened:
        async with narrow_server(services) as url:
            connection = await opened.enter_async_context(raw(url))
            connection.send(sent)
            await asyncio.sleep(0.2)
            stopping = time.monotonic()
        assert time.monotonic() - stopping < AT_ONCE
        answers = await connection.reader.read(-1)
        assert (b"503 Service Unavailable" in answers) is (b"Content-Length" in sent)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal_stops_the_server_and_is_logged(server: Process, number: signal.Signals) -> None:
    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname, parts.port)) as half_sent:
        half_sent.sendall(LONG)
        time.sleep(0.2)
        process, server._process = server._process, None
        assert process is not None
        started = time.monotonic()
        os.kill(process, number)
        assert server._spawner.wait(process, 20) == 0
        assert time.monotonic() - started < 8
    assert f"stopping at {number.name}" in server.log
    assert "Traceback" not in server.log


async def test_draining_server_still_answers_and_reports_not_ready(services: Services) -> None:
    app = application(services)
    server = Server(app, services.watching, ServerSettings(drain_seconds=1.0))
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/graphql"
        await server.startup(sockets=[listening])
        stopping = asyncio.create_task(server.shutdown(sockets=[listening]))
        await asyncio.sleep(0.1)
        async with raw(url) as connection:
            connection.send(LIVE.replace(b"live", b"ready"))
            assert await connection.status() == 503
            assert b"the server is stopping" in await connection.reader.readuntil(b"}")
        async with raw(url) as connection:
            connection.send(LIVE)
            assert await connection.status() == 200
        await stopping


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_connection_that_a_thread_still_uses_is_closed_when_it_is_returned(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres_url") if database == "postgresql" else None
    async with storage_of(Settings(data_dir=tmp_path / "data", database_url=url)) as storage:
        # As in a thread whose caller is cancelled at the end.
        used = storage.beside_log.connect()
        assert used.scalar(text("SELECT 1")) == 1
        driver: Any = used.connection.driver_connection
    used.close()
    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError)):
        driver.execute("SELECT 1")
