"""Requests that wait for their turn in fair share; they end with their connection."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.asyncio.client import connect

import api.app
import api.fair_share.caller_account
import api.fair_share.shares
import api.fair_share.turns
from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from tests.api.harness import full_documents as d
from tests.api.harness.raw_connections import one_schema, raw, server
from tests.api.harness.socket_client import PROTOCOL

HERE, ANN = "127.0.0.1", "192.0.2.1"
BODY = json.dumps({"query": d.VARIANTS}).encode()
ASK = (
    b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(BODY), BODY)
)
GONE = 5.0


@pytest.fixture(autouse=True)
def _one_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.app, "schema", one_schema)


@pytest.fixture
def long_debt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever has had too much wait for longer than a test takes."""
    monkeypatch.setattr(api.fair_share.shares, "MAX_USE", 100.0)
    monkeypatch.setattr(api.fair_share.turns, "MAX_DEBT", 10.0)
    monkeypatch.setattr(api.fair_share.turns, "MAX_INTERVAL", 60.0)


@pytest.fixture
def rates() -> Rates:
    return Rates()


async def burden(services: Services, seconds: float = 5.0) -> None:
    """Let this address have had too much of a server that others ask for little."""
    shares = services.rates.turns.shares
    for number in range(30):
        shares.worked(0.005, f"198.51.100.{number}", f"player {number}")
    shares.worked(0.05, HERE, HERE)
    await asyncio.sleep(0.11)
    # What was worked meanwhile is held against the heavy ones.
    services.rates.worked(seconds, HERE, None)
    turn = services.rates.turns.ask(HERE, HERE)
    assert turn is not None
    turn.cancel()


async def waiting(services: Services, how_many: int) -> None:
    """Return once so many requests wait."""
    async with asyncio.timeout(GONE):
        while services.rates.turns.waiting != how_many:  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def test_a_request_of_a_heavy_caller_is_answered_in_its_turn(services: Services) -> None:
    async with server(services) as url, raw(url) as connection:
        await burden(services)
        begun = asyncio.get_running_loop().time()
        connection.send(ASK)
        assert await connection.status() == 200
        # It is light again only after seconds; ten percent of the time pay off the debt of all before.
        assert asyncio.get_running_loop().time() - begun > 0.1


@pytest.mark.usefixtures("long_debt")
async def test_a_request_that_waits_too_long_is_told_to_retry(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.fair_share.caller_account, "TURN_TIMEOUT", 0.05)
    async with server(services) as url, raw(url) as connection:
        await burden(services)
        connection.send(ASK)
        assert await connection.status() == 429


@pytest.mark.usefixtures("long_debt")
async def test_health_never_waits(services: Services) -> None:
    async with server(services) as url, raw(url) as connection:
        await burden(services)
        async with asyncio.timeout(0.15):
            connection.send(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert await connection.status() == 200


@pytest.mark.usefixtures("long_debt")
async def test_a_request_stops_waiting_when_its_client_disconnects(services: Services) -> None:
    async with server(services) as url:
        async with raw(url) as connection:
            await burden(services)
            connection.send(ASK)
            await waiting(services, 1)
        await waiting(services, 0)


@pytest.mark.usefixtures("long_debt")
async def test_requests_that_wait_for_their_turn_make_room_for_others(services: Services) -> None:
    async with server(services, total=3) as url, raw(url) as first, raw(url) as second, raw(url) as third:
        await burden(services)
        for connection in (first, second, third):
            connection.send(ASK)
        await waiting(services, 3)
        async with raw(url) as another:
            another.send(b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert await first.status() == 503
            assert await another.status() in (404, 200)


@pytest.mark.usefixtures("long_debt")
async def test_a_server_that_stops_does_not_wait_for_turns(services: Services) -> None:
    begun = 0.0
    async with server(services) as url, raw(url) as connection:
        await burden(services)
        connection.send(ASK)
        await waiting(services, 1)
        begun = asyncio.get_running_loop().time()
        # Stops here.
    assert asyncio.get_running_loop().time() - begun < 5


async def test_a_thousand_pings_have_one_answer_each(services: Services) -> None:
    async with (
        server(services) as url,
        connect(url.replace("http:", "ws:"), subprotocols=[PROTOCOL], proxy=None) as connection,
    ):
        await asyncio.wait_for(asyncio.gather(*[await connection.ping() for _ in range(1_000)]), GONE)
