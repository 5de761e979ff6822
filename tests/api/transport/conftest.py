"""A schema for all servers, a listening socket, and shares of which one caller has used up its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator, Mapping

import pytest
import uvloop

import api.app
from api.fair_share.shares import Shares
from tests.api.fair_share.clock import Clock
from tests.api.harness.raw_connections import one_schema
from tests.api.transport.heavy_callers import ANN, MALLORY


@pytest.fixture
def shared_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give all servers of a test the same schema, which is built once."""
    monkeypatch.setattr(api.app, "schema", one_schema)


@pytest.fixture
def shares() -> Shares:
    """Shares of a busy server: Ann uses little, Mallory much."""
    clock = Clock()
    shares = Shares(0.25, clock=clock)
    shares.worked(0.005, ANN, ANN)
    shares.worked(0.5, MALLORY, MALLORY)
    clock.now += 0.1
    assert shares.is_heavy(MALLORY, MALLORY)
    return shares


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=200) as listening:
        yield listening


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run the tests on both event loops: what each does with sockets is its own."""
    return {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
