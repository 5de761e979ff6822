"""Connections to a measured server, without the costs of a client library."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Final, cast
from urllib.parse import urlsplit

_END_OF_HEAD: Final = b"\r\n\r\n"
_LENGTH: Final = b"content-length:"


async def connect(url: str, protocol: asyncio.BaseProtocol) -> None:
    """Connect a protocol to a server."""
    address = urlsplit(url)
    await asyncio.get_running_loop().create_connection(lambda: protocol, address.hostname, address.port)  # type: ignore[arg-type]


class RawConnection(asyncio.Protocol, ABC):
    """Sends requests as bytes, each after the answer to the one before."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._expected = 0
        """The length of the answer with its head, once the head is there."""

    @abstractmethod
    def answered(self, answer: bytes) -> None:
        """Take a whole answer, with its head."""

    @abstractmethod
    def closed(self) -> None:
        """Note that the connection has ended."""

    def send(self, request: bytes) -> None:
        """Send a request; the one before must be answered."""
        assert self._transport is not None, "it is connected"
        self._transport.write(request)

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        # uvloop's transports are of no class of asyncio.
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end of the connection."""
        self.closed()

    def data_received(self, data: bytes) -> None:
        """Collect an answer until it is whole."""
        received = self._received + data if self._received else data
        if not self._expected:
            end = received.find(_END_OF_HEAD)
            if end < 0:
                self._received = received
                return
            start = received[:end].lower().index(_LENGTH) + len(_LENGTH)
            length = received[start : end + 1].split(b"\r", 1)[0]
            self._expected = end + len(_END_OF_HEAD) + int(length)
        if len(received) < self._expected:
            self._received = received
            return
        self._received, self._expected = b"", 0
        self.answered(received)


class RequestConnection(RawConnection):
    """Sends single requests and waits for their answers."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: asyncio.Future[bytes] | None = None

    async def ask(self, request: bytes) -> bytes:
        """Send a request and return its answer; raises ConnectionError if the connection ends."""
        self._answer = asyncio.get_running_loop().create_future()
        self.send(request)
        return await self._answer

    def answered(self, answer: bytes) -> None:
        """Return the answer to the caller who waits."""
        assert self._answer is not None, "a request was sent"
        self._answer.set_result(answer)

    def closed(self) -> None:
        """Fail the request that waits for its answer."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server closed the connection"))
