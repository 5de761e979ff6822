"""The address of the client that sent a request, for limits per address."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from starlette.types import Scope

UNKNOWN: Final = "unknown"
"""The address of all clients with an unknown address; they share its limits."""
IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that identify a client; the client chooses the others itself."""


def client_address(scope: Scope) -> str:
    """Return the client's address: an IPv4 address, or the /64 network of an IPv6 address.

    If the peer is a proxy named by `KIBITZ_PROXIES`, it is the last address in `X-Forwarded-For` that is not
    such a proxy. Otherwise that header is ignored.
    """
    client = scope.get("client")
    return UNKNOWN if client is None else address_group(client[0])


@lru_cache(maxsize=4096)
def address_group(host: str) -> str:
    """Return the address or network under which a host is counted."""
    try:
        address = ip_address(host)
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed[: IPV6_PREFIX // 8].ljust(16, b"\0"), IPV6_PREFIX)))
