"""Subscriptions that are lost are taken up again: without a gap, without a repetition, and not for ever."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import jwt
import pytest

import kibitz_client.operations
import kibitz_client.streams
from api.graphql.context import Services
from domain import commands as c
from kibitz_client import Connection, Event, Fault, Unauthenticated, Unreachable
from kibitz_client.schema.faults import FaultCode
from kibitz_client.schema.types import LobbyChange
from tests import postgres
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.server_processes import Spawner
from tests.clients.conftest import SignIn
from tests.processes.installation import Process as Server

pytestmark = pytest.mark.timeout(90)

SOON = 40.0
MOST_WAITING = 20
T = TypeVar("T")


@pytest.fixture
def server(spawner: Spawner, tmp_path: Path) -> Iterator[Server]:
    """A server that listens at the same address whenever it is started."""
    settings = {"KIBITZ_DATA_DIR": str(tmp_path / "data")}
    server = Server(spawner, tmp_path / "serve", ("serve", "--port", postgres.free_port()), settings)
    server.start()
    try:
        yield server
    finally:
        server.end()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The variables of each subscription that the client begins."""
    begun: list[dict[str, Any]] = []
    real = kibitz_client.streams.subscription

    def noted(exchange: Any, text: str, variables: dict[str, Any]) -> Any:
        begun.append(dict(variables))
        return real(exchange, text, variables)

    monkeypatch.setattr(kibitz_client.operations, "subscription", noted)
    return begun


async def come_and_go(connection: Connection, game: str, times: int) -> None:
    """Sit down and stand up, which makes an event each."""
    for _ in range(times):
        await connection.carry_out("JoinGame", game)
        await connection.carry_out("LeaveGame", game)


async def taken(stream: AsyncGenerator[T, None], count: int) -> list[T]:
    """Return so many items."""
    async with asyncio.timeout(SOON):
        return [await anext(stream) for _ in range(count)]


async def listed(lobby: AsyncGenerator[LobbyChange, None], game: str) -> None:
    """Wait until the lobby tells of a game."""
    async with asyncio.timeout(SOON):
        while game not in [each.game for each in (await anext(lobby)).games]:
            pass


@pytest.mark.parametrize("how", ["killed", "stopped"])
async def test_a_game_is_followed_over_a_restart_of_the_server(
    server: Server, opened: list[dict[str, Any]], how: str
) -> None:
    async with (
        await Connection.guest(server.url, "Ann") as ann,
        await Connection.guest(server.url, "Bob") as bob,
        Connection(server.url) as onlooker,
    ):
        game = (await ann.create("president")).id
        async with aclosing(onlooker.follow(game)) as stream, aclosing(onlooker.subscribe.lobby()) as lobby:
            await listed(lobby, game)
            events: list[Event] = await taken(stream, 2)
            rest = asyncio.create_task(taken(stream, 8))
            await come_and_go(bob, game, 2)
            (server.kill if how == "killed" else server.stop)()
            await asyncio.sleep(0.3)
            server.start()
            await come_and_go(bob, game, 2)
            events += await rest
            async with asyncio.timeout(SOON):
                while not (change := await anext(lobby)).anew:
                    pass
            if game not in [each.game for each in change.games]:
                await listed(lobby, game)
        assert [event.version for event in events] == list(range(1, 11))
        assert events == await onlooker.events(game)
    assert len([each for each in opened if "game" in each]) >= 2
    assert max(each["after"] for each in opened if "game" in each) >= 2


async def test_who_is_cut_off_for_being_slow_goes_on_after_what_it_has(
    services: Services, signed_in: SignIn, opened: list[dict[str, Any]]
) -> None:
    services.watching.max_buffered = MOST_WAITING
    ann, bob = await signed_in("Ann", "Bob")
    whom = await bob.query.me()
    assert whom is not None
    game = (await ann.create("president")).id
    async with (
        narrow_server(services) as url,
        Connection(url) as onlooker,
        aclosing(onlooker.follow(game)) as stream,
    ):
        events = await taken(stream, 2)
        # It takes nothing more until all this has happened.
        for _ in range(800):
            await services.games.carry_out(UUID(game), c.JoinGame(by=whom.id))
            await services.games.carry_out(UUID(game), c.LeaveGame(by=whom.id))
        version = (await ann.look(game)).game.version
        events += await taken(stream, version - 2)
    assert [event.version for event in events] == list(range(1, version + 1))
    assert len(opened) >= 2
    assert 2 < opened[1]["after"] < version


def expiring(services: Services, connection: Connection) -> str:
    """Return a token of the caller's that is good for a second or two."""
    said = jwt.decode(str(connection.token), options={"verify_signature": False})
    said["exp"] = int(time.time()) + 2
    return jwt.encode(said, services.identity._secret, "HS256")


async def test_a_token_that_expires_ends_a_stream_and_is_not_tried_again(
    services: Services, signed_in: SignIn, address: str, opened: list[dict[str, Any]]
) -> None:
    (ann,) = await signed_in("Ann")
    game = (await ann.create("president")).id
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


async def test_a_subscription_that_cannot_be_is_not_tried_again(
    signed_in: SignIn, opened: list[dict[str, Any]]
) -> None:
    (ann,) = await signed_in("Ann")
    with pytest.raises(Fault, match="no game nowhere") as fault:
        await taken(ann.follow("nowhere"), 1)
    assert fault.value.code == "UNKNOWN_GAME"
    with pytest.raises(Fault, match="no variant 'whist'"):
        await taken(ann.subscribe.leaderboard_changed(variant="whist"), 1)
    assert len(opened) == 2


async def test_a_server_that_stays_away_is_not_waited_for_for_ever(server: Server) -> None:
    async with await Connection.guest(server.url, "Ann", patience=1.0) as ann:
        game = (await ann.create("president")).id
        async with aclosing(ann.follow(game)) as stream:
            await taken(stream, 2)
            server.kill()
            began = time.monotonic()
            with pytest.raises(Unreachable, match="no server answers at"):
                await taken(stream, 1)
            assert 0.9 < time.monotonic() - began < 10


async def test_a_leaderboard_that_is_followed_says_at_once_that_it_is_to_be_read(signed_in: SignIn) -> None:
    (ann,) = await signed_in("Ann")
    async with aclosing(ann.subscribe.leaderboard_changed(variant="president")) as changes:
        (change,) = await taken(changes, 1)
    assert (change.variant, change.players, change.window) == ("president", (), "ALL_TIME")
