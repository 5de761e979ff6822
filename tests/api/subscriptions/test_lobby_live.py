"""The lobby subscription: the whole lobby first, then changes; private games for their players only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import projections.games.lobby
from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from projections.games.lobby import OpenGames
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, caught_up
from tests.api.harness.stream_clients import LOBBY, WAYS, Ended, Stream, over_socket

pytestmark = pytest.mark.timeout(60)

VARIANT = "hundred-and-ten"
QUIET = 0.6
"""Seconds after which nothing more is expected."""


@pytest.fixture
def rates() -> Rates:
    """None: more is done here than anybody does."""
    return Rates(enabled=False)


class Seen:
    """The lobby as a client builds it from what it is told."""

    def __init__(self, stream: Stream) -> None:
        self.games: dict[str, Json] = {}
        self.messages: list[Json] = []
        self._stream = stream

    async def take(self) -> Json:
        """Take a message in."""
        async with asyncio.timeout(10):
            change: Json = await self._stream.next()
        if change["snapshot"]:
            self.games.clear()
        for game in change["games"]:
            self.games[game["id"]] = game
        for gone in change["gone"]:
            del self.games[gone]
        self.messages.append(change)
        return change

    async def until(self, games: list[str]) -> None:
        """Take messages in until these games are there and no others."""
        while sorted(self.games) != sorted(games):
            await self.take()

    async def silent(self) -> bool:
        """Tell whether nothing comes for a while."""
        try:
            async with asyncio.timeout(QUIET):
                await self._stream.next()
        except TimeoutError:
            return True
        return False


@asynccontextmanager
async def seeing(url: str, client: Client | None = None, **variables: Any) -> AsyncIterator[Seen]:
    """Follow the lobby, and be told what there is."""
    async with over_socket(url, LOBBY, client.token if client else None, **variables) as stream:
        seen = Seen(stream)
        await seen.take()
        yield seen


@pytest.mark.parametrize("way", WAYS)
async def test_the_lobby_is_sent_in_full_and_then_its_changes(
    services: Services, address: str, ann: Client, bob: Client, cyd: Client, way: str
) -> None:
    first = await ann.create()
    await caught_up(services)
    async with WAYS[way](address, LOBBY) as stream:
        seen = Seen(stream)
        assert (await seen.take())["snapshot"]
        assert list(seen.games) == [first]
        second = await bob.create()
        await seen.until([first, second])
        await cyd.must("joinGame", game=first)
        assert [player["name"] for player in (await seen.take())["games"][0]["players"]] == ["Ann", "Cyd"]
        await ann.must("startGame", game=first)
        await seen.until([second])
        await bob.must("leaveGame", game=second)
        await seen.until([])
        message, *others = seen.messages
        assert message["snapshot"]
        assert not any(other["snapshot"] for other in others)


async def test_the_lobby_equals_the_list_of_games(
    services: Services, address: str, spectator: Client, ann: Client, bob: Client
) -> None:
    async with seeing(address) as seen:
        games = [await client.create(variant) for client in (ann, bob) for variant in (VARIANT, "oh-hell")]
        await bob.must("joinGame", game=games[0])
        await ann.must("leaveGame", game=games[1])
        await seen.until([games[0], *games[2:]])
        lengths = {id: len(await ann.events(id)) for id in seen.games}
        while {id: each["length"] for id, each in seen.games.items()} != lengths:
            await seen.take()
        listed = (await spectator.games(filter="JOINABLE"))["edges"]
        assert {edge["node"]["id"]: edge["node"] for edge in listed} == seen.games


async def test_a_game_is_sent_again_only_when_it_has_changed(
    services: Services, address: str, ann: Client, bob: Client
) -> None:
    game = await ann.create()
    await caught_up(services)
    async with seeing(address) as seen:
        # Of a game that is played there is nothing to tell.
        other = await begun(ann, bob)
        await bob.must("placeBid", game=other, amount=15)
        await bob.must("joinGame", game=game)
        while len(seen.games[game]["players"]) < 2:
            await seen.take()
        told = [each["id"] for message in seen.messages for each in message["games"]]
        assert told.count(game) == 2
        assert await seen.silent()


async def test_a_full_table_leaves_the_lobby_until_a_seat_is_free(
    services: Services, address: str, ann: Client, spectator: Client
) -> None:
    game = await ann.create()
    guests = [await spectator.sign_in(f"Guest {number}") for number in range(3)]
    async with seeing(address) as seen:
        await seen.until([game])
        for guest in guests:
            await guest.must("joinGame", game=game)
        await seen.until([])
        await guests[0].must("leaveGame", game=game)
        await seen.until([game])


async def test_only_games_of_the_requested_variant_are_sent(address: str, ann: Client) -> None:
    async with seeing(address, variant="oh-hell") as seen:
        await ann.create(VARIANT)
        wanted = await ann.create("oh-hell")
        await seen.until([wanted])
        assert await seen.silent()


async def test_an_unknown_variant_is_an_error(address: str) -> None:
    async with over_socket(address, LOBBY, variant="whist") as stream:
        with pytest.raises(Ended) as ended:
            await stream.next()
    assert ended.value.codes == ["UNKNOWN_VARIANT"]


async def test_a_private_game_is_sent_only_to_its_players_and_invited_players(
    services: Services, address: str, ann: Client, bob: Client, cyd: Client
) -> None:
    async with (
        seeing(address, ann) as anns,
        seeing(address, bob) as bobs,
        seeing(address, cyd) as cyds,
        seeing(address) as nobodys,
    ):
        game = await ann.create(access="PRIVATE")
        await anns.until([game])
        await ann.must("invitePlayer", game=game, player=bob.player)
        await bobs.until([game])
        await bob.must("joinGame", game=game)
        await bob.must("leaveGame", game=game)
        await bobs.until([])
        await ann.must("leaveGame", game=game)
        await anns.until([])
        # Not even that something has happened.
        assert await cyds.silent()
        assert await nobodys.silent()
    assert cyds.messages == nobodys.messages


async def test_a_large_lobby_is_sent_in_several_messages(
    services: Services, address: str, ann: Client
) -> None:
    games = [await ann.create() for _ in range(103)]
    await caught_up(services)
    async with seeing(address) as seen:
        assert len(seen.games) == 100
        assert [each["snapshot"] for each in (await seen.take(),)] == [False]
        assert list(seen.games) == games[::-1]


async def test_a_very_large_lobby_continues_in_the_list_of_games(
    services: Services,
    address: str,
    ann: Client,
    bob: Client,
    spectator: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(projections.games.lobby, "MAX_OPEN_GAMES", 100)
    games = [await ann.create() for _ in range(103)]
    hidden = await bob.create(access="PRIVATE")
    await caught_up(services)
    async with seeing(address) as seen:
        assert list(seen.games) == games[:2:-1]
        more = seen.messages[0]["more"]
        page = await spectator.games(filter="JOINABLE", order="NEWEST", after=more)
        assert [edge["node"]["id"] for edge in page["edges"]] == games[2::-1]
        # Whoever has found the others there is told when they go, but of nothing that it cannot have found.
        await bob.must("leaveGame", game=hidden)
        seen.games[games[0]] = {}
        await ann.must("leaveGame", game=games[0])
        change = await seen.take()
        assert (change["gone"], change["games"], change["more"]) == ([games[0]], [], None)
        await bob.must("joinGame", game=games[1])
        assert [each["id"] for each in (await seen.take())["games"]] == [games[1]]


async def test_after_a_failure_to_read_the_log_the_lobby_is_sent_again(
    services: Services, address: str, ann: Client
) -> None:
    game = await ann.create()
    await caught_up(services)
    async with seeing(address) as seen:
        for listener in list(services.watching._listeners):
            listener(None)
        change = await seen.take()
    assert change["snapshot"]
    assert [each["id"] for each in change["games"]] == [game]


@pytest.mark.parametrize("way", WAYS)
async def test_a_stopping_server_ends_the_lobby_with_a_resumable_code(
    services: Services, address: str, way: str
) -> None:
    async with WAYS[way](address, LOBBY) as stream:
        await stream.next()
        services.watching.stop()
        with pytest.raises(Ended) as ended:
            await stream.next()
    assert ended.value.codes == ["STREAM_INTERRUPTED"]


async def test_earlier_events_are_sent_when_the_list_of_games_has_them(
    services: Services, address: str, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = asyncio.Event()
    fresh = services.projector.fresh

    async def late(within: float, *names: str) -> None:
        await known.wait()
        await fresh(within, *names)

    monkeypatch.setattr(services.projector, "fresh", late)
    monkeypatch.setattr(
        "api.graphql.subscriptions.lobby.open_games", lambda *_: OpenGames(position=0, games=())
    )
    # Nobody listens yet, and the list that is read then is as it was before.
    game = await ann.create()
    await caught_up(services)
    async with seeing(address) as seen:
        assert seen.games == {}
        known.set()
        await seen.until([game])
