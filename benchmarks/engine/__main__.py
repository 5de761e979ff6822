"""Benchmark of the game engine: machine games per CPU second and the cost of an event.

Kibitz produces every event, shuffles with a sealed commitment, and gives each seat its own redacted view;
nothing is stored. There are three tables. The first shows each variant with the cost of an event by function.
The second compares Oh Hell between random players with OpenSpiel, which has no event log. The third compares
Hundred and Ten with the package `hundredandten` and the same player; the last line is its ratio.

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
from benchmarks.engine import openspiel_comparison
from benchmarks.engine.event_cost import SEATS, Costs, costs, play
from benchmarks.timing import interleaved_rates
from domain.rules import variants
from domain.rules.hundred_and_ten import HundredAndTen

PLAYERS = ("anna", "ben", "cleo", "dan")
MOST_PER_EVENT = 25e-6
"""The goal: at most so many CPU seconds per event, in every game."""
OUR_GAMES, THEIR_GAMES = 120, 12
"""Games per turn, so that the turns of both sides take about the same time.

Games differ in length, and long ones cost the reference disproportionately; a turn has enough games for a
stable average.
"""
OUR_RANDOM_GAMES, THEIR_RANDOM_GAMES = 10, 100


def play_kibitz(turn: int) -> int:
    """Play a turn of Hundred and Ten with Kibitz; returns the number of games."""
    setup = Setup(variant=HundredAndTen.variant, seats=len(PLAYERS))
    for game in range(OUR_GAMES):
        play(setup, f"{turn}-{game}")
    return OUR_GAMES


def play_hundredandten(turn: int) -> int:
    """Play a turn with `hundredandten`; returns the number of games."""
    for number in range(THEIR_GAMES):
        game = Game(seed=f"{turn}-{number}")
        for player in PLAYERS:
            game.join(player)
            game.automate(player)
        game.start_game()
    return THEIR_GAMES


def random_games(play_one: Callable[[str], int], games: int) -> Callable[[int], int]:
    """Return a side that plays so many games per turn and returns the number of moves."""
    return lambda turn: sum(play_one(f"{turn}-{game}") for game in range(games))


def measure_variants(console: Console, turns: int) -> None:
    """Print the cost of machine games of each variant."""
    found = {variant: costs(variant, turns=turns) for variant in variants()}
    title = f"Machine games, {SEATS} seats: CPU µs per event, total and by function"
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
    console.print("redact: for one viewer; the rest: the views of all seats, the machine players, shuffling")
    _show_growth(console, found)
    most_expensive = max(found, key=lambda variant: found[variant].per_event)
    per_event = found[most_expensive].per_event
    console.print(
        f"most expensive: {most_expensive}, {1e6 * per_event:.1f} µs per event; "
        f"goal of at most {1e6 * MOST_PER_EVENT:.0f} µs "
        + ("met" if per_event <= MOST_PER_EVENT else "MISSED")
    )


def _show_growth(console: Console, found: Mapping[str, Costs]) -> None:
    table = Table(title="Write path in the longest games, CPU µs per event", box=SIMPLE)
    table.add_column("game")
    for column in ("first quarter", "last quarter", "growth"):
        table.add_column(column, justify="right")
    for variant, cost in found.items():
        ends = (f"{1e6 * seconds:.2f}" for seconds in (cost.first_quarter, cost.last_quarter))
        table.add_row(variant, *ends, f"× {cost.growth:.2f}")
    console.print(table)
    console.print("below × 1 in a game with one deal: hands get smaller and events cheaper")


def compare_with_openspiel(console: Console, turns: int) -> None:
    """Print the rates of Oh Hell between random players, of Kibitz and OpenSpiel."""
    players = {"Kibitz": (openspiel_comparison.play_kibitz, OUR_RANDOM_GAMES)}
    if openspiel_comparison.OPENSPIEL_INSTALLED:
        players[f"OpenSpiel {version('open_spiel')}"] = (
            openspiel_comparison.play_openspiel,
            THEIR_RANDOM_GAMES,
        )
    found = interleaved_rates({name: random_games(*side) for name, side in players.items()}, turns=turns)
    # All games of a side have the same number of moves.
    moves_a_game = {name: play_one("one game") for name, (play_one, _) in players.items()}
    table = Table(title="Oh Hell between random players", box=SIMPLE)
    table.add_column("engine")
    for column in ("moves per\nCPU second", "moves\na game", "games per\nCPU second"):
        table.add_column(column, justify="right")
    for name, rate in found.items():
        table.add_row(name, f"{rate:,.0f}", f"{moves_a_game[name]}", f"{rate / moves_a_game[name]:,.1f}")
    console.print(table)
    if len(found) == 1:
        console.print("[bold red]SKIPPED: OpenSpiel is not installed (no wheel for this platform?)")
        return
    our_rate, their_rate = found.values()
    console.print(f"OpenSpiel / Kibitz, in moves: {their_rate / our_rate:.1f} (the cost of the event log)")


def compare_with_hundredandten(console: Console, turns: int) -> float:
    """Print the rates of Hundred and Ten, of Kibitz and the published package; returns their ratio."""
    found = interleaved_rates(
        {"Kibitz": play_kibitz, f"hundredandten {version('hundredandten')}": play_hundredandten}, turns=turns
    )
    table = Table(title="Machine games of Hundred and Ten", box=SIMPLE)
    table.add_column("engine")
    table.add_column("games per CPU second", justify="right")
    for name, rate in found.items():
        table.add_row(name, f"{rate:,.1f}")
    console.print(table)
    our_rate, their_rate = found.values()
    return our_rate / their_rate


def main() -> None:
    """Print the tables and the ratio."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    console = Console(highlight=False)
    measure_variants(console, turns)
    compare_with_openspiel(console, turns)
    ratio = compare_with_hundredandten(console, turns)
    console.print(f"ratio: {ratio:.1f}")


if __name__ == "__main__":
    main()
