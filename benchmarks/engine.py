"""Whole machine games per CPU second, and what an event costs; beside two published engines.

Ours produces every event, shuffles with a sealed commitment, and lets each seat choose from its own redacted
view; nothing is stored. Three tables: each variant by itself, with the cost of an event split up; Oh Hell
with random players beside OpenSpiel, whose lead is the price of the log; and Hundred and Ten beside the
published package `hundredandten` with the same player, whose ratio is the last line.

Run: `uv run python -m benchmarks.engine [TURNS]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version

from hundredandten.game import Game
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from application.games.simulation import Setup
from benchmarks import random_oh_hell
from benchmarks.measure import rates
from benchmarks.splitting import SEATS, Costs, costs, play
from domain.rules import variants
from domain.rules.hundred_and_ten import HundredAndTen

PLAYERS = ("anna", "ben", "cleo", "dan")
MOST_PER_EVENT = 25e-6
"""The goal: so many CPU seconds for an event at most, in every game."""
OUR_GAMES, THEIR_GAMES = 120, 12
"""Games in a turn, so that the turns of both sides take about the same time.

Games differ in length, and a long one costs the reference far more than its share; a turn has enough of
them to stand for all.
"""
OUR_RANDOM_GAMES, THEIR_RANDOM_GAMES = 10, 100


def ours(turn: int) -> int:
    """Play our share of a turn of Hundred and Ten."""
    setup = Setup(variant=HundredAndTen.variant, seats=len(PLAYERS))
    for game in range(OUR_GAMES):
        play(setup, f"{turn}-{game}")
    return OUR_GAMES


def theirs(turn: int) -> int:
    """Play the reference's share of a turn."""
    for number in range(THEIR_GAMES):
        game = Game(seed=f"{turn}-{number}")
        for player in PLAYERS:
            game.join(player)
            game.automate(player)
        game.start_game()
    return THEIR_GAMES


def random_games(play_one: Callable[[str], int], games: int) -> Callable[[int], int]:
    """Return a side that plays so many games in a turn and counts the moves."""
    return lambda turn: sum(play_one(f"{turn}-{game}") for game in range(games))


def each_variant(console: Console, turns: int) -> None:
    """Print what automated games of each variant cost."""
    found = {variant: costs(variant, turns=turns) for variant in variants()}
    title = f"Automated games, {SEATS} seats: µs of CPU an event, and in each function"
    table = Table(title=title, box=SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("game", no_wrap=True)
    parts = next(iter(found.values())).parts
    for column in ("games per\nCPU s", "events\na game", "µs an\nevent", *parts, "the\nrest"):
        table.add_column(column, justify="right")
    for variant, cost in found.items():
        columns = (cost.per_event, *cost.parts.values(), cost.rest)
        table.add_row(
            variant,
            f"{cost.games_per_second:,.1f}",
            f"{cost.events_per_game:,.0f}",
            *(f"{1e6 * seconds:.2f}" for seconds in columns),
        )
    console.print(table)
    console.print(
        "redact: for one viewer; the rest: every seat's own view, the machine players' thinking, shuffling"
    )
    _growth(console, found)
    dearest = max(found, key=lambda variant: found[variant].per_event)
    per_event = found[dearest].per_event
    console.print(
        f"dearest event: {dearest}, {1e6 * per_event:.1f} µs; goal of at most {1e6 * MOST_PER_EVENT:.0f} µs "
        + ("met" if per_event <= MOST_PER_EVENT else "MISSED")
    )


def _growth(console: Console, found: Mapping[str, Costs]) -> None:
    table = Table(title="Write path in the longest games, µs of CPU an event", box=SIMPLE)
    table.add_column("game")
    for column in ("first quarter", "last quarter", "growth"):
        table.add_column(column, justify="right")
    for variant, cost in found.items():
        ends = (f"{1e6 * seconds:.2f}" for seconds in (cost.first_quarter, cost.last_quarter))
        table.add_row(variant, *ends, f"× {cost.growth:.2f}")
    console.print(table)
    console.print("below × 1 in a game of one deal: its end has smaller hands and cheaper events")


def beside_openspiel(console: Console, turns: int) -> None:
    """Print random Oh Hell beside OpenSpiel's."""
    players = {"Kibitz": (random_oh_hell.ours, OUR_RANDOM_GAMES)}
    if random_oh_hell.OPENSPIEL_INSTALLED:
        players[f"OpenSpiel {version('open_spiel')}"] = (random_oh_hell.theirs, THEIR_RANDOM_GAMES)
    found = rates({name: random_games(*side) for name, side in players.items()}, turns=turns)
    # Each side's games have all the same number of moves.
    moves_a_game = {name: play_one("one game") for name, (play_one, _) in players.items()}
    table = Table(title="Oh Hell with random legal players", box=SIMPLE)
    table.add_column("engine")
    for column in ("moves per\nCPU second", "moves\na game", "games per\nCPU second"):
        table.add_column(column, justify="right")
    for name, rate in found.items():
        table.add_row(name, f"{rate:,.0f}", f"{moves_a_game[name]}", f"{rate / moves_a_game[name]:,.1f}")
    console.print(table)
    if len(found) == 1:
        console.print("[bold red]LEFT OUT: OpenSpiel is not installed (no wheel of it for this platform?)")
        return
    our_rate, their_rate = found.values()
    console.print(f"OpenSpiel / Kibitz, in moves: {their_rate / our_rate:.1f} (the price of the log)")


def beside_hundredandten(console: Console, turns: int) -> float:
    """Print Hundred and Ten beside the published package and return the ratio."""
    found = rates({"Kibitz": ours, f"hundredandten {version('hundredandten')}": theirs}, turns=turns)
    table = Table(title="Automated Hundred and Ten", box=SIMPLE)
    table.add_column("engine")
    table.add_column("games per CPU second", justify="right")
    for name, rate in found.items():
        table.add_row(name, f"{rate:,.1f}")
    console.print(table)
    our_rate, their_rate = found.values()
    return our_rate / their_rate


def main() -> None:
    """Measure and print the tables; the last line is the ratio."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    console = Console(highlight=False)
    each_variant(console, turns)
    beside_openspiel(console, turns)
    ratio = beside_hundredandten(console, turns)
    console.print(f"ratio: {ratio:.1f}")


if __name__ == "__main__":
    main()
