"""Followers of games: sockets that count and time their messages at a small cost."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final, cast

from benchmarks.raw_connection import connect

FOLLOW: Final = """subscription($game: ID!, $after: Version) { gameEvents(game: $game, after: $after) {
  __typename version at by { id }
  ... on HandDealt { seat cards } ... on BidPlaced { seat amount } ... on CardPlayed { seat card }
  ... on TrickWon { seat } ... on RoundScored { scores }
} }"""
OPENED_AT_ONCE: Final = 50
PING_INTERVAL: Final = 20.0
"""Seconds between two pings of a socket, on both servers."""
GREETING_TIMEOUT: Final = 60.0
"""Seconds that some sockets may take to open."""

_TEXT: Final = 0x1
_CLOSE: Final = 0x8
_PING: Final = 0x9
_FINAL: Final = 0x80
_NEXT: Final = b'"type":"next"'
_VERSION: Final = b'"version":'
_AT: Final = b'"at":"'
_MASK: Final = bytes(4)
"""A mask that leaves a client's frames as they are."""


class Socket(asyncio.Protocol, ABC):
    """A WebSocket of a client that sends some texts at first, and receives a greeting and then messages."""

    def __init__(self, host: str, first_texts: Sequence[str], subprotocol: str | None = None) -> None:
        self._host = host
        self._first_texts = first_texts
        self._subprotocol = subprotocol
        self.greeted = asyncio.Event()
        """Set by the first text, with which the server says that it is ready."""
        self._upgraded = False
        self._received = b""

    @abstractmethod
    def took(self, text: bytes) -> None:
        """Take a message."""

    @abstractmethod
    def lost(self) -> None:
        """Note that the server has closed the socket."""

    def send(self, text: str) -> None:
        """Send a message."""
        self._send(_TEXT, text.encode())

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        # uvloop's transports are of no class of asyncio.
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        subprotocol = f"Sec-WebSocket-Protocol: {self._subprotocol}\r\n" if self._subprotocol else ""
        self._transport.write(
            f"GET /graphql HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{subprotocol}\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end of the socket."""
        self.lost()

    def data_received(self, data: bytes) -> None:
        """Take all whole frames."""
        received = self._received + data if self._received else data
        if not self._upgraded:
            head, end, received = received.partition(b"\r\n\r\n")
            if not end:
                self._received = head
                return
            if b" 101 " not in head[:20]:
                raise RuntimeError(f"no WebSocket: {head.decode(errors='replace')}")
            self._upgraded = True
            for text in self._first_texts:
                self.send(text)
        self._received = self._frames(received)

    def _frames(self, received: bytes) -> bytes:
        """Take the whole frames of some bytes; returns the rest."""
        at, size = 0, len(received)
        while size - at >= 2:
            start, length = at + 2, received[at + 1]
            if length > 125:
                width = 2 if length == 126 else 8
                start += width
                length = int.from_bytes(received[at + 2 : start])
            if size < start + length:
                break
            kind, at, content = received[at] & 0xF, start + length, received[start : start + length]
            if kind == _TEXT:
                if self.greeted.is_set():
                    self.took(content)
                else:
                    self.greeted.set()
            elif kind == _PING:
                self._send(0xA, content)
            elif kind == _CLOSE:
                self._transport.close()
        return received[at:]

    def _send(self, kind: int, content: bytes) -> None:
        size = len(content)
        length = bytes([_FINAL | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        self._transport.write(bytes([_FINAL | kind]) + length + _MASK + content)


class Deliveries:
    """The messages to all followers of a group of games."""

    def __init__(self) -> None:
        self.count = 0
        self.wrong = 0
        """Messages out of order, and sockets that the server closed."""
        self.delays: list[float] = []
        """The seconds from the event to its delivery, by message."""

    def begin(self) -> None:
        """Forget all delays."""
        self.delays.clear()


class GameFollower(Socket):
    """A socket to Kibitz that follows the events of a game from the first one."""

    def __init__(self, host: str, game: str, token: str | None, deliveries: Deliveries) -> None:
        payload = {"Authorization": f"Bearer {token}"} if token else {}
        operation = {"query": FOLLOW, "variables": {"game": game, "after": 0}}
        first_texts = (
            json.dumps({"type": "connection_init", "payload": payload}),
            json.dumps({"id": "1", "type": "subscribe", "payload": operation}),
        )
        super().__init__(host, first_texts, "graphql-transport-ws")
        self.version = 0
        """The version of the last event."""
        self.texts: dict[int, str] | None = None
        """The messages by version, if they are kept."""
        self._deliveries = deliveries

    def took(self, text: bytes) -> None:
        """Count and time an event."""
        if _NEXT not in text:
            return
        now, deliveries = time.time(), self._deliveries
        version = _version(text)
        deliveries.count += 1
        deliveries.wrong += version != self.version + 1
        self.version = version
        deliveries.delays.append(now - _moment(text))
        if self.texts is not None:
            self.texts[version] = text.decode()

    def lost(self) -> None:
        """Count the socket as wrong."""
        self._deliveries.wrong += 1


@lru_cache(maxsize=8)
def _version(text: bytes) -> int:
    start = text.index(_VERSION) + len(_VERSION)
    return int(text[start : text.index(b",", start)])


@lru_cache(maxsize=8)
def _moment(text: bytes) -> float:
    """Return the time of the event in a message, which all followers receive."""
    start = text.index(_AT) + len(_AT)
    return datetime.fromisoformat(text[start : text.index(b'"', start)].decode()).timestamp()


async def connect_all(url: str, sockets: Sequence[Socket]) -> None:
    """Connect sockets to a server, some at a time, and wait until it has greeted them.

    It takes as long as the interval of pings, so that later as many sockets are pinged at any time as at any
    other, and no group is measured with more pings than another.
    """

    async def greeted(socket: Socket) -> None:
        await connect(url, socket)
        await socket.greeted.wait()

    loop = asyncio.get_running_loop()
    begun = loop.time()
    for first in range(0, len(sockets), OPENED_AT_ONCE):
        await asyncio.sleep(begun + PING_INTERVAL * first / len(sockets) - loop.time())
        async with asyncio.timeout(GREETING_TIMEOUT):
            await asyncio.gather(*map(greeted, sockets[first : first + OPENED_AT_ONCE]))
