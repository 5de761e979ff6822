"""Reconnecting subscribers: no gap, no repetition, and the same events as the query `events`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from uuid import UUID

import pytest

from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from domain.machine import player_of
from domain.view import View
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, eventually
from tests.api.harness.stream_clients import FOLLOW, WAYS

VARIANT = "hundred-and-ten"
TABLES = 2
SOON = 0.03
LATE = 1.0
"""Seconds after which a follower is torn off that has not got enough by then."""
MOST = 5
"""Events after which a follower is torn off, at most."""
# Nobody has won after three rounds, so nothing is opened: what was sent live is what `events` shows.
AT_END = [{"name": "reveal", "value": "at_end"}]


@pytest.fixture
def rates() -> Rates:
    """No limits: many short subscriptions take less than the time that they are limited for."""
    return Rates(enabled=False)


class Follower:
    """A subscriber of a game that is disconnected repeatedly."""

    def __init__(self, url: str, game: str, client: Client, way: str, random: Random) -> None:
        self.events: list[Json] = []
        self.torn = 0
        self._url = url
        self._game = game
        self._client = client
        self._way = WAYS[way]
        self._random = random
        self._last: int | None = None

    @property
    def version(self) -> int:
        """The version of the last event it has got."""
        return int(self.events[-1]["version"]) if self.events else 0

    async def follow(self) -> None:
        """Follow until it is told that there is no more to come, and it has all there is."""
        while self._last is None or self.version < self._last:
            # In the handshake, before the first event, among those that were missed, or waiting for more.
            limit = self._random.choice([self._random.uniform(0, SOON), LATE])
            with suppress(TimeoutError):
                async with asyncio.timeout(limit):
                    await self._take(self._random.randint(1, MOST))
            self.torn += 1

    def finish_at(self, version: int) -> None:
        """Set the last event to wait for."""
        self._last = version

    async def _take(self, most: int) -> None:
        variables = {"game": self._game, "after": self.version}
        async with self._way(self._url, FOLLOW, self._client.token, **variables) as stream:
            try:
                for _ in range(most):
                    if self._last is not None and self.version >= self._last:
                        return
                    self.events.append(await stream.next())
            finally:
                stream.tear()


async def play(services: Services, game: str, players: list[Client], moves: int) -> None:
    """Make the machine's moves, with a moment between them."""
    for _ in range(moves):
        events = [each.event for each in await services.store.read(UUID(game))]
        public = View().after(events).game
        to_move = public.rules.to_move(public.table)
        if not to_move:
            return
        move = player_of(VARIANT)(View(viewer=to_move[0]).after(events).game, to_move[0])
        await services.games.carry_out(UUID(game), move)
        await asyncio.sleep(0.01)


async def torn_off(
    services: Services, url: str, players: list[Client], spectator: Client, moves: int, random: Random
) -> int:
    """Play while followers are torn off; check what they got, and return how often they were."""
    games = [await begun(*players, options=AT_END) for _ in range(TABLES)]
    followers = {
        game: [
            (client, Follower(url, game, client, way, random))
            for client in (*players, spectator)
            for way in WAYS
        ]
        for game in games
    }
    everyone = [follower for each in followers.values() for _, follower in each]
    following = [asyncio.create_task(each.follow()) for each in everyone]
    await asyncio.gather(*(play(services, game, players, moves) for game in games))
    for game, each in followers.items():
        last = await services.store.version(UUID(game))
        for _, follower in each:
            follower.finish_at(last)
    await asyncio.gather(*following)
    for game, each in followers.items():
        for client, follower in each:
            assert follower.events == await client.events(game)
    return sum(each.torn for each in everyone)


@pytest.mark.parametrize(
    ("moves", "times"),
    [
        pytest.param(16, 100, marks=pytest.mark.timeout(120)),
        pytest.param(50, 10_000, marks=[pytest.mark.slow, pytest.mark.timeout(3000)]),
    ],
)
async def test_a_reconnecting_subscriber_misses_and_repeats_nothing(
    services: Services, address: str, spectator: Client, ann: Client, bob: Client, moves: int, times: int
) -> None:
    random, torn = Random(7), 0
    while torn < times:
        torn += await torn_off(services, address, [ann, bob], spectator, moves, random)

    async def forgotten() -> bool:
        return services.watching.followed == 0

    await eventually(forgotten)
