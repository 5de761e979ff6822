"""The listening socket accepts few connections of heavy callers."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from api.fair_share.shares import Shares
from api.transport.listening_socket import BURST, ListeningSocket
from tests.api.transport.heavy_callers import ANN, MALLORY, accept_all, connect, registry


async def test_few_connections_of_a_heavy_caller_come_in(listening: socket.socket, shares: Shares) -> None:
    connections = registry()
    with closing(ListeningSocket(listening, shares, connections)) as listener:
        clients = connect(listening, MALLORY, 100) + connect(listening, ANN, 10)
        came = accept_all(listener)
        assert came.count(ANN) == 10
        assert came.count(MALLORY) == BURST
        assert connections.ended["busy"] == 100 - BURST
        for each in clients:
            each.close()


def test_a_busy_server_lets_one_in_at_a_time(listening: socket.socket, shares: Shares) -> None:
    with closing(ListeningSocket(listening, shares, registry())) as listener:
        clients = connect(listening, ANN, 2)
        listener.accept()[0].close()
        with pytest.raises(BlockingIOError):
            listener.accept()
        listener.accept()[0].close()
        for each in clients:
            each.close()


def test_everybody_comes_in_while_the_server_is_idle(listening: socket.socket) -> None:
    with closing(ListeningSocket(listening, Shares(0.25), registry())) as listener:
        clients = connect(listening, MALLORY, 100)
        assert accept_all(listener) == [MALLORY] * 100
        for each in clients:
            each.close()


def test_a_proxy_is_known_however_its_address_is_written() -> None:
    connections = registry("10.0.0.1", "2001:db8::7")
    assert connections.is_proxy("::ffff:10.0.0.1")
    assert not connections.is_proxy("::ffff:10.0.0.2")
    assert connections.has_proxy_in("2001:db8::/64")
    assert connections.has_proxy_in("10.0.0.1")
    assert not connections.has_proxy_in("2001:db8:0:1::/64")


def test_the_connections_of_a_proxy_are_those_of_many(listening: socket.socket, shares: Shares) -> None:
    with closing(ListeningSocket(listening, shares, registry(MALLORY))) as listener:
        clients = connect(listening, MALLORY, 100)
        assert accept_all(listener) == [MALLORY] * 100
        for each in clients:
            each.close()
