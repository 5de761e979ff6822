"""The acceptor takes connections through the listening socket's own `accept`, on each event loop."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import pytest

import api.transport.connection_acceptor
from api.fair_share.shares import Shares
from api.transport.connection_acceptor import ConnectionAcceptor
from api.transport.connection_registry import ConnectionRegistry
from api.transport.listening_socket import BURST, ListeningSocket
from tests.api.transport.heavy_callers import ANN, MALLORY, connect, registry


class _Noted(asyncio.Protocol):
    def __init__(self, came: Counter[str]) -> None:
        self._came = came

    def connection_made(self, transport: Any) -> None:
        self._came[transport.get_extra_info("peername")[0]] += 1
        transport.write(b"hello")


@asynccontextmanager
async def accepting(
    listening: socket.socket, shares: Shares, connections: ConnectionRegistry
) -> AsyncIterator[Counter[str]]:
    """Accept, and yield how many connections came from each address."""
    came = Counter[str]()
    listener = ListeningSocket(listening, shares, connections)
    acceptor = ConnectionAcceptor(listener, lambda: _Noted(came), connections)
    try:
        yield came
    finally:
        acceptor.close()
        await acceptor.wait_closed()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)


@contextmanager
def no_file_left() -> Iterator[None]:
    """Use up the file descriptors of the process."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(map(int, os.listdir("/proc/self/fd")))
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, before[1]))
    taken = []
    try:
        with suppress(OSError):
            while True:
                taken.append(os.dup(0))
        yield
    finally:
        for each in taken:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_few_connections_of_a_heavy_caller_come_in(listening: socket.socket, shares: Shares) -> None:
    connections = registry()
    async with accepting(listening, shares, connections) as came:
        clients = connect(listening, MALLORY, 100) + connect(listening, ANN, 10)
        await until(lambda: came.total() + connections.ended["busy"] == 110)
        assert came == {ANN: 10, MALLORY: BURST}
        for each in clients:
            each.close()


async def test_accepted_connections_send_small_data_at_once(listening: socket.socket) -> None:
    no_delay = []

    class Protocol(asyncio.Protocol):
        def connection_made(self, transport: Any) -> None:
            sock = transport.get_extra_info("socket")
            no_delay.append(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    listener = ListeningSocket(listening, Shares(0.25), registry())
    acceptor = ConnectionAcceptor(listener, Protocol, registry())
    (client,) = connect(listening, ANN, 1)
    await until(lambda: bool(no_delay))
    assert no_delay[0]
    client.close()
    acceptor.close()


async def test_closed_acceptor_takes_no_more_connections(listening: socket.socket) -> None:
    async with accepting(listening, Shares(0.25), registry()) as came:
        clients = connect(listening, ANN, 1)
        await until(lambda: came.total() == 1)
    # The listening socket itself is still open here.
    clients += connect(listening, ANN, 1)
    await asyncio.sleep(0.1)
    assert came.total() == 1
    for each in clients:
        each.close()


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts open files as Linux shows them")
async def test_connections_come_in_once_there_are_file_descriptors_again(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(api.transport.connection_acceptor, "RETRY_DELAY", 0.05)
    async with accepting(listening, Shares(0.25), registry()) as came:
        with socket.socket() as client:
            client.bind((ANN, 0))
            with no_file_left():
                client.connect(listening.getsockname())
                await asyncio.sleep(0.3)
                assert came.total() == 0
            await until(lambda: came.total() == 1)
    logged = [each.getMessage() for each in caplog.records if "cannot be accepted" in each.getMessage()]
    assert logged == [
        "a connection cannot be accepted: Too many open files (0 more since the last such line)"
    ]


async def test_a_connection_that_cannot_be_set_up_is_logged_and_closed(
    listening: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> asyncio.Protocol:
        raise ValueError("no protocol")

    acceptor = ConnectionAcceptor(ListeningSocket(listening, Shares(0.25), registry()), fail, registry())
    (client,) = connect(listening, ANN, 1)
    client.setblocking(False)
    async with asyncio.timeout(5):
        assert await asyncio.get_running_loop().sock_recv(client, 1) == b""
    (logged,) = caplog.records
    assert logged.exc_info is not None
    assert isinstance(logged.exc_info[1], ValueError)
    client.close()
    acceptor.close()
