"""The chance of a seat to win the game, from the scores of all seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Context, Decimal
from functools import cache
from typing import Final, cast

from domain.rules.hundred_and_ten import HAND_SIZE, MOON, TARGET, TRICK_POINTS, HundredAndTenTable
from domain.state import Game

# uv run python -m benchmarks.fit_winning_chance
COEFFICIENTS: Final[Mapping[int, tuple[str, str, str]]] = {
    2: ("3.169", "-0.857", "2.162"),
    3: ("3.300", "-0.002", "1.524"),
    4: ("4.075", "-0.218", "1.524"),
}
"""By the number of seats: the coefficients of the score, its square and its cube, in hundreds of points.

A seat's chance is its share of exp(polynomial), summed over all seats.
"""
LOWEST_SCORE: Final = -300
"""The score that stands for all lower ones."""

_CONTEXT: Final = Context(prec=28)
_POINTS: Final = range(-MOON, MOON + 1, TRICK_POINTS)
"""The points that a seat can score in a round."""


@cache
def weights(seats: int) -> Mapping[int, float]:
    """Return the weight of each possible score below the target.

    They are computed in decimals, because `math.exp` is not the same on every platform.
    """
    linear, square, cube = map(Decimal, COEFFICIENTS[seats])
    found = {}
    for score in range(LOWEST_SCORE, TARGET, TRICK_POINTS):
        hundreds = Decimal(score) / 100
        exponent = hundreds * (linear + hundreds * (square + hundreds * cube))
        found[score] = float(_CONTEXT.exp(exponent))
    return found


class WinningChance:
    """The chance of a seat to win the game, now and after each possible round."""

    def __init__(self, scores: Sequence[int], seat: int) -> None:
        self._scores = scores
        self._seat = seat
        known = weights(len(scores))
        self._weights = [
            {
                points: known[max(LOWEST_SCORE, score + points)]
                for points in _POINTS
                if score + points < TARGET
            }
            for score in scores
        ]

    def now(self) -> float:
        """Return the chance while nobody has scored."""
        return self._share([0] * len(self._scores))

    def after_points(self, points: int) -> float:
        """Return the chance once the seat alone has scored points; at the target it has won."""
        if self._scores[self._seat] + points >= TARGET:
            return 1.0
        scored = [0] * len(self._scores)
        scored[self._seat] = points
        return self._share(scored)

    def after_round(self, won: int, bonus: int, bidder: int, bid: int) -> float:
        """Return the chance after a round; `won` and `bonus` tell who won its tricks, as in `Position`."""
        winners = [won >> shift & 3 for shift in range(2 * HAND_SIZE - 2, -1, -2)]
        awards = [TRICK_POINTS] * HAND_SIZE
        if bonus:
            awards[bonus.bit_length() // 2 - 1] += TRICK_POINTS
        points = [0] * len(self._scores)
        for winner, award in zip(winners, awards, strict=True):
            points[winner] += award
        if bid == MOON:
            made = all(winner == bidder for winner in winners)
            points[bidder] = MOON
        else:
            made = points[bidder] >= bid
        if not made:
            points[bidder] = -bid
        after = [score + scored for score, scored in zip(self._scores, points, strict=True)]
        if max(after) < TARGET:
            return self._share(points)
        if after[bidder] >= TARGET:
            return float(bidder == self._seat)
        return float(self._first_at_target(winners, awards, bidder) == self._seat)

    def _first_at_target(self, winners: Sequence[int], awards: Sequence[int], bidder: int) -> int | None:
        """Return the seat that reached the target first, as the awards count, when the bidder did not."""
        scores = list(self._scores)
        for winner, award in zip(winners, awards, strict=True):
            scores[winner] += award
            if winner != bidder and scores[winner] >= TARGET:
                return winner
        return None

    def _share(self, points: Sequence[int]) -> float:
        own, total = 0.0, 0.0
        for seat, scored in enumerate(points):
            weight = self._weights[seat][scored]
            total += weight
            if seat == self._seat:
                own = weight
        return own / total


def worth_of_result(view: Game, seat: int) -> float:
    """Return by how much the chance to win grows with a point above the mean of the table.

    It is the mean slope between a trick less and a trick more.
    """
    table = cast(HundredAndTenTable, view.table)
    chance = WinningChance(table.scores, seat)
    # Of a point that the seat alone scores, the mean takes its share.
    above_mean = 2 * TRICK_POINTS * (table.seats - 1) / table.seats
    return (chance.after_points(TRICK_POINTS) - chance.after_points(-TRICK_POINTS)) / above_mean
