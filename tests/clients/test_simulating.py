"""`kibitz simulate --players`: who plays is named, what goes wrong is told, and a log stays whole."""

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
    told = [str(each) for each in arguments]
    return CliRunner().invoke(app, ["simulate", *told], catch_exceptions=False)


@pytest.fixture(autouse=True)
def mine(here: Path) -> Path:
    """The module `mine`, with players in it, in the current directory."""
    (here / "mine.py").write_text(PLAYERS)
    return here


@pytest.mark.parametrize("variant", usually(variants(), "president"))
@pytest.mark.parametrize("store", [(), ("--store",)], ids=["straight", "stored"])
def test_the_results_name_the_player_of_each_seat(variant: str, store: tuple[str, ...]) -> None:
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


def test_a_player_is_made_for_each_seat_and_game(mine: Path) -> None:
    assert simulate("--players", "mine:Last,mine:Last,greedy", "--games", 2).exit_code == 0
    module = __import__("mine")
    assert module.Last.made == 4


def test_a_simulation_of_a_seed_comes_out_the_same_with_players_too() -> None:
    arguments = ("--players", "random,greedy,mine:Last", "--games", 4, "--seed", "7", "--json")
    first, second = (json.loads(simulate(*arguments).stdout)["seats"] for _ in range(2))
    assert first == second


def test_without_players_the_machine_plays_as_many_seats_as_are_usual() -> None:
    for variant in variants():
        done = simulate("--variant", variant, "--games", 1, "--json")
        assert [seat["player"] for seat in json.loads(done.stdout)["seats"]] == ["machine"] * 4


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--players", "greedy,greedy", "--seats", "3"), "2 players are named, but --seats says 3"),
        (("--players", "greedy"), "2 to 4 players, not 1"),
        (("--players", "greedy,"), "'' is not a player"),
        (("--players", "greedy,mine:Nobody"), "no 'Nobody' in"),
        (("--players", "greedy,nowhere:Player"), "no module 'nowhere'"),
        (("--players", "greedy,greedy", "--variant", "whist"), "whist"),
    ],
)
def test_what_cannot_be_simulated_is_said(arguments: tuple[str, ...], named: str) -> None:
    refused = simulate(*arguments, "--games", 1)
    assert refused.exit_code == 1
    assert named in refused.stderr
    assert refused.stdout == ""


def test_a_game_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "MOST_MOVES", 20)
    refused = simulate("--players", "greedy,greedy", "--games", 1)
    assert refused.exit_code == 1
    assert "not over after 20 moves" in refused.stderr


async def everything(data: Path) -> list[RecordedEvent]:
    store = SQLiteStore(data / "log.db")
    try:
        return await followed(store, await store.head())
    finally:
        await store.close()


def test_a_player_that_fails_ends_the_simulation_and_leaves_its_game_as_it_stood(mine: Path) -> None:
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
    for each in asyncio.run(everything(mine / "data")):
        games.setdefault(each.game, []).append(each)
    for events in games.values():
        game = fold(each.event for each in events)
        assert game.stage is Stage.PLAYING
        assert game.rules.to_move(game.table) == (1,)
        assert sum(each.by == simulation.sitting(1) for each in events) >= 2
