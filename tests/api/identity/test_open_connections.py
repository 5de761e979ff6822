"""Connections end when their token expires or their player is erased."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final

import httpx
import jwt
import pytest
from sqlalchemy import URL, create_engine
from websockets.asyncio.client import ClientConnection
from websockets.frames import Close

from api.graphql.context import Services
from application.players.registry import CHANGE_CHECK_INTERVAL, Players
from tests.api.harness.callers import Client, Json
from tests.api.harness.socket_client import answered, socket, subscribe

FOLLOW: Final = "subscription($game: ID!) { gameEvents(game: $game) { version } }"
ME: Final = "{ me { player { id } } }"
CREATE: Final = """mutation { createGame(input: {variant: "hundred-and-ten"}) {
    ... on CommandAccepted { game { id } }
} }"""
JOIN: Final = """mutation($game: ID!) { joinGame(input: {game: $game}) {
    ... on CommandAccepted { version }
} }"""
LEAVE: Final = """mutation($game: ID!) { leaveGame(input: {game: $game}) {
    ... on CommandAccepted { version }
} }"""
ERASE_ME: Final = "mutation { eraseMe { ... on EraseMeAccepted { player { id name } } } }"


def expiring(services: Services, client: Client, within: float = 1.0) -> tuple[str, float]:
    """Return a token of the client's that expires soon, and when."""
    said: Json = jwt.decode(str(client.token), options={"verify_signature": False})
    said["exp"] = int(time.time() + within) + 1
    return jwt.encode(said, services.identity._secret, "HS256"), said["exp"]


async def created(client: Client) -> str:
    game: str = (await client.data(CREATE))["createGame"]["game"]["id"]
    return game


async def closed(connection: ClientConnection) -> Close:
    """Return what the server closes a socket with, past all that it has sent before."""
    async with asyncio.timeout(5):
        while not isinstance(answer := await answered(connection), Close):
            pass
    return answer


async def streamed(client: Client, token: str, game: str) -> AsyncIterator[Json]:
    """Give the results that a stream of server-sent events carries."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    body = {"query": FOLLOW, "variables": {"game": game}}
    async with client.http.stream("POST", "/graphql", json=body, headers=headers, timeout=10) as answer:
        async for line in answer.aiter_lines():
            if line.startswith("data:") and (text := line.removeprefix("data:").strip()):
                yield json.loads(text)


@pytest.fixture
async def over_http(address: str) -> AsyncIterator[Callable[[Client], Client]]:
    """Clients of the server that listens: an answer within the process comes only when it is whole."""
    base = address.removesuffix("/graphql")
    async with httpx.AsyncClient(base_url=base, trust_env=False, verify=False) as http:  # noqa: S501
        yield lambda client: Client(http, client.token, client.player)


async def test_a_socket_is_closed_when_its_token_expires(
    services: Services, address: str, ann: Client
) -> None:
    game = await created(ann)
    token, expires = expiring(services, ann)
    async with socket(address, token) as connection:
        await subscribe(connection, "1", FOLLOW, game=game)
        said = await closed(connection)
    assert 0 <= time.time() - expires < 1
    assert (said.code, said.reason) == (4403, "The token has expired: sign in again.")


async def test_idle_socket_is_closed_at_the_expiry(services: Services, address: str, ann: Client) -> None:
    token, expires = expiring(services, ann, within=0)
    async with socket(address, token) as connection:
        assert (await closed(connection)).code == 4403
    assert time.time() >= expires


async def test_nothing_is_sent_once_a_socket_is_dismissed(
    services: Services, address: str, ann: Client, bob: Client
) -> None:
    game = await created(ann)
    token, expires = expiring(services, ann, within=0)
    async with socket(address, token) as connection:
        await subscribe(connection, "1", FOLLOW, game=game)
        await asyncio.sleep(expires - time.time() + 0.1)
        version = (await bob.data(JOIN, game=game))["joinGame"]["version"]
        seen = []
        while not isinstance(answer := await answered(connection), Close):
            seen.append(answer)
    assert version not in {message["payload"]["data"]["gameEvents"]["version"] for message in seen}


async def test_a_stream_ends_with_an_error_when_its_token_expires(
    services: Services, ann: Client, over_http: Callable[[Client], Client]
) -> None:
    game = await created(ann)
    token, expires = expiring(services, ann)
    results = [result async for result in streamed(over_http(ann), token, game)]
    assert 0 <= time.time() - expires < 1
    *events, last = results
    assert [result["data"]["gameEvents"]["version"] for result in events] == [1, 2]
    assert last.get("data") is None
    assert [error["extensions"]["code"] for error in last["errors"]] == ["UNAUTHENTICATED"]


async def test_a_stream_that_ends_by_itself_ends_without_an_error(
    ann: Client, over_http: Callable[[Client], Client]
) -> None:
    game = await created(ann)
    await ann.data(LEAVE, game=game)
    results = [result async for result in streamed(over_http(ann), str(ann.token), game)]
    assert results
    assert all("errors" not in result for result in results)


async def test_erased_player_is_disconnected_everywhere_at_once(
    address: str, ann: Client, bob: Client, over_http: Callable[[Client], Client]
) -> None:
    game = await created(bob)
    async with (
        socket(address, ann.token) as first,
        socket(address, ann.token) as second,
        socket(address, bob.token) as of_bob,
        # Sooner than by looking who was erased elsewhere.
        asyncio.timeout(CHANGE_CHECK_INTERVAL * 0.75),
    ):
        stream = streamed(over_http(ann), str(ann.token), game)
        for _ in range(2):
            assert (await anext(stream))["data"]
        erased = await ann.data(ERASE_ME)
        for connection in (first, second):
            said = await closed(connection)
            assert (said.code, said.reason) == (4403, "You were erased.")
        last = await anext(stream)
        assert [error["extensions"]["code"] for error in last["errors"]] == ["UNAUTHENTICATED"]
        assert await anext(stream, None) is None
        # Nobody else is.
        await subscribe(of_bob, "1", ME)
        answer: Any = await answered(of_bob)
        assert answer["payload"]["data"]["me"]["player"]["id"] == bob.player
    assert erased["eraseMe"]["player"] == {"id": ann.player, "name": "erased player"}


async def test_erasure_over_a_socket_is_answered_before_the_close(address: str, ann: Client) -> None:
    async with socket(address, ann.token) as connection:
        await subscribe(connection, "1", ERASE_ME)
        said = await closed(connection)
    assert said.code == 4403
    assert await ann.code(ME) == "UNAUTHENTICATED"


async def test_player_erased_by_another_process_is_disconnected_soon(
    services: Services, address: str, ann: Client, tmp_path: Path
) -> None:
    engine = create_engine(URL.create("sqlite", database=str(tmp_path / "data" / "log.db")))
    async with socket(address, ann.token) as connection:
        await Players(engine, "its secret does not matter here").erase(ann.player)
        began = time.monotonic()
        said = await closed(connection)
    engine.dispose()
    assert said.code == 4403
    assert time.monotonic() - began < CHANGE_CHECK_INTERVAL + 1


async def test_nothing_is_kept_of_connections_that_have_ended(
    services: Services, address: str, ann: Client
) -> None:
    sessions = services.identity.connections._connections
    async with socket(address, ann.token) as connection:
        await subscribe(connection, "1", ME)
        await answered(connection)
        assert list(sessions) == [ann.player]
    async with asyncio.timeout(5):
        while sessions:  # noqa: ASYNC110 - the server tells nobody that it has noticed
            await asyncio.sleep(0.01)


async def test_an_spectator_may_stay(services: Services, address: str) -> None:
    async with socket(address) as connection:
        assert not services.identity.connections._connections
        await subscribe(connection, "1", ME)
        answer: Any = await answered(connection)
        assert answer["payload"]["data"] == {"me": None}
