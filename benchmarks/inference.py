"""Machine players that infer hands from moves, against the same players without inference.

    uv run python -m benchmarks.inference [--variant president] [--level skilled] [--against skilled]

The level meets three opponents twice with the same shuffles: as it is, and taking every opponent for a player
who bids and plays otherwise than the published player, so that moves tell it nothing beyond the rules: voids,
sizes of hands and the cards seen still hold. Prints both results, their difference with its 95 % interval
over deals, and as the last line the ratio of the wins, which is above 1 if inference helps.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt
from statistics import mean, stdev
from typing import Any, Final

from msgspec.structs import replace

from api.cli.local_players.player_lookup import local_player_factory
from application.arena.contest import Contest, StrategyFactory
from application.arena.deal import DealResult
from application.arena.workers import play_deals
from application.games.simulation import Setup, Strategy, Turn
from benchmarks.report import NORMAL_95
from domain.commands import Move
from domain.events import PlayerId
from domain.machine.thinking.hundred_and_ten.memory import Memory as HundredAndTenMemory
from domain.machine.thinking.oh_hell.memory import Memory as OhHellMemory
from domain.machine.thinking.president.memory import PresidentMemory

WITHOUT_INFERENCE: Final = "-without-inference"
SEATS: Final = 4
NOT_LIKE_PUBLISHED: Final = 1_000_000
"""So many moves of a seat that the published player would not have made leave no world that trusts it."""


def without_inference(memory: Any) -> Any:
    """Return a memory that takes every seat for one that plays otherwise than the published player."""
    distrusted = (NOT_LIKE_PUBLISHED,) * SEATS
    if isinstance(memory, PresidentMemory):
        return replace(memory, deviations=distrusted)
    assert isinstance(memory, HundredAndTenMemory | OhHellMemory)
    return replace(memory, surprises=distrusted)


def find_player(name: str, variant: str, seed: str | None) -> StrategyFactory:
    """Return the factory of a player that the command line knows, or of a level without inference."""
    find = local_player_factory(name.removesuffix(WITHOUT_INFERENCE), variant, seed)
    if not name.endswith(WITHOUT_INFERENCE):
        return find

    def distrustful_player(game: int, seat: int, names: Mapping[PlayerId, str]) -> Strategy:
        choose = find(game, seat, names)

        def choose_without_inference(turn: Turn) -> Move:
            return choose(replace(turn, memory=without_inference(turn.memory)))

        return choose_without_inference

    return distrustful_player


async def results_of(contest: Contest, workers: int) -> list[DealResult]:
    """Return the results of the deals of a contest, in their order."""
    return sorted(
        [result async for result in play_deals(contest, find_player, workers)],
        key=lambda result: result.deal,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--variant", default="president")
    parser.add_argument("--level", default="skilled", choices=("skilled", "expert"))
    parser.add_argument("--against", default="skilled", help="the player in the other three seats")
    parser.add_argument("--deals", type=int, default=100, help="at least 2")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", default="24")
    given = parser.parse_args()
    sides = [
        asyncio.run(
            results_of(
                Contest(
                    setup=Setup(variant=given.variant, seats=SEATS),
                    candidates=(name,),
                    opponents=(given.against,) * (SEATS - 1),
                    deals=given.deals,
                    seed=given.seed,
                ),
                given.workers,
            )
        )
        for name in (given.level, given.level + WITHOUT_INFERENCE)
    ]
    games = SEATS * given.deals
    print(f"{given.variant}: {given.level} against three {given.against}, {games:,} games, seed {given.seed}")
    print(f"{'inference':<12}{'with':>16}{'without':>16}{'difference':>17}")
    wins = [estimated(values, Fraction(100)) for values in compared(sides, lambda result: result.wins)]
    print(f"{'wins, %':<12}{wins[0]:>16}{wins[1]:>16}{wins[2]:>17}")
    places = [estimated(values, Fraction(1)) for values in compared(sides, lambda result: result.place)]
    print(f"{'place':<12}{places[0]:>16}{places[1]:>16}{places[2]:>17}")
    share = [mean(float(result.wins) for result in side) for side in sides]
    print(f"ratio: {share[0] / share[1]:.2f}")


def compared(
    sides: list[list[DealResult]], figure: Callable[[DealResult], Fraction]
) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """Return a figure of every deal of both sides, and the differences."""
    own, other = ([figure(result) for result in side] for side in sides)
    return own, other, [ours - theirs for ours, theirs in zip(own, other, strict=True)]


def estimated(values: list[Fraction], unit: Fraction) -> str:
    """Return the mean of values with half the width of its 95 % interval."""
    scaled = [float(value * unit) for value in values]
    return f"{mean(scaled):.2f} ± {NORMAL_95 * stdev(scaled) / sqrt(len(scaled)):.2f}"


if __name__ == "__main__":
    main()
