"""Requests with an `Upgrade` header: WebSocket handshakes open sockets, all others are plain requests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest

from api.graphql.context import Services
from tests.api.harness.raw_connections import HEAD, LIVE, SOON, Raw, raw, server
from tests.api.short_way.raw_requests import chunked

pytestmark = pytest.mark.usefixtures("shared_schema")

BODY = json.dumps({"query": "{ __typename }"}).encode()
ANSWER = b'{"data":{"__typename":"Query"}}'
SIZED = b"Content-Length: %d\r\n" % len(BODY)
H2C = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"
SOCKET = (
    b"Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n"
)
HANDSHAKE = b"GET /graphql HTTP/1.1\r\nHost: localhost\r\n" + SOCKET + b"\r\n"


async def answer(connection: Raw) -> tuple[int, bytes]:
    """Return the status and the body of the next answer."""
    async with asyncio.timeout(SOON):
        head = await connection.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        return int(head.split()[1]), await connection.reader.readexactly(length)


def whole(data: bytes) -> Sequence[bytes]:
    return [data]


def byte_by_byte(data: bytes) -> Sequence[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


@pytest.mark.parametrize("upgrade", [H2C, SOCKET], ids=["h2c", "websocket"])
@pytest.mark.parametrize("pieces", [whole, byte_by_byte])
@pytest.mark.parametrize(
    "framed",
    [SIZED + b"\r\n" + BODY, b"Transfer-Encoding: chunked\r\n\r\n" + chunked(BODY, 9)],
    ids=["sized", "chunked"],
)
async def test_a_post_is_answered_whatever_protocol_it_asks_for(
    services: Services, upgrade: bytes, pieces: object, framed: bytes
) -> None:
    assert callable(pieces)
    async with server(services) as url, raw(url) as connection:
        for each in pieces((HEAD + upgrade + framed) * 3 + LIVE):
            connection.send(each)
        assert [await answer(connection) for _ in range(3)] == [(200, ANSWER)] * 3
        # The connection stays one of HTTP.
        assert (await answer(connection))[0] == 200


@pytest.mark.parametrize(
    "request_", [HANDSHAKE.replace(b"1.1", b"1.0"), HANDSHAKE[:-2] + SIZED + b"\r\n" + BODY]
)
async def test_a_handshake_that_is_none_is_answered_as_a_request(services: Services, request_: bytes) -> None:
    async with server(services) as url, raw(url) as connection:
        connection.send(request_)
        status, body = await answer(connection)
        assert (status, b"BAD_REQUEST" in body) == (400, True)


async def test_no_socket_opens_before_an_earlier_answer(services: Services) -> None:
    async with server(services) as url, raw(url) as connection:
        connection.send(HEAD + SIZED + b"\r\n" + BODY + HANDSHAKE + LIVE)
        assert await answer(connection) == (200, ANSWER)
        assert [(await answer(connection))[0] for _ in range(2)] == [400, 200]
        connection.send(HANDSHAKE)
        assert await connection.status() == 101


@pytest.mark.parametrize(
    "connection_header", [b"Connection: Upgrade\r\nConnection: keep-alive", b"Connection: Upgrade"]
)
async def test_a_handshake_opens_a_socket(services: Services, connection_header: bytes) -> None:
    handshake = HANDSHAKE.replace(b"Connection: keep-alive, Upgrade", connection_header)
    async with server(services) as url, raw(url) as connection:
        connection.send(handshake)
        assert await connection.status() == 101


@pytest.mark.parametrize(
    ("handshake", "status"),
    [
        (HANDSHAKE[:-2] + b"A: " + b"a" * 9_000 + b"\r\n\r\n", 431),
        (HANDSHAKE.replace(b"/graphql", b"/graphql?" + b"a" * 9_000), 414),
    ],
)
async def test_a_handshake_that_cannot_be_read_ends_the_connection(
    services: Services, handshake: bytes, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with server(services) as url, raw(url) as connection:
        connection.send(handshake)
        assert await connection.status() == status
        assert await connection.closed()
    assert not caplog.records


async def test_requests_that_are_parsed_again_are_not_queued_without_end(services: Services) -> None:
    async with server(services) as url, raw(url) as connection:
        connection.send(LIVE.replace(b"\r\n\r\n", b"\r\n" + H2C + b"\r\n") * 1_000)
        assert await connection.closed()
