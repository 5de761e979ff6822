"""Erased players are removed from all of their games, even after interruptions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, make_url

from application.codec import GameId
from application.deadlines.game_time import now
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.games.departures import Memberships
from application.players.erasure import Erasures
from application.players.registry import Players
from application.players.tables import erasures
from application.store.memory import MemoryStore
from application.store.port import Append
from domain import commands as c
from domain import events as e
from domain.events import PlayerId
from domain.game import Game, fold
from domain.state import Stage

VARIANT = "president"


class Failing(MemoryStore):
    """A log that accepts a limited number of appends."""

    left = 1_000

    async def append(self, append: Append) -> Any:
        if self.left <= 0:
            raise OSError("the disk is gone")
        self.left -= 1
        return await super().append(append)


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    if request.param == "sqlite":
        engine = create_engine(f"sqlite:///{tmp_path / 'players.db'}")
    else:
        url = make_url(request.getfixturevalue("postgres_url"))
        engine = create_engine(url.set(drivername="postgresql+psycopg"))
    yield engine
    engine.dispose()


@pytest.fixture
def players(engine: Engine) -> Players:
    return Players(engine, "a secret")


@pytest.fixture
def store() -> Failing:
    return Failing()


@pytest.fixture
def games(store: Failing) -> CommandHandler:
    return CommandHandler(store, Croupier(seeded_entropy(1)))


async def nothing(_: Collection[PlayerId]) -> Memberships:
    return Memberships()


@pytest.fixture
def completing(players: Players, store: Failing, games: CommandHandler) -> Erasures:
    return Erasures(players, store, games, nothing, grace=-1)


async def as_it_is(store: MemoryStore, game: GameId) -> Game:
    return fold(each.event for each in await store.read(game))


async def table(games: CommandHandler, *people: PlayerId, started: bool = False) -> GameId:
    first, *others = people
    game = (await games.create(c.CreateGame(by=first, variant=VARIANT))).game
    for player in others:
        await games.carry_out(game, c.JoinGame(by=player))
    if started:
        await games.carry_out(game, c.StartGame(by=first))
    return game


async def test_no_game_waits_for_an_erased_player(
    players: Players, store: Failing, games: CommandHandler, completing: Erasures
) -> None:
    ann = (await players.guest("Ann")).id
    playing = await table(games, ann, "bob", "cyd", started=True)
    lobby, alone = await table(games, ann, "bob"), await table(games, ann)
    inviting = await table(games, "bob")
    await games.carry_out(inviting, c.InvitePlayer(by="bob", player=ann))
    stranger = await table(games, "bob", "cyd", "dan", started=True)
    untouched = await store.version(stranger)
    await players.erase(ann)
    assert await completing.complete()
    seat = (await as_it_is(store, playing)).seats[0]
    assert (seat.player, seat.automated) == (ann, True)
    waiting = await as_it_is(store, lobby)
    assert ([each.player for each in waiting.seats], waiting.organizer) == (["bob"], "bob")
    assert (await as_it_is(store, alone)).stage is Stage.CLOSED
    assert (await as_it_is(store, inviting)).invited == ()
    assert await store.version(stranger) == untouched
    assert await players.erasures() == {}
    head = await store.head()
    assert await completing.complete()
    assert await store.head() == head


async def test_an_interrupted_erasure_is_completed_later(
    players: Players, store: Failing, games: CommandHandler
) -> None:
    ann = (await players.guest("Ann")).id
    lobbies = [await table(games, ann, "bob") for _ in range(4)]
    await players.erase(ann)
    store.left = 2
    with pytest.raises(OSError, match="gone"):
        await Erasures(players, store, games, nothing, grace=-1).complete()
    assert list(await players.erasures()) == [ann]
    store.left = 10
    after_a_crash = CommandHandler(store, Croupier(seeded_entropy(2)))
    assert await Erasures(players, store, after_a_crash, nothing, grace=-1).complete()
    for game in lobbies:
        assert [seat.player for seat in (await as_it_is(store, game)).seats] == ["bob"]
    assert await players.erasures() == {}


async def test_a_game_of_a_newer_server_keeps_an_erasure_pending(
    players: Players, store: Failing, games: CommandHandler, completing: Erasures
) -> None:
    ann = (await players.guest("Ann")).id
    seats = (ann, "bob", "cyd")
    events = (
        e.GameCreated(
            variant=VARIANT, rules_version=99, options={}, access=e.Access.PUBLIC, organizer=ann, secret="00"
        ),
        *(e.PlayerJoined(seat=seat, player=player) for seat, player in enumerate(seats)),
        e.GameStarted(players=seats),
    )
    await store.append(Append(game=uuid4(), after=0, events=events, at=now(), by=ann))
    lobby = await table(games, ann, "bob")
    await players.erase(ann)
    assert not await completing.complete()
    assert [seat.player for seat in (await as_it_is(store, lobby)).seats] == ["bob"]
    assert list(await players.erasures()) == [ann]


async def test_a_seat_taken_during_an_erasure_is_vacated_too(
    players: Players, store: Failing, games: CommandHandler
) -> None:
    ann = (await players.guest("Ann")).id
    await players.erase(ann)
    late = Erasures(players, store, games, nothing, grace=60)
    assert await late.complete()
    assert list(await players.erasures()) == [ann]
    game = await table(games, "bob", ann)
    assert await late.complete()
    assert [seat.player for seat in (await as_it_is(store, game)).seats] == ["bob"]


async def test_only_events_after_the_read_model_are_read_from_the_log(
    players: Players, store: Failing, games: CommandHandler
) -> None:
    ann = (await players.guest("Ann")).id
    listed = await table(games, ann, "bob")
    head = await store.head()
    later = await table(games, ann, "bob")
    requested: list[int] = []

    async def known(erased: Collection[PlayerId]) -> Memberships:
        requested.append(len(erased))
        return Memberships(upto=head, members=frozenset({(ann, listed)}))

    await players.erase(ann)
    assert await Erasures(players, store, games, known, grace=-1).complete()
    for game in listed, later:
        assert [seat.player for seat in (await as_it_is(store, game)).seats] == ["bob"]
    assert requested == [1]


async def test_players_erased_by_an_earlier_version_are_removed_from_games(
    engine: Engine, players: Players, store: Failing, games: CommandHandler
) -> None:
    ann = (await players.guest("Ann")).id
    game = await table(games, ann, "bob", "cyd", started=True)
    await players.erase(ann)
    erasures.drop(engine)
    again = Players(engine, "a secret")
    assert list(await Players(engine, "a secret").erasures()) == [ann]
    assert await Erasures(again, store, games, nothing, grace=-1).complete()
    assert (await as_it_is(store, game)).seats[0].automated
    assert await Players(engine, "a secret").erasures() == {}
