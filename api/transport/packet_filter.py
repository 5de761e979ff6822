"""Packet filter on a listening socket: the kernel drops packets from given addresses.

The program is a classic BPF filter, as the Linux kernel's documentation of socket filters describes it
(https://docs.kernel.org/networking/filter.html). A process needs no privileges to filter its own sockets.
"""

from __future__ import annotations

import ctypes
import errno
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final, NamedTuple

ATTACH: Final = 26
DETACH: Final = 27
"""SO_ATTACH_FILTER and SO_DETACH_FILTER, which the standard library does not name."""
_IP_HEADER: Final = 0xFFF0_0000
"""SKF_NET_OFF: offsets from this value on count from the IP header."""
_VERSION_6: Final = 0x60
_DROP: Final = 0
_KEEP: Final = 0xFFFF_FFFF


class _Step(NamedTuple):
    """BPF instruction (struct sock_filter)."""

    code: int
    if_true: int
    if_false: int
    value: int


def drop_from(listening: socket.socket, addresses: Iterable[str]) -> None:
    """Drop packets to a socket from these IPv4 addresses and IPv6 /64 networks, and no others.

    A client there gets no answer and retries after a second, as TCP prescribes. Raises OSError if the system
    has no such filters.
    """
    if sys.platform != "linux":
        raise OSError(errno.ENOTSUP, "packet filters of this kind are Linux's")
    networks = [ip_network(address) for address in addresses]
    if not networks:
        drop_nothing(listening)
        return
    program = list(_program(networks))
    packed = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in program))
    # struct sock_fprog; the kernel copies what it points to.
    listening.setsockopt(socket.SOL_SOCKET, ATTACH, struct.pack("HP", len(program), ctypes.addressof(packed)))


def drop_nothing(sock: socket.socket) -> None:
    """Remove a socket's filter; a connection inherits that of the socket which accepted it."""
    # The socket may have no filter, and systems other than Linux have none.
    with suppress(OSError):
        sock.setsockopt(socket.SOL_SOCKET, DETACH, 0)


def _program(networks: list[IPv4Network | IPv6Network]) -> Iterator[_Step]:
    version_4 = list(_of_version_4([each for each in networks if isinstance(each, IPv4Network)]))
    yield _load_byte(0)
    # The upper half of this byte is the IP version.
    yield _Step(0x54, 0, 0, 0xF0)
    yield _skip_unless(_VERSION_6, 1)
    yield _Step(0x05, 0, 0, len(version_4))
    yield from version_4
    yield from _of_version_6([each for each in networks if isinstance(each, IPv6Network)])


def _of_version_4(networks: list[IPv4Network]) -> Iterator[_Step]:
    yield _load_word(12)
    for network in networks:
        yield _skip_unless(int(network.network_address), 1)
        yield _return(_DROP)
    yield _return(_KEEP)


def _of_version_6(networks: list[IPv6Network]) -> Iterator[_Step]:
    for network in networks:
        first, second = struct.unpack("!II", network.network_address.packed[:8])
        yield _load_word(8)
        yield _skip_unless(first, 3)
        yield _load_word(12)
        yield _skip_unless(second, 1)
        yield _return(_DROP)
    yield _return(_KEEP)


def _load_byte(offset: int) -> _Step:
    return _Step(0x30, 0, 0, _IP_HEADER + offset)


def _load_word(offset: int) -> _Step:
    return _Step(0x20, 0, 0, _IP_HEADER + offset)


def _skip_unless(value: int, steps: int) -> _Step:
    return _Step(0x15, 0, steps, value)


def _return(value: int) -> _Step:
    return _Step(0x06, 0, 0, value)
