"""Connections of a light and a heavy caller to a listening socket."""

from __future__ import annotations

import socket

from api.client_address import address_group
from api.transport.connection_limits import ConnectionLimits
from api.transport.connection_registry import ConnectionRegistry
from api.transport.listening_socket import ListeningSocket

ANN, MALLORY = "127.0.9.1", "127.0.9.2"
"""The addresses of a light and a heavy caller."""


def registry(*proxies: str) -> ConnectionRegistry:
    return ConnectionRegistry(ConnectionLimits(), 100, proxies)


def connect(listening: socket.socket, address: str, times: int) -> list[socket.socket]:
    return [
        socket.create_connection(listening.getsockname(), source_address=(address, 0)) for _ in range(times)
    ]


def accept_all(listener: ListeningSocket) -> list[str]:
    """Return the addresses of accepted connections, accepted as by many ticks of an event loop."""
    addresses = []
    refusals = 0
    while refusals < 100:
        try:
            connection, peer = listener.accept()
        except BlockingIOError:
            refusals += 1
        else:
            refusals = 0
            connection.close()
            addresses.append(address_group(peer[0]))
    return addresses
