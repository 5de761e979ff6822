"""Tests of subscriptions that resume after interruptions, without gaps or repetitions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, TypeVar
from uuid import UUID

import jwt
import pytest

import kibitz_client.operations
import kibitz_client.transport.subscription_stream
from api.graphql.context import Services
from domain import commands as c
from kibitz_client import Connection, Event, Fault, Unauthenticated, Unreachable
from kibitz_client.schema.faults import FaultCode
from kibitz_client.schema.types import LobbyUpdate
from tests.api.harness.narrow_server import narrow_server
from tests.clients.conftest import SignIn
from tests.processes.installation import Process as Server

pytestmark = pytest.mark.timeout(90)

SOON = 40.0
MOST_WAITING = 20
T = TypeVar("T")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The variables of each subscription that the client starts."""
    started: list[dict[str, Any]] = []
    real = kibitz_client.transport.subscription_stream.subscription

    def recorded(http: Any, text: str, variables: dict[str, Any]) -> Any:
        started.append(dict(variables))
        return real(http, text, variables)

    monkeypatch.setattr(kibitz_client.operations, "subscription", recorded)
    return started


async def join_and_leave(connection: Connection, game: str, times: int) -> None:
    """Join and leave the game so many times; each makes two events."""
    for _ in range(times):
        await connection.send_command("JoinGame", game)
        await connection.send_command("LeaveGame", game)


async def taken(stream: AsyncGenerator[T, None], count: int) -> list[T]:
    """Return the next items."""
    async with asyncio.timeout(SOON):
        return [await anext(stream) for _ in range(count)]


async def wait_until_listed(lobby: AsyncGenerator[LobbyUpdate, None], game: str) -> None:
    """Wait until the lobby lists a game."""
    async with asyncio.timeout(SOON):
        while game not in [each.id for each in (await anext(lobby)).games]:
            pass


@pytest.mark.parametrize("how", ["killed", "stopped"])
async def test_subscription_resumes_after_a_server_restart(
    server: Server, opened: list[dict[str, Any]], how: str
) -> None:
    async with (
        await Connection.guest(server.url, "Ann") as ann,
        await Connection.guest(server.url, "Bob") as bob,
        Connection(server.url) as spectator,
    ):
        game = (await ann.create_game("president")).id
        async with aclosing(spectator.follow(game)) as stream, aclosing(spectator.subscribe.lobby()) as lobby:
            await wait_until_listed(lobby, game)
            events: list[Event] = await taken(stream, 2)
            rest = asyncio.create_task(taken(stream, 8))
            await join_and_leave(bob, game, 2)
            (server.kill if how == "killed" else server.stop)()
            await asyncio.sleep(0.3)
            server.start()
            await join_and_leave(bob, game, 2)
            events += await rest
            async with asyncio.timeout(SOON):
                while not (change := await anext(lobby)).snapshot:
                    pass
            if game not in [each.id for each in change.games]:
                await wait_until_listed(lobby, game)
        assert [event.version for event in events] == list(range(1, 11))
        assert events == await spectator.events(game)
    assert len([each for each in opened if "game" in each]) >= 2
    assert max(each["after"] for each in opened if "game" in each) >= 2


async def test_slow_subscriber_resumes_after_its_last_event(
    services: Services, signed_in: SignIn, opened: list[dict[str, Any]]
) -> None:
    services.watching.max_buffered = MOST_WAITING
    ann, bob = await signed_in("Ann", "Bob")
    whom = await bob.query.me()
    assert whom is not None
    game = (await ann.create_game("president")).id
    async with (
        narrow_server(services) as url,
        Connection(url) as spectator,
        aclosing(spectator.follow(game)) as stream,
    ):
        events = await taken(stream, 2)
        # The subscriber reads nothing until all these commands are done.
        for _ in range(800):
            await services.games.carry_out(UUID(game), c.JoinGame(by=whom.player.id))
            await services.games.carry_out(UUID(game), c.LeaveGame(by=whom.player.id))
        version = (await ann.get_game(game)).game.version
        events += await taken(stream, version - 2)
    assert [event.version for event in events] == list(range(1, version + 1))
    assert len(opened) >= 2
    assert 2 < opened[1]["after"] < version


def expiring(services: Services, connection: Connection) -> str:
    """Return a token of the caller that expires within two seconds."""
    claims = jwt.decode(str(connection.token), options={"verify_signature": False})
    claims["exp"] = int(time.time()) + 2
    return jwt.encode(claims, services.identity._secret, "HS256")


async def test_expired_token_ends_a_stream_without_a_retry(
    services: Services, signed_in: SignIn, address: str, opened: list[dict[str, Any]]
) -> None:
    (ann,) = await signed_in("Ann")
    game = (await ann.create_game("president")).id
    async with Connection(address, expiring(services, ann)) as connection:
        stream = connection.follow(game)
        await taken(stream, 2)
        with pytest.raises(Unauthenticated, match="The token has expired") as expired:
            await taken(stream, 1)
        assert expired.value.code is FaultCode.UNAUTHENTICATED
        with pytest.raises(Unauthenticated):
            await connection.query.me()
        with pytest.raises(Unauthenticated, match="closed the connection"):
            await taken(connection.subscribe.lobby(), 1)
    assert len(opened) == 2


async def test_refused_subscription_is_not_retried(signed_in: SignIn, opened: list[dict[str, Any]]) -> None:
    (ann,) = await signed_in("Ann")
    with pytest.raises(Fault, match="no such game") as fault:
        await taken(ann.follow("nowhere"), 1)
    assert fault.value.code == "UNKNOWN_GAME"
    with pytest.raises(Fault, match="no variant 'whist'"):
        await taken(ann.subscribe.leaderboard(variant="whist"), 1)
    assert len(opened) == 2


async def test_retry_timeout_ends_a_subscription(server: Server) -> None:
    async with await Connection.guest(server.url, "Ann", retry_timeout=1.0) as ann:
        game = (await ann.create_game("president")).id
        async with aclosing(ann.follow(game)) as stream:
            await taken(stream, 2)
            server.kill()
            began = time.monotonic()
            with pytest.raises(Unreachable, match="no server answers at"):
                await taken(stream, 1)
            assert 0.9 < time.monotonic() - began < 10


async def test_leaderboard_subscription_sends_a_first_message_at_once(signed_in: SignIn) -> None:
    (ann,) = await signed_in("Ann")
    async with aclosing(ann.subscribe.leaderboard(variant="president")) as changes:
        (change,) = await taken(changes, 1)
    assert (change.variant.name, change.players, change.window) == ("president", (), "ALL_TIME")
