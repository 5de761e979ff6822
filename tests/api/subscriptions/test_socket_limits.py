"""Limits of a socket: its protocol, the time until `connection_init`, concurrent operations."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

import api.app
from api.graphql.context import Services
from api.http.endpoint import Endpoint
from api.http.socket_handler import MAX_OPERATIONS, MAX_RUNNING
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.socket_client import answered, bare_socket, socket, subscribe

ASK = "query($game: ID!) { game(id: $game) { version } }"


@pytest.mark.parametrize("protocols", [[], ["graphql-ws"], ["graphql-transport-ws2", "chat"]])
async def test_a_socket_of_another_protocol_is_closed(address: str, protocols: list[str]) -> None:
    url = address.replace("http://", "ws://")
    offered = [Subprotocol(each) for each in protocols] or None
    async with connect(url, subprotocols=offered, proxy=None) as connection:
        assert connection.subprotocol is None
        with pytest.raises(ConnectionClosed) as closed:
            await connection.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4406


async def test_a_socket_without_connection_init_in_time_is_closed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hasty(Endpoint):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self.connection_init_wait_timeout = timedelta(milliseconds=50)

    monkeypatch.setattr(api.app, "Endpoint", Hasty)
    async with narrow_server(services) as url, bare_socket(url) as connection:
        closed = await answered(connection)
    assert not isinstance(closed, dict)
    assert closed.code == 4408


async def test_short_lived_sockets_log_nothing(services: Services, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "uvicorn.error")
    async with narrow_server(services) as url:
        caplog.clear()
        async with bare_socket(url):
            pass
        assert [each.message for each in caplog.records if each.name == "uvicorn.error"] == []


async def test_concurrent_operations_on_a_socket_are_limited(address: str, ann: Client) -> None:
    game = await ann.create()
    async with socket(address, ann.token) as connection:
        for number in range(MAX_OPERATIONS):
            await subscribe(connection, str(number), d.FOLLOW, game=game, after=1)
        begun = {(await next_on(connection))["id"] for _ in range(MAX_OPERATIONS)}
        assert len(begun) == MAX_OPERATIONS
        await subscribe(connection, "one more", d.ME)
        refused = await next_on(connection)
        assert (refused["id"], refused["type"]) == ("one more", "error")
        (error,) = refused["payload"]
        assert error["extensions"] == {"code": "TOO_MANY_OPERATIONS", "limit": MAX_OPERATIONS}
        # The others go on, and where one ends there is room for another.
        await connection.send(json.dumps({"id": "0", "type": "complete"}))
        await subscribe(connection, "in its place", d.ME)
        assert (await next_on(connection))["payload"]["data"]["me"]["player"]["id"] == ann.player
        assert await next_on(connection) == {"id": "in its place", "type": "complete"}
        await ann.must("leaveGame", game=game)
        ended: set[str] = set()
        while ended != begun - {"0"}:
            message = await next_on(connection)
            if message["type"] == "complete":
                ended.add(message["id"])


async def test_a_duplicate_id_is_refused_before_the_limit_of_operations(address: str, ann: Client) -> None:
    game = await ann.create()
    async with socket(address, ann.token) as connection:
        for number in range(MAX_OPERATIONS):
            await subscribe(connection, str(number), d.FOLLOW, game=game, after=2)
        await subscribe(connection, "7", d.ME)
        closed = await answered(connection)
    assert not isinstance(closed, dict)
    assert closed.code == 4409


async def test_many_queries_on_a_socket_run_a_few_at_a_time(
    services: Services, address: str, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, running, most = await ann.create(), 0, 0
    current = services.reading.current

    async def counted(*given: Any) -> Any:
        nonlocal running, most
        running += 1
        most = max(most, running)
        try:
            await asyncio.sleep(0.01)
            return await current(*given)
        finally:
            running -= 1

    monkeypatch.setattr(services.reading, "current", counted)
    async with socket(address, ann.token) as connection:
        for number in range(3 * MAX_RUNNING):
            await subscribe(connection, str(number), ASK, game=game)
        answers = [await next_on(connection) for _ in range(6 * MAX_RUNNING)]
    told = {each["id"] for each in answers if each["type"] == "next" and "errors" not in each["payload"]}
    assert len(told) == 3 * MAX_RUNNING
    assert most == MAX_RUNNING


async def next_on(connection: Any) -> Any:
    """Return the server's next message."""
    message = await answered(connection)
    assert isinstance(message, dict), message
    return message
