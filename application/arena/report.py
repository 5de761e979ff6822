"""The report of a contest: means with intervals over deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, sqrt
from statistics import NormalDist, stdev
from typing import Final

from msgspec import Struct

from application.arena.contest import Contest
from application.arena.deal import DealResult

CONFIDENCE: Final = 0.95
_DEVIATIONS: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Estimate(Struct, frozen=True, kw_only=True):
    """A mean over deals."""

    mean: Fraction
    par: Fraction
    """The mean of a player against itself."""
    margin: float | None
    """Half the width of the interval that contains the true mean with 95 % confidence; None for one deal."""


class ThinkingTime(Struct, frozen=True, kw_only=True):
    """Processor time of the candidates' choices among several moves."""

    choices: int
    mean_ms: float
    p95_ms: float


class ContestReport(Struct, frozen=True, kw_only=True):
    """The strength of the candidates against the opponents."""

    deals: int
    games: int
    wins: Estimate
    """The share of the games that a candidate wins, with ties shared."""
    last: Estimate
    """The share of the games in which a candidate is last, with ties shared."""
    place: Estimate
    """The place, from 1."""
    points: Estimate | None
    """The points less the mean of the opponents' points; None in a game without points."""
    thinking: ThinkingTime | None
    """The time to choose; None if the candidates never had a choice."""


def report_of(contest: Contest, results: Iterable[DealResult]) -> ContestReport:
    """Return the report of a contest from the results of its deals, in any order; at least one."""
    in_order = sorted(results, key=lambda result: result.deal)
    seats = contest.setup.seats
    equal_share, middle = Fraction(1, seats), Fraction(1 + seats, 2)
    points = _estimate([result.points for result in in_order], Fraction())
    return ContestReport(
        deals=len(in_order),
        games=len(in_order) * seats,
        wins=_estimate([result.wins for result in in_order], equal_share),
        last=_estimate([result.last for result in in_order], equal_share),
        place=_estimate([result.place for result in in_order], middle),
        points=points if any(result.has_points for result in in_order) else None,
        thinking=_thinking_time([taken for result in in_order for taken in result.thinking]),
    )


def _estimate(values: Sequence[Fraction], par: Fraction) -> Estimate:
    mean = sum(values, Fraction()) / len(values)
    margin = None if len(values) < 2 else _DEVIATIONS * float(stdev(values)) / sqrt(len(values))
    return Estimate(mean=mean, par=par, margin=margin)


def _thinking_time(nanoseconds: Sequence[int]) -> ThinkingTime | None:
    if not nanoseconds:
        return None
    in_order = sorted(nanoseconds)
    return ThinkingTime(
        choices=len(nanoseconds),
        mean_ms=sum(nanoseconds) / len(nanoseconds) / 1e6,
        p95_ms=in_order[ceil(0.95 * len(nanoseconds)) - 1] / 1e6,
    )
