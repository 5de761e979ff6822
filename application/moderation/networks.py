"""Addresses and networks that can be banned, in the form in which limits per address count them."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final

from application.moderation.refusals import InvalidAddress

Network = IPv4Network | IPv6Network

WIDEST: Final = {4: 16, 6: 32}
"""The shortest prefix of a network that can be banned, by the version of the protocol."""
IPV6_PREFIX: Final = 64
"""The prefix of an IPv6 address: its client chooses the other bits itself."""
_NOT_OF_CLIENTS: Final = tuple(
    map(ip_network, ("0.0.0.0/8", "127.0.0.0/8", "224.0.0.0/3", "::/64", "ff00::/8"))
)


def bannable_network(text: str) -> Network:
    """Return the network that a text names, an IPv6 address as its /64 network.

    Raises InvalidAddress.
    """
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise InvalidAddress(text, "it is not an IP address or network, such as 203.0.113.7") from error
    if isinstance(network, IPv6Network):
        network = _counted(network)
    widest = WIDEST[network.version]
    if network.prefixlen < widest:
        raise InvalidAddress(text, f"the network is too wide; IPv{network.version} takes at most /{widest}")
    if any(contains(each, network) or contains(network, each) for each in _NOT_OF_CLIENTS):
        raise InvalidAddress(text, "it is not an address of clients")
    return network


def _counted(network: IPv6Network) -> Network:
    mapped = network.network_address.ipv4_mapped
    if mapped is not None and network.prefixlen >= 96:
        return IPv4Network((mapped, network.prefixlen - 96), strict=False)
    return network.supernet(new_prefix=min(network.prefixlen, IPV6_PREFIX))


def contains(network: Network, other: Network) -> bool:
    """Return whether a network contains another one."""
    if isinstance(network, IPv4Network):
        return isinstance(other, IPv4Network) and other.subnet_of(network)
    return isinstance(other, IPv6Network) and other.subnet_of(network)


def network_of(address: str) -> Network | None:
    """Return the network of a client's address, None for an unknown one."""
    try:
        return ip_network(address)
    except ValueError:
        return None
