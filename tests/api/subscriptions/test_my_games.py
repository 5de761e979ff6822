"""The subscription to one's own games: all of them first, then turns, invitations, starts and ends."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from api.app import services_of
from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from api.settings import Settings
from application.games.croupier import Croupier
from domain import commands as c
from domain.refusals import Refusal
from domain.view import View
from projections import change_announcer
from projections.change_announcer import Refetch
from projections.games.own_games import OwnGames
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, ids_in
from tests.api.harness.followed_tables import QUIET, Tables, watched
from tests.api.harness.played_games import advance, begun, caught_up, play_to_the_end
from tests.api.harness.stream_clients import MY_GAMES, WAYS, Ended

pytestmark = pytest.mark.timeout(120)

VARIANTS = ("hundred-and-ten", "president")


@pytest.fixture
def rates() -> Rates:
    """Disable the rate limits: these tests do more than a player does."""
    return Rates(enabled=False)


@pytest.fixture
async def services(
    request: pytest.FixtureRequest, tmp_path: Path, croupier: Croupier, rates: Rates
) -> AsyncIterator[Services]:
    """The services on SQLite, or on the database that a test names."""
    postgres = getattr(request, "param", None) == "PostgreSQL"
    url = request.getfixturevalue("postgres_url") if postgres else None
    settings = Settings(data_dir=tmp_path / "data", database_url=url, rates=rates)
    async with services_of(settings, croupier) as services:
        yield services


@pytest.mark.parametrize("way", WAYS)
async def test_a_player_is_told_what_happens_at_its_tables(
    services: Services, address: str, ann: Client, bob: Client, cyd: Client, way: str
) -> None:
    first = await bob.create()
    await caught_up(services)
    async with watched(address, bob, way) as bobs, watched(address, cyd, way) as cyds:
        assert [(each["invited"], each["yourTurn"]) for each in bobs.games.values()] == [(False, False)]
        assert cyds.games == {}
        await ann.must("joinGame", game=first)
        assert await bobs.change(first) == ["PLAYERS_CHANGED"]
        second = await ann.create(access="PRIVATE")
        await ann.must("invitePlayer", game=second, player=bob.player)
        assert await bobs.change(second) == ["INVITED"]
        assert bobs.games[second]["invited"]
        await ann.must("withdrawInvitation", game=second, player=bob.player)
        assert await bobs.change(second) == ["gone"]
        await ann.must("invitePlayer", game=second, player=bob.player)
        assert await bobs.change(second) == ["INVITED"]
        await bob.must("joinGame", game=second)
        assert await bobs.change(second) == ["JOINED"]
        # Bob sits beside the dealer, Ann, and is the first to bid.
        await ann.must("startGame", game=second)
        assert await bobs.change(second) == ["STARTED", "YOUR_TURN"]
        assert bobs.games[second]["yourTurn"]
        await bob.must("passTurn", game=second)
        assert await bobs.change(second) == ["TURN_OVER"]
        await play_to_the_end([ann, bob], second)
        while "ENDED" not in await bobs.change(second):
            pass
        await bob.must("leaveGame", game=first)
        assert await bobs.change(first) == ["gone"]
        assert bobs.games == {}
        assert await cyds.silent(), "of the tables of others"


async def test_a_spectator_has_no_games(address: str) -> None:
    async with WAYS["socket"](address, MY_GAMES) as stream:
        with pytest.raises(Ended) as ended:
            await stream.next()
    assert ended.value.codes == ["UNAUTHENTICATED"]


async def test_a_game_that_starts_without_an_invited_player_is_gone(
    services: Services, address: str, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await ann.create()
    await ann.must("invitePlayer", game=game, player=cyd.player)
    await bob.must("joinGame", game=game)
    await caught_up(services)
    async with watched(address, cyd) as tables:
        assert list(tables.games) == [game]
        await ann.must("startGame", game=game)
        assert await tables.change(game) == ["gone"]
        await advance(services, game, moves=3)
        assert await tables.silent()
    async with watched(address, cyd) as tables:
        assert tables.games == {}


@contextmanager
def halted_projections(folder: Path) -> Iterator[None]:
    """Let nobody write to the read models."""
    with closing(sqlite3.connect(folder / "data" / "read.db", isolation_level=None)) as models:
        models.execute("BEGIN IMMEDIATE")
        yield


async def test_a_snapshot_contains_a_game_that_was_created_just_before(
    services: Services, address: str, ann: Client, tmp_path: Path
) -> None:
    await caught_up(services)
    async with AsyncExitStack() as opened:
        with halted_projections(tmp_path):
            game = await ann.create()
            subscribing = asyncio.create_task(opened.enter_async_context(watched(address, ann)))
            await asyncio.sleep(QUIET)
        tables = await subscribing
        assert list(tables.games) == [game]


async def test_a_snapshot_that_came_too_early_is_followed_by_another(
    services: Services, address: str, ann: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await caught_up(services)
    monkeypatch.setattr(change_announcer, "CATCH_UP_TIMEOUT", 0.1)
    async with AsyncExitStack() as opened:
        with halted_projections(tmp_path):
            game = await ann.create()
            tables = await opened.enter_async_context(watched(address, ann))
            assert tables.games == {}
        assert (await tables.take())["snapshot"]
        assert list(tables.games) == [game]


# The law.


async def expected(client: Client) -> dict[str, tuple[bool, bool]]:
    """Return a player's unfinished games from queries: whether it is its turn, and whether it is invited."""
    found = {}
    invited = await client.invitations(first=100)
    for games in (await client.own_games(first=100), invited):
        for game in games:
            state = await client.game(game)
            if state["result"] is not None or state["stage"] == "CLOSED":
                continue
            table = state["table"]
            to_move = table["toMove"] if table else []
            found[game] = state["you"] is not None and state["you"] in to_move, game in invited
    turns = await client.data(d.YOUR_TURN, first=100)
    assert ids_in(turns["me"]["yourTurn"]) == [game for game in found if found[game][0]]
    return found


async def random_command(services: Services, games: list[str], clients: list[Client], random: Random) -> None:
    """Send a command of a random player at a random table, refused or not."""
    game, client, other = random.choice(games), random.choice(clients), random.choice(clients)
    events = [each.event for each in await services.store.read(UUID(game))]
    state = View().after(events).game
    if state.table is not None and random.random() < 0.95:
        await advance(services, game, moves=1)
        return
    by: str = random.choice([client.player, state.organizer or client.player])
    command: c.Command = random.choice(
        [
            c.InvitePlayer(by=by, player=other.player),
            c.WithdrawInvitation(by=by, player=other.player),
            c.DeclineInvitation(by=by),
            c.JoinGame(by=client.player),
            c.JoinGame(by=client.player),
            c.LeaveGame(by=client.player),
            c.RemovePlayer(by=by, player=other.player),
            c.FillSeats(by=by, count=1),
            c.StartGame(by=by),
            c.CloseGame(by="operator") if random.random() < 0.1 else c.StartGame(by=by),
        ]
    )
    with suppress(Refusal):
        await services.games.carry_out(UUID(game), command)


@pytest.mark.parametrize(
    ("services", "seed"), [("SQLite", 1), ("SQLite", 2), ("PostgreSQL", 3)], indirect=["services"]
)
async def test_the_messages_amount_to_what_queries_tell(
    services: Services, address: str, spectator: Client, seed: int
) -> None:
    random = Random(seed)
    clients = [await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve")]
    games = [
        await random.choice(clients).create(VARIANTS[number % 2], access=random.choice(["PUBLIC", "PRIVATE"]))
        for number in range(6)
    ]
    async with AsyncExitStack() as opened:
        followers: list[tuple[Client, Tables]] = []
        for number in range(240):
            if number % 40 == 0 and number // 40 < len(clients):
                client = clients[number // 40]
                followers.append((client, await opened.enter_async_context(watched(address, client))))
            if number == 150:
                # As after a failure of the follower of the log.
                services.own_games._receive(None)
            await random_command(services, games, clients, random)
            if random.random() < 0.1:
                await asyncio.sleep(0.05)
        await caught_up(services)
        for client, tables in followers:
            await tables.drain()
            shown = {game: (each["yourTurn"], each["invited"]) for game, each in tables.games.items()}
            assert shown == await expected(client)
        assert sum(len(tables.games) for _, tables in followers) > 0


# Cost.


async def test_commits_at_other_tables_cost_no_query(
    services: Services, address: str, ann: Client, bob: Client, cyd: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = services.own_games
    theirs, mine = await begun(bob, cyd), await begun(ann, bob)
    await caught_up(services)
    looked: list[Any] = []
    honest = own._query

    async def counted(games: Any) -> Any:
        looked.append(games)
        return await honest(games)

    async with watched(address, ann) as tables:
        own._query = counted
        await advance(services, theirs, moves=5)
        await caught_up(services)
        assert await tables.silent()
        assert looked == []
        await advance(services, mine, moves=1)
        await tables.take()
        assert looked == [frozenset({UUID(mine)})]
    await asyncio.sleep(0.1)
    assert (own._by_player, own._by_game, own._readers, own._subscribers) == ({}, {}, set(), set())


async def test_a_refetch_sends_a_snapshot_again(services: Services, address: str, ann: Client) -> None:
    assert isinstance(services.own_games, OwnGames)
    game = await ann.create()
    await caught_up(services)
    async with watched(address, ann) as tables:
        for subscriber in services.own_games._subscribers:
            subscriber.replace_all(Refetch.REQUIRED)
        assert (await tables.take())["snapshot"]
        assert list(tables.games) == [game]
