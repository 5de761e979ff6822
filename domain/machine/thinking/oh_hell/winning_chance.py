"""The chance to win the game from the scores and the number of rounds left."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from functools import cache
from typing import Final, cast

from domain.rules.oh_hell import EXACT_BID_POINTS, ROUNDS, SEATS, OhHellTable, hand_size
from domain.state import Game

SCALE: Final = 0.304
"""Logarithm of the odds for a point ahead with one round left, fitted to ± 0.007 over 2,000 games.

Source: `python -m benchmarks.fit_winning_chance --variant oh-hell --games 2000`.
"""

MOST_AHEAD: Final = sum(hand_size(number) + EXACT_BID_POINTS for number in range(ROUNDS))
"""The most points that a seat can be ahead."""

_EXACT: Final = Context(prec=40)


@cache
def odds(left: int) -> list[float]:
    """Return the odds of another seat against the own one, by its lead; a negative lead counts from the end.

    `left` is the number of rounds left, at least 1. The odds are e to the power of the lead by `SCALE`, less
    with more rounds left; Python's `decimal` rounds them alike on every platform.
    """
    growth = _EXACT.exp(_EXACT.divide(Decimal(str(SCALE)), _EXACT.sqrt(Decimal(left))))
    ahead = [Decimal(1)]
    for _ in range(MOST_AHEAD):
        ahead.append(_EXACT.multiply(ahead[-1], growth))
    behind = (_EXACT.divide(Decimal(1), each) for each in reversed(ahead[1:]))
    return [*map(float, ahead), *map(float, behind)]


def winning_chance(scores: Sequence[int], seat: int, left: int) -> float:
    """Return the chance of a seat to win with some scores, after which a number of rounds are left.

    After the last round the winners share the chance.
    """
    own = scores[seat]
    if left:
        lead = odds(left)
        total = 0.0
        for score in scores:
            total += lead[score - own]
        return 1 / total
    return 1 / scores.count(own) if own == max(scores) else 0.0


def chance_after_round(
    before: Sequence[int], bids: Sequence[int], wanted: Sequence[int], seat: int, left: int
) -> float:
    """Return the chance of a seat to win after a round, after which a number of rounds are left.

    The seats want some of the tricks that they bid and did not win; fewer than none if they won more.
    """
    scores = [
        score + bid - rest if rest else score + bid + EXACT_BID_POINTS
        for score, bid, rest in zip(before, bids, wanted, strict=True)
    ]
    return winning_chance(scores, seat, left)


def worth_of_result(view: Game, seat: int) -> float:
    """Return by how much the chance to win grows with a point above the mean of the table.

    It is the mean slope between a point less and a point more.
    """
    table = cast(OhHellTable, view.table)

    def chance(points: int) -> float:
        scores = list(table.scores)
        scores[seat] += points
        return winning_chance(scores, seat, ROUNDS - table.round)

    # Of a point that the seat alone scores, the mean takes its share.
    return (chance(1) - chance(-1)) / 2 * SEATS / (SEATS - 1)
