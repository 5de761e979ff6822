"""Tests of `kibitz simulate --players`: results, errors, and the log that it writes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from application.codec import RecordedEvent
from application.games import simulation
from application.store.sqlite.store import SQLiteStore
from domain.game import fold
from domain.rules import variants
from domain.state import Stage
from tests.application.store import followed
from tests.long_form import usually

PLAYERS = """
from kibitz_client import FACE_DOWN, Move

class Last:
    made = 0

    def __init__(self):
        type(self).made += 1

    def choose(self, view, legal):
        assert isinstance(legal, tuple) and legal
        assert view.seats[view.seat].player.name == "mine:Last"
        return legal[-1]

class Fails:
    turns = 0

    def choose(self, view, legal):
        self.turns += 1
        return legal[0] if self.turns < 3 else Move("PlaceBid", {"amount": 17})
"""


def simulate(*arguments: object) -> Result:
    texts = [str(each) for each in arguments]
    return CliRunner().invoke(app, ["simulate", *texts], catch_exceptions=False)


@pytest.fixture(autouse=True)
def mine(here: Path) -> Path:
    """The module `mine` with custom players, in the current directory."""
    (here / "mine.py").write_text(PLAYERS)
    return here


@pytest.mark.parametrize("variant", usually(variants(), "president"))
@pytest.mark.parametrize("store", [(), ("--store",)], ids=["straight", "stored"])
def test_results_name_the_player_of_each_seat(variant: str, store: tuple[str, ...]) -> None:
    named = ["mine:Last", "greedy", "random", "greedy"]
    players = ("--players", ", ".join(named), "--variant", variant)
    done = simulate(*players, *store, "--games", 3, "--seed", 5, "--json")
    assert done.exit_code == 0, done.stderr
    seats = json.loads(done.stdout)["seats"]
    assert [seat["player"] for seat in seats] == named
    assert sum(seat["wins"] for seat in seats) >= 3
    assert all(1 <= seat["meanPlace"] <= 4 for seat in seats)
    shown = simulate(*players, "--games", 1).stdout
    assert "mine:Last" in shown


def test_each_seat_of_each_game_gets_a_new_player(mine: Path) -> None:
    assert simulate("--players", "mine:Last,mine:Last,greedy", "--games", 2).exit_code == 0
    module = __import__("mine")
    assert module.Last.made == 4


def test_simulation_with_a_seed_is_reproducible() -> None:
    arguments = ("--players", "random,greedy,mine:Last", "--games", 4, "--seed", "7", "--json")
    first, second = (json.loads(simulate(*arguments).stdout)["seats"] for _ in range(2))
    assert first == second


def test_machine_plays_four_seats_by_default() -> None:
    for variant in variants():
        done = simulate("--variant", variant, "--games", 1, "--json")
        assert [seat["player"] for seat in json.loads(done.stdout)["seats"]] == ["machine"] * 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "greedy,greedy", "--seats", "3"), "2 players are named, but --seats says 3"),
        (("--players", "greedy"), "2 to 4 players, not 1"),
        (("--players", "greedy,"), "'' is not a player"),
        (("--players", "greedy,mine:Nobody"), "no 'Nobody' in"),
        (("--players", "greedy,nowhere:Player"), "no module 'nowhere'"),
        (("--players", "greedy,greedy", "--variant", "whist"), "whist"),
    ],
)
def test_invalid_players_are_reported(arguments: tuple[str, ...], message: str) -> None:
    refused = simulate(*arguments, "--games", 1)
    assert refused.exit_code == 1
    assert message in refused.stderr
    assert refused.stdout == ""


def test_endless_game_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "MAX_MOVES", 20)
    refused = simulate("--players", "greedy,greedy", "--games", 1)
    assert refused.exit_code == 1
    assert "not over after 20 moves" in refused.stderr


async def all_events(data: Path) -> list[RecordedEvent]:
    store = SQLiteStore(data / "log.db")
    try:
        return await followed(store, await store.head())
    finally:
        await store.close()


def test_failing_player_ends_the_simulation_and_leaves_its_game_unchanged(mine: Path) -> None:
    players = ("--players", "greedy,mine:Fails,greedy")
    for store in ((), ("--store", "--data-dir", mine / "data")):
        failed = simulate(*players, *store, "--games", 5, "--seed", 1)
        assert failed.exit_code == 1
        assert "the player mine:Fails of seat 1 returned PlaceBid(amount=17)" in failed.stderr
        assert '"you":1' in failed.stderr
    checked = CliRunner().invoke(app, ["log", "check", "--data-dir", str(mine / "data")])
    assert checked.exit_code == 0, checked.stderr
    assert "of 5 games: the log is intact" in checked.stdout
    games: dict[object, list[RecordedEvent]] = {}
    for each in asyncio.run(all_events(mine / "data")):
        games.setdefault(each.game, []).append(each)
    for events in games.values():
        game = fold(each.event for each in events)
        assert game.stage is Stage.PLAYING
        assert game.rules.to_move(game.table) == (1,)
        assert sum(each.by == simulation.player_at(1) for each in events) >= 2
