"""Games of the first version of rules remain playable and auditable beside a second version."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from logging import ERROR
from pathlib import Path

import pytest

from api.graphql.types.moves_and_offers import commands
from application.audit.log_audit import Audit
from application.codec import GameId, all_event_types, default_codec, topic_of
from application.games.command_handler import CommandHandler, CommandOutcome
from application.games.croupier import Croupier, seeded_entropy
from application.store.port import Store
from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain import rules
from domain.game import fold
from domain.machine import VersionAlreadyRegistered, player_of, register
from domain.machine.hundred_and_ten import suggest
from domain.rules import rules_of
from domain.rules.hundred_and_ten import RoundPassedOut
from domain.state import Stage
from projections import ALL
from projections.database.connections import ReadDatabase
from projections.statistics.selection import Selection
from tests.application.store.conftest import KINDS
from tests.domain.rules.registering import forgetting
from tests.domain.rules.second_rules import SecondHundredAndTen, register_second, suggest_second
from tests.projections.running import follow

ROOT = Path(__file__).parents[3]
VARIANT = "hundred-and-ten"
PEOPLE = ("ann", "bob", "cyd")


def games_in(store: Store) -> CommandHandler:
    return CommandHandler(store, Croupier(seeded_entropy(3)))


async def start_game(games: CommandHandler) -> GameId:
    """Start a game of three people."""
    outcome = await games.create(c.CreateGame(by="ann", variant=VARIANT))
    for command in *map(_joining, PEOPLE[1:]), c.StartGame(by="ann"):
        await games.carry_out(outcome.game, command)
    return outcome.game


async def play_until_passed_out(games: CommandHandler) -> GameId:
    """Play until a round is passed out."""
    game = await start_game(games)
    outcome = None
    while outcome is None or not any(type(each.event) is RoundPassedOut for each in outcome.events):
        for player in PEOPLE:
            outcome = await _passed(games, game, player) or outcome
    return game


def _joining(player: str) -> c.JoinGame:
    return c.JoinGame(by=player)


async def _passed(games: CommandHandler, game: GameId, player: str) -> CommandOutcome | None:
    try:
        return await games.carry_out(game, c.PassTurn(by=player))
    except r.NotYourTurn:
        return None


async def play_to_the_end(games: CommandHandler, store: Store, game: GameId) -> list[e.Event]:
    """Play a game to its end, one seat by the machine, and return its events."""
    await games.carry_out(game, c.AutomateSeat(by="cyd"))
    while True:
        log = [each.event for each in await store.read(game)]
        state = fold(log)
        if state.stage is not Stage.PLAYING:
            return log
        [seat] = state.rules.to_move(state.table)
        await games.carry_out(game, player_of(VARIANT, state.rules_version)(state, seat))


@pytest.fixture(params=["sqlite", "postgres"])
async def both(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Store, GameId]]:
    """A log with a running game of the first version, opened by a server with both versions."""
    make_store = KINDS[request.param](request)
    with forgetting():
        first = await make_store(None)
        game = await play_until_passed_out(games_in(first))
        await first.close()
        register_second()
        default_codec.cache_clear()
        store = await make_store(None)
        yield store, game
        await store.close()


async def test_running_game_is_finished_by_its_own_version(
    both: tuple[Store, GameId], caplog: pytest.LogCaptureFixture
) -> None:
    store, game = both
    games = games_in(store)
    before = fold(each.event for each in await store.read(game))
    assert (before.rules_version, rules_of(VARIANT).version) == (1, 2)
    [waiting] = before.rules.to_move(before.table)
    other = next(player for player in PEOPLE if before.seat_of(player) != waiting)
    queued = await games.carry_out(game, c.QueuePass(by=other))
    assert any(type(each.event) is e.PassQueued for each in queued.events)
    log = await play_to_the_end(games, store, game)
    assert fold(log).stage is Stage.WON
    assert RoundPassedOut in map(type, log)
    assert [record for record in caplog.records if record.levelno >= ERROR] == []


async def test_a_new_game_is_played_by_the_new_rules(
    both: tuple[Store, GameId], caplog: pytest.LogCaptureFixture
) -> None:
    store, _ = both
    games = games_in(store)
    game = await start_game(games)
    with pytest.raises(r.MoveNotInGame) as refused:
        await games.carry_out(game, c.QueuePass(by="bob"))
    assert refused.value == r.MoveNotInGame("queuePass", VARIANT)
    log = await play_to_the_end(games, store, game)
    assert (fold(log).rules_version, fold(log).stage) == (2, Stage.WON)
    assert [record for record in caplog.records if record.levelno >= ERROR] == []


async def test_games_of_both_versions_are_projected_and_audited(
    both: tuple[Store, GameId], tmp_path: Path
) -> None:
    store, old = both
    games = games_in(store)
    new = await start_game(games)
    for game in old, new:
        await play_to_the_end(games, store, game)
    with ReadDatabase.at(tmp_path / "read.db") as database:
        await follow(store, database, *ALL)
    audit = Audit(store)
    async for _ in audit.steps():
        pass
    assert audit.findings == []
    assert audit.stages == {Stage.WON: 2}


async def test_every_event_and_move_of_the_first_version_remains_registered(
    both: tuple[Store, GameId],
) -> None:
    event = RoundPassedOut(round=3)
    topic, state = default_codec().encode(event)
    assert topic == topic_of(RoundPassedOut)
    assert default_codec().decode(both[1], 1, topic, state) == event
    assert RoundPassedOut in all_event_types()
    assert {c.QueuePass, c.UnqueuePass} <= set(commands())


def test_a_server_with_both_versions_has_the_schema_of_the_first_and_the_refusal_of_the_second() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "tests.domain.rules.second_rules"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    of_the_first = (ROOT / "docs" / "schema.graphql").read_text(encoding="utf-8")
    members = "union PassTurnPayload = "
    assert members in of_the_first
    assert printed.stdout == of_the_first.replace(members, f"{members}BidNotAvailable | ")


def test_each_version_has_its_machine_player() -> None:
    with forgetting():
        register_second()
        assert player_of(VARIANT, 1) is suggest
        assert player_of(VARIANT, 2) is player_of(VARIANT) is suggest_second
        with pytest.raises(VersionAlreadyRegistered):
            register(VARIANT, range(1, 9), suggest)
    assert player_of(VARIANT) is suggest


class Fewer(SecondHundredAndTen):
    """A third version, for three players alone."""

    version = 3
    seats = range(3, 4)


def test_statistics_take_the_numbers_of_players_of_every_version() -> None:
    with forgetting():
        rules.register(Fewer())
        assert rules_of(VARIANT).seats == range(3, 4)
        Selection(variant=VARIANT, seats=2).check()
