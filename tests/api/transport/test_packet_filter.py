"""The packet filter drops packets from the given addresses, and no others."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from api.fair_share.shares import Shares
from api.transport import listening_socket
from api.transport.connection_registry import ConnectionRegistry
from api.transport.listening_socket import ListeningSocket
from api.transport.packet_filter import drop_from, drop_nothing
from tests.api.transport.heavy_callers import ANN, MALLORY, accept_all, connect, registry

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such filters")

SOON = 0.2
"""Seconds within which a connection is made, if at all; TCP asks again after one."""


@pytest.fixture(params=["127.0.0.1", "::", "::1"])
def everywhere(request: pytest.FixtureRequest) -> Iterator[socket.socket]:
    """A listening socket: for IPv4, for both or for IPv6."""
    host = request.param
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, 0), family=family, dualstack_ipv6=host == "::") as listening:
        yield listening


def can_connect(listening: socket.socket, host: str, source: str) -> bool:
    try:
        connection = socket.create_connection((host, listening.getsockname()[1]), SOON, (source, 0))
    except TimeoutError:
        return False
    connection.close()
    return True


def test_only_given_addresses_are_filtered(everywhere: socket.socket) -> None:
    has_4 = everywhere.getsockname()[0] in ("127.0.0.1", "::")
    has_6 = everywhere.family is socket.AF_INET6
    drop_from(everywhere, [MALLORY, "2001:db8::/64", "127.0.9.3"])
    assert not has_4 or can_connect(everywhere, "127.0.0.1", ANN)
    assert not (has_4 and can_connect(everywhere, "127.0.0.1", MALLORY))
    assert not (has_4 and can_connect(everywhere, "127.0.0.1", "127.0.9.3"))
    assert not has_6 or can_connect(everywhere, "::1", "::1")
    drop_from(everywhere, ["::/64"])
    assert not (has_6 and can_connect(everywhere, "::1", "::1"))
    assert not has_4 or can_connect(everywhere, "127.0.0.1", MALLORY)
    drop_from(everywhere, ["::1:0:0:0:0/64", "0:0:0:1::/64"])
    assert not has_6 or can_connect(everywhere, "::1", "::1")
    drop_from(everywhere, [])
    assert not has_4 or can_connect(everywhere, "127.0.0.1", MALLORY)


def test_accepted_connection_receives_data_despite_the_filter(listening: socket.socket) -> None:
    drop_from(listening, [MALLORY])
    (there,) = connect(listening, ANN, 1)
    here, _ = listening.accept()
    drop_from(listening, [ANN])
    drop_nothing(here)
    with here, there:
        there.sendall(b"still there")
        assert here.recv(100) == b"still there"


def test_maximum_number_of_addresses_fits_into_a_filter(listening: socket.socket) -> None:
    addresses = [f"127.1.0.{number}" for number in range(listening_socket.MAX_FILTERED // 2)]
    networks = [f"2001:db8:0:{number:x}::/64" for number in range(listening_socket.MAX_FILTERED // 2)]
    drop_from(listening, [*addresses, *networks])
    assert can_connect(listening, "127.0.0.1", MALLORY)
    assert not can_connect(listening, "127.0.0.1", addresses[-1])


@contextmanager
def refused_clients(
    listening: socket.socket, shares: Shares, connections: ConnectionRegistry, address: str
) -> Iterator[None]:
    """Connect more often from a heavy address than the listening socket accepts."""
    with closing(ListeningSocket(listening, shares, connections)) as listener:
        clients = connect(listening, address, 20)
        accept_all(listener)
        yield
        for each in clients:
            each.close()


async def test_refused_address_is_filtered_until_it_is_light_again(
    listening: socket.socket, shares: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening_socket, "FILTER_UPDATE_INTERVAL", 0.01)
    monkeypatch.setattr(listening_socket, "FILTER_PERIOD", 60.0)
    connections = registry()
    with refused_clients(listening, shares, connections, MALLORY):
        await asyncio.sleep(0.05)
        assert connections.filtered_addresses == 1
        assert not can_connect(listening, "127.0.0.1", MALLORY)
        assert can_connect(listening, "127.0.0.1", ANN)
        # The server is not busy any more.
        monkeypatch.setattr(Shares, "is_busy", lambda self: False)
        await asyncio.sleep(0.05)
        assert connections.filtered_addresses == 0
        assert can_connect(listening, "127.0.0.1", MALLORY)


async def test_filter_that_cannot_be_changed_is_removed(
    listening: socket.socket, shares: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening_socket, "FILTER_UPDATE_INTERVAL", 0.01)
    connections = registry()
    with refused_clients(listening, shares, connections, MALLORY):
        await asyncio.sleep(0.02)
        assert not can_connect(listening, "127.0.0.1", MALLORY)

        def fails(*_: object) -> None:
            raise OSError("no room")

        monkeypatch.setattr(listening_socket, "drop_from", fails)
        await asyncio.sleep(0.05)
        assert connections.filtered_addresses == 0
        assert can_connect(listening, "127.0.0.1", MALLORY)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.9.9"])
async def test_this_host_and_proxies_are_never_filtered(
    listening: socket.socket, shares: Shares, address: str
) -> None:
    shares.worked(0.5, address, address)
    connections = registry("127.0.9.9")
    with refused_clients(listening, shares, connections, address):
        await asyncio.sleep(0.02)
        assert connections.filtered_addresses == 0


def test_system_without_filters_raises_oserror(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(OSError, match="Linux's"):
        drop_from(listening, [MALLORY])
    with socket.socket() as unfit:
        unfit.close()
        drop_nothing(unfit)


async def test_connections_are_refused_one_by_one_without_filters(
    listening: socket.socket, shares: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drop_from(*_: object) -> None:
        raise OSError("not here")

    monkeypatch.setattr(listening_socket, "drop_from", drop_from)
    connections = registry()
    with closing(ListeningSocket(listening, shares, connections)) as listener:
        for each in connect(listening, MALLORY, 20):
            each.close()
        came = accept_all(listener)
        await asyncio.sleep(0.01)
        assert connections.filtered_addresses == 0
        for each in connect(listening, MALLORY, 20):
            each.close()
        assert accept_all(listener) == []
        assert came
