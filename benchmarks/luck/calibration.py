"""Compares what the tables expect with simulated games that the tables were not made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import sqrt
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from application.luck.deal_luck import Expectation, game_table, of_deal, of_game
from benchmarks.luck.fitting import OPTIONS
from benchmarks.luck.player_games import logs, played
from benchmarks.report import NORMAL_95
from domain.events import OptionValue
from domain.luck.table import UNIT
from domain.rules import rules_of

mpl.use("Agg")
from matplotlib import pyplot as plt

BINS: Final = 10
ALSO: Final[Mapping[str, tuple[Mapping[str, OptionValue], ...]]] = {
    "oh-hell": ({"reshuffle": "before_deal"},)
}
"""Options by which the groups of a variant do not differ, although the games do."""
TITLES: Final = {"hundred-and-ten": "Hundred and Ten", "oh-hell": "Oh Hell", "president": "President"}


class Observed(Struct, frozen=True, kw_only=True):
    """Results of seats with their expectations, one entry for each seat of a round or of a game."""

    result: NDArray[Any]
    par: NDArray[Any]
    luck: NDArray[Any]
    play_error: NDArray[Any]
    net_luck: NDArray[Any]
    """The luck of the seat less the mean luck of the others."""


class Decile(Struct, frozen=True):
    """A tenth of the seats, by their expected results."""

    expected: float
    actual: float
    error: float
    """The standard error of the actual mean."""


class Calibration(Struct, frozen=True, kw_only=True):
    """The calibration of a table, and the share of results that luck explains."""

    seats: int
    """The number of seats, counted once in each round or game."""
    deciles: tuple[Decile, ...]
    slope: float
    """The slope of result less par on luck; 1 if luck is worth what the table says."""
    slope_error: float
    explained: float
    """The share of the variance of result less par that luck explains."""
    explained_by_all: float
    """The same by the luck of all hands of the table."""
    spread: float
    """The standard deviation of play, in units of the play error; 1 if that is right."""


def observe(variant: str, games: int, seed: str) -> tuple[Observed, Observed, int]:
    """Play games of all options and numbers of seats; return their rounds, the games, and their number."""
    rules = rules_of(variant)
    setups = [*product((*OPTIONS[variant], *ALSO.get(variant, ())), rules.seats)]
    rounds: list[tuple[Expectation, float, float]] = []
    whole: list[tuple[Expectation, float, float]] = []
    each = -(-games // len(setups))
    for options, seats in setups:
        table = game_table(variant, rules.version, options)
        assert table is not None, "the newest rules of each variant have a table"
        for log in islice(logs(variant, seats, options, f"{seed}, {variant}, {options}"), each):
            game = played(log)
            by_seat: list[list[tuple[Any, int]]] = [[] for _ in range(seats)]
            totals = [0.0] * seats
            for round in game.rounds:
                luck = table.luck_of_hands(round.deal, game.orders)
                assert luck is not None, "all shuffles are revealed at the end"
                for seat, of_hand in enumerate(luck):
                    group = table.group(round.deal, seat)
                    assert group is not None, "the table has all deals of these games"
                    by_seat[seat].append((group, of_hand))
                    totals[seat] += round.results[seat]
                    net = of_hand - (sum(luck) - of_hand) / (seats - 1)
                    rounds.append((of_deal(group, of_hand), round.results[seat], net))
            lucks = [sum(luck for _, luck in hands) for hands in by_seat]
            for seat, hands in enumerate(by_seat):
                net = lucks[seat] - (sum(lucks) - lucks[seat]) / (seats - 1)
                whole.append((of_game(hands), totals[seat], net))
    return _observed(rounds), _observed(whole), each * len(setups)


def _observed(found: Sequence[tuple[Expectation, float, float]]) -> Observed:
    return Observed(
        result=np.array([result for _, result, _ in found]),
        par=np.array([each.par for each, _, _ in found]) / UNIT,
        luck=np.array([each.luck for each, _, _ in found], float) / UNIT,
        play_error=np.array([each.play_error for each, _, _ in found]) / UNIT,
        net_luck=np.array([net for _, _, net in found]) / UNIT,
    )


def calibration(of: Observed) -> Calibration:
    """Return how well the expectations hold."""
    above, luck = of.result - of.par, of.luck
    play = above - luck
    slope = float(luck @ above / (luck @ luck))
    rest = above - slope * luck
    return Calibration(
        seats=len(luck),
        deciles=tuple(_deciles(of)),
        slope=slope,
        slope_error=sqrt(float((luck * luck) @ (rest * rest))) / float(luck @ luck),
        explained=1 - float(play.var() / above.var()),
        explained_by_all=float(np.corrcoef(of.net_luck, above)[0, 1]) ** 2,
        spread=sqrt(float(np.mean((play / of.play_error) ** 2))),
    )


def _deciles(of: Observed) -> Iterator[Decile]:
    expected = of.par + of.luck
    order = np.argsort(expected, kind="stable")
    for part in np.array_split(order, BINS):
        actual = of.result[part]
        yield Decile(
            float(expected[part].mean()), float(actual.mean()), float(actual.std()) / sqrt(len(part))
        )


def report(variant: str, unit: str, rounds: Calibration, games: Calibration, count: int) -> Iterator[str]:
    """Yield the lines of a report in Markdown."""
    yield f"**{TITLES[variant]}**, {count:,} games:"
    yield ""
    yield "| by | seats | slope | explained by own luck | by the luck of all | spread of play |"
    yield "|---|---|---|---|---|---|"
    for name, of in (("round", rounds), ("game", games)):
        yield (
            f"| {name} | {of.seats:,} | {of.slope:.3f} ± {NORMAL_95 * of.slope_error:.3f} "
            f"| {of.explained:.1%} | {of.explained_by_all:.1%} | {of.spread:.2f} |"
        )
    yield ""
    yield f"| decile, by round, in {unit} | " + " | ".join(str(each) for each in range(1, BINS + 1)) + " |"
    yield "|---|" + "---|" * BINS
    yield "| expected | " + " | ".join(f"{each.expected:+.2f}" for each in rounds.deciles) + " |"
    yield "| actual | " + " | ".join(f"{each.actual:+.2f}" for each in rounds.deciles) + " |"
    yield ""


def draw(found: Mapping[str, tuple[str, Calibration]], file: Path) -> None:
    """Draw the deciles of the rounds, a panel for each variant."""
    plt.rcParams.update({"font.size": 11, "axes.spines.top": False, "axes.spines.right": False})
    figure, panels = plt.subplots(1, len(found), figsize=(4 * len(found), 4), squeeze=False)
    for panel, (variant, (unit, of)) in zip(panels[0], found.items(), strict=True):
        expected = [each.expected for each in of.deciles]
        actual = [each.actual for each in of.deciles]
        ends = [min(expected + actual), max(expected + actual)]
        panel.plot(ends, ends, color="0.6", linewidth=1, label="expected = actual")
        panel.errorbar(
            expected,
            actual,
            yerr=[NORMAL_95 * each.error for each in of.deciles],
            fmt="o",
            markersize=5,
            color="tab:blue",
            label="a tenth of the hands, 95 %",
        )
        panel.set_title(
            f"{TITLES[variant]}: slope {of.slope:.3f}, luck explains {of.explained:.0%}", fontsize=11
        )
        panel.set_xlabel(f"expected result of the hand, {unit}")
        panel.set_aspect("equal", adjustable="datalim")
    panels[0][0].set_ylabel("actual mean result")
    panels[0][0].legend(frameon=False, loc="upper left", fontsize=9)
    figure.tight_layout()
    figure.savefig(file, dpi=110)
    plt.close(figure)
