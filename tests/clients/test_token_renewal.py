"""Tests of connections that outlive their first token."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, aclosing
from typing import Any

import pytest

from api.graphql.context import Services
from kibitz_client import Connection, Move, Refused, Unauthenticated, View, play
from kibitz_client.schema.results import CreateDeviceCodeAccepted
from kibitz_client.transport import session_token

pytestmark = pytest.mark.timeout(180)

TOKEN_SECONDS = 10
GAME_SECONDS = 24.0


@pytest.fixture
def short_tokens(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens that expire while a game goes on."""
    services.identity.sessions._valid_for = TOKEN_SECONDS
    monkeypatch.setattr(session_token, "FIRST_CHECK", 0.0)


@pytest.mark.usefixtures("short_tokens")
async def test_game_lasts_longer_than_the_tokens_of_its_players(address: str) -> None:
    began = time.monotonic()

    async def slow(view: View, legal: tuple[Move, ...]) -> Move:
        if time.monotonic() - began < GAME_SECONDS:
            await asyncio.sleep(0.5)
        return min(legal, key=lambda move: move.name == "PassTurn")

    renewed: list[str] = []
    async with AsyncExitStack() as opened:
        players = [
            await opened.enter_async_context(
                await Connection.guest(address, name, on_token_renewed=renewed.append)
            )
            for name in ("Ann", "Bob", "Cyd")
        ]
        first = [each.token for each in players]
        game = (await players[0].create_game("president")).id
        for each in players[1:]:
            await each.send_command("JoinGame", game)
        await players[0].send_command("StartGame", game)
        async with asyncio.timeout(120):
            overs = await asyncio.gather(*(play(each, game, slow) for each in players))
        assert time.monotonic() - began > 2 * TOKEN_SECONDS
        assert all(view.over for view in overs)
        assert {each.token for each in players} <= set(renewed)
        me = [await each.query.me() for each in players]
        assert [each and each.player.name for each in me] == ["Ann", "Bob", "Cyd"]
        for token in first:
            async with Connection(address, token) as expired:
                with pytest.raises(Unauthenticated):
                    await expired.query.me()


async def test_a_new_session_knows_when_it_expires(address: str) -> None:
    async with await Connection.guest(address, "Ann") as ann:
        code = await ann.mutate.create_device_code()
        assert isinstance(code, CreateDeviceCodeAccepted)
        async with await Connection.with_device_code(address, code.device_code) as phone:
            sent: list[str] = []

            async def recorded(text: str, token: str) -> dict[str, Any]:
                sent.append(text)
                return await phone._http._send_with(text, token)

            me, again = [await each.query.me() for each in (ann, phone)]
            assert me == again
            for each in (ann, phone):
                each._http.token._send = recorded
                session = await each.query.session()
                assert session is not None
                left = session.expires_at.timestamp() - time.time()
                assert abs(each._http.token._due - time.time() - left / 2) < 60
            assert sent == []


async def test_a_refused_sign_in_has_no_connection(address: str) -> None:
    for refused in (Connection.guest(address, ""), Connection.with_device_code(address, "none")):
        with pytest.raises(Refused):
            await refused


@pytest.mark.usefixtures("short_tokens")
async def test_subscription_alone_keeps_the_token_valid(address: str) -> None:
    async with AsyncExitStack() as opening:
        ann = await opening.enter_async_context(await Connection.guest(address, "Ann"))
        game = (await ann.create_game("president")).id
        states = await opening.enter_async_context(aclosing(ann.states(game)))
        opened = await anext(states)
        # No request is sent meanwhile; the socket is closed with its token, and the subscription resumed.
        waiting = asyncio.ensure_future(anext(states))
        await asyncio.sleep(1.5 * TOKEN_SECONDS)
        assert not waiting.done()
        await ann.send_command("FillSeats", game, count=1)
        joined = await asyncio.wait_for(waiting, 40)
        assert (opened.snapshot, joined.snapshot) == (True, False)
        assert joined.game.game.version > opened.game.game.version
