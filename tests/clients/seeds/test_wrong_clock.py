"""A client whose clock is fast, and which asks to start a game before the time for seeds is over."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from application.games.croupier import Croupier, seeded_entropy
from kibitz_client import Connection
from kibitz_client.seeds import followed_game
from tests.clients.conftest import SignIn

SECONDS = 10.0
"""Time for seeds. The client must have tried twice before the server starts the game by itself."""


class FastClock(datetime):
    """A clock that is an hour fast."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        return datetime.now(UTC) + timedelta(hours=1)


class StartObserver(httpx.AsyncHTTPTransport):
    """Notices the second request to start a game that the server has answered."""

    def __init__(self) -> None:
        super().__init__()
        self._answered = 0
        self.has_tried_twice = asyncio.Event()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        self._answered += b"startGame" in request.content
        if self._answered == 2:
            self.has_tried_twice.set()
        return response


@pytest.fixture
def croupier() -> Croupier:
    return Croupier(seeded_entropy(1), seed_wait=timedelta(seconds=SECONDS))


async def test_a_client_with_a_wrong_clock_tries_again(
    signed_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followed_game, "datetime", FastClock)
    monkeypatch.setattr(followed_game, "PAUSE", 0.1)
    ann, bob = await signed_in("Ann", "Bob")
    game = (await ann.create_game("hundred-and-ten")).id
    await bob.join_game(game)
    async with Connection(ann.url, ann.token, add_seeds=False) as starter:
        await starter.send_command("StartGame", game)
    # It has lost the seed, and sees the closed seats in a snapshot, without the server's time.
    starts = StartObserver()
    restarted = Connection(bob.url, bob.token, transport=starts)
    async with restarted, aclosing(restarted.states(game)) as states:
        assert (await anext(states)).game.game.stage == "WAITING_FOR_SEEDS"
        await asyncio.wait_for(starts.has_tried_twice.wait(), SECONDS)
        assert [each.name for each in await ann.events(game)][-1] == "SeatsClosed"
