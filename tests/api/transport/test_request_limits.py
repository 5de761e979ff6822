"""Limits of headers, bodies and socket messages before they reach the application."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from api.fair_share.caller_account import CallerAccount
from api.fair_share.shares import Shares
from api.graphql.context import Services
from api.transport.http_protocol import MAX_PIPELINED, Http
from api.transport.websockets import MAX_FRAGMENTS, WebSockets
from tests.api.harness.raw_connections import HEAD, LIVE, SOON, raw, server
from tests.api.harness.socket_client import bare_socket

pytestmark = pytest.mark.usefixtures("shared_schema")


# Headers


_OK = b'{"status":"ok"}'


async def test_headers_that_are_too_large_are_refused(services: Services) -> None:
    async with server(services, header_bytes=2_000) as url, raw(url) as connection:
        connection.send(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nA: " + b"a" * 2_000 + b"\r\n\r\n")
        assert await connection.status() == 431
        assert await connection.closed()


async def test_headers_are_measured_without_what_came_before_them(services: Services) -> None:
    small, large = (b"GET /health/live HTTP/1.1\r\nA: %b\r\n\r\n" % (b"a" * size) for size in (1_900, 2_000))
    async with server(services, header_bytes=2_000) as url, raw(url) as connection:
        # Many requests in one chunk, each of which is small enough.
        connection.send(small * 3)
        for _ in range(3):
            await connection.reader.readuntil(_OK)
        # In two chunks, of which the first contains another request.
        connection.send(small + large[:1_000])
        await connection.reader.readuntil(_OK)
        connection.send(large[1_000:])
        assert await connection.status() == 431
        assert await connection.closed()


async def test_headers_without_an_end_are_refused_before_they_fill_the_memory(services: Services) -> None:
    async with server(services) as url, raw(url) as connection:
        connection.send(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nA: ")
        for _ in range(64):
            connection.send(b"a" * 65_536)
            try:
                await connection.writer.drain()
            except ConnectionResetError:
                break
            await asyncio.sleep(0)
        else:
            assert await connection.status() in (431, None)
        assert await connection.closed()


async def test_too_many_headers_are_refused(services: Services) -> None:
    async with server(services, header_count=10) as url, raw(url) as connection:
        connection.send(b"GET /health/live HTTP/1.1\r\n" + b"A: b\r\n" * 11 + b"\r\n")
        assert await connection.status() == 431


async def test_an_address_that_is_too_long_is_refused(services: Services) -> None:
    async with server(services) as url, raw(url) as connection:
        connection.send(b"GET /" + b"a" * 400_000 + b" HTTP/1.1\r\n\r\n")
        assert await connection.status() == 414


@pytest.mark.parametrize("begun", [b"", b"GET /health/live HTTP/1.1\r\nHo", b"\r\n"])
async def test_headers_that_do_not_come_end_the_connection(services: Services, begun: bytes) -> None:
    async with server(services, header_seconds=0.2) as url, raw(url) as connection:
        connection.send(begun)
        assert await connection.status() == (408 if begun else None)
        assert await connection.closed()


async def test_headers_that_trickle_end_the_connection(services: Services) -> None:
    async with server(services, header_seconds=0.5) as url, raw(url) as connection:
        status = asyncio.create_task(connection.status())
        for each in LIVE[:40]:
            if status.done():
                break
            connection.send(bytes([each]))
            await asyncio.sleep(0.05)
        assert await status == 408


async def test_empty_lines_between_requests_do_not_keep_a_connection(services: Services) -> None:
    async with server(services, header_seconds=0.5) as url, raw(url) as connection:
        connection.send(LIVE)
        assert await connection.status() == 200
        closed = asyncio.create_task(connection.closed())
        for _ in range(40):
            if closed.done():
                break
            connection.send(b"\r\n")
            await asyncio.sleep(0.05)
        assert closed.done()


async def test_many_requests_at_once_are_not_queued_without_end(services: Services) -> None:
    async with server(services) as url, raw(url) as connection:
        connection.send(LIVE * 1_000)
        async with asyncio.timeout(SOON):
            answers = await connection.reader.read(-1) if await connection.closed() else b""
        assert answers.count(b'{"status":"ok"}') <= MAX_PIPELINED + 1


# Bodies


@pytest.mark.parametrize("sent", [b"", b'{"query": "{ __ty'])
async def test_a_body_that_does_not_come_ends_the_connection(
    services: Services, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with server(services, body_seconds=0.2) as url, raw(url) as connection:
        connection.send(HEAD + b"Content-Length: 100\r\n\r\n" + sent)
        assert await connection.status() == 408
        assert await connection.closed()
    assert not caplog.records


async def test_body_after_the_response_is_bounded(services: Services) -> None:
    async with server(services) as url, raw(url) as connection:
        connection.send(b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n")
        assert await connection.status() == 404
        taken = 0
        with suppress(ConnectionError):
            while taken < 100_000_000:
                connection.send(b"a" * 65_536)
                await connection.writer.drain()
                taken += 65_536
        assert taken < 20_000_000


@pytest.mark.parametrize(
    "endless", [b"5;" + b"a" * 100_000, b"0\r\n" + b"a: b\r\n" * 10_000, b"0\r\na:" + b"b" * 100_000]
)
async def test_chunk_extensions_and_trailers_are_bounded(services: Services, endless: bytes) -> None:
    async with server(services) as url, raw(url) as connection:
        connection.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        for start in range(0, len(endless), 4_096):
            connection.send(endless[start : start + 4_096])
            await asyncio.sleep(0)
        assert await connection.status() in (431, None)
        assert await connection.closed()


@pytest.mark.parametrize("trailers", [b"a: b\r\n" * 200, b"a: %b\r\n" % (b"b" * 40_000)])
async def test_trailers_are_bounded_before_another_request(services: Services, trailers: bytes) -> None:
    async with server(services) as url, raw(url) as connection:
        body = b'{"query": "{ __typename }"}'
        chunked = HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n" % (len(body), body)
        connection.send(chunked + trailers + b"\r\n" + LIVE)
        received = await connection.reader.read()
    assert b" 431 " in received.splitlines()[0]
    assert _OK not in received


async def test_trailers_are_not_headers(services: Services) -> None:
    async with server(services) as url, raw(url) as connection:
        body = b'{"query": "{ me { player { id } } }"}'
        connection.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n" % (len(body), body))
        connection.send(b"0\r\nAuthorization: Bearer nonsense\r\n\r\n")
        assert await connection.status() == 200


# Other messages


async def test_a_message_has_only_so_many_frames(services: Services) -> None:
    async with server(services) as url, bare_socket(url) as socket:
        with suppress(ConnectionClosed):
            await socket.send(["" for _ in range(MAX_FRAGMENTS + 10)])
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(socket.recv(), SOON)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


async def test_nonsense_is_refused_without_a_line_in_the_log(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    async with server(services) as url:
        for nonsense in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\nHo st: a\r\n\r\n"):
            async with raw(url) as connection:
                connection.send(nonsense)
                assert await connection.status() == 400
        async with raw(url) as connection:
            connection.send(
                b"GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n"
            )
            assert await connection.status() == 200
    assert not caplog.records


# Back-pressure on a busy server


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the server count as busy, and the application take its time over each request and message."""

    async def turn(*_: object) -> None:
        await asyncio.sleep(0.02)

    monkeypatch.setattr(Shares, "is_busy", lambda _: True)
    monkeypatch.setattr(CallerAccount, "turn", turn)
    monkeypatch.setattr(Http, "chunk_size", 1_000)
    monkeypatch.setattr(WebSockets, "chunk_size", 100)


@pytest.mark.usefixtures("busy")
async def test_a_busy_server_reads_a_long_body_to_its_end(services: Services) -> None:
    body = json.dumps({"query": "{ __typename }", "variables": {"a": "a" * 90_000}}).encode()
    async with server(services) as url, raw(url) as connection:
        connection.send(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert await connection.status() == 200


@pytest.mark.usefixtures("busy")
async def test_a_busy_server_reads_every_message_on_a_socket(services: Services) -> None:
    async with server(services) as url, bare_socket(url) as connection, asyncio.timeout(SOON):
        await connection.send('{"type": "connection_init"}')
        # The server does not answer these, so nothing but reading them can resume the connection.
        for _ in range(50):
            await connection.send('{"type": "pong"}')
        await connection.send('{"type": "ping"}')
        heard = [json.loads(await connection.recv())["type"] for _ in range(2)]
    assert heard == ["connection_ack", "pong"]
