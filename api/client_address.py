"""The address of the client that sent a request, for limits per address."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from starlette.types import Scope

UNKNOWN: Final = "unknown"
"""The address of all clients whose own is unknown; they share its limits."""
HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that tell one client from another: the rest each client chooses itself."""


def client_address(scope: Scope) -> str:
    """Return the client's address: an IPv4 address, or the /64 network of an IPv6 address.

    Where the peer is one of the proxies that `KIBITZ_PROXIES` names, it is the last address in
    `X-Forwarded-For` that is no such proxy; everywhere else that header is not read.
    """
    client = scope.get("client")
    return UNKNOWN if client is None else grouped(client[0])


@lru_cache(maxsize=4096)
def grouped(host: str) -> str:
    """Return the address or network under which a host is counted."""
    try:
        address = ip_address(host)
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed[: HOUSEHOLD // 8].ljust(16, b"\0"), HOUSEHOLD)))
