"""File descriptors limit the number of connections; their exhaustion is logged once."""

from __future__ import annotations

import asyncio
import errno
import logging
import resource

import pytest

from api.app import application
from api.graphql.context import Services
from api.http.server import Server
from api.transport.connection_limits import (
    BACKLOG,
    MIN_CONNECTIONS,
    OTHER_DESCRIPTORS,
    RESERVED,
    UNREFUSED,
    capacity,
)

BESIDES = RESERVED + UNREFUSED + OTHER_DESCRIPTORS


@pytest.fixture
def few_files(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The limits of the process: as they are asked for, and as they are then."""
    limits = [(256, 1024)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.append(new))
    return limits


def test_a_process_asks_for_as_many_files_as_its_connections_take(
    few_files: list[tuple[int, int]],
) -> None:
    limits = few_files
    assert capacity(100) == 100
    assert limits[-1] == (100 + BESIDES, 1024)
    assert capacity(100_000) == 1024 - BESIDES
    assert limits[-1] == (1024, 1024)


def test_some_connections_are_taken_however_few_files_there_are(
    few_files: list[tuple[int, int]],
) -> None:
    limits = few_files
    limits.append((64, 64))
    assert capacity(4_000) == MIN_CONNECTIONS


def test_connections_are_accepted_a_few_at_a_time(services: Services) -> None:
    server = Server(application(services), services.watching)
    assert server.config.backlog == BACKLOG


async def test_connections_that_cannot_be_accepted_are_logged_once(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    server = Server(application(services), services.watching)
    loop = asyncio.get_running_loop()
    none_left = {
        "message": "socket.accept() out of system resource",
        "exception": OSError(errno.EMFILE, "Too many open files"),
    }
    for _ in range(2_000):
        server._report_error(loop, none_left)
    assert [each.getMessage() for each in caplog.records] == [
        "a connection cannot be accepted: Too many open files (0 more since the last such line)"
    ]
    caplog.clear()
    server._report_error(loop, {"message": "anything else"})
    assert [each.levelno for each in caplog.records] == [logging.ERROR]
