"""The parts of a seat's result: the luck of its deals, the losses of its decisions, and the rest."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from application.review.seat_review import SeatReview
from domain.machine.thinking import thinker_of
from domain.state import Game

_STEPS: Final = 2.0**46
"""Parts are multiples of 1 / 2^46, so that sums of them are exact; 53 bits hold them up to 128."""


class ResultParts(Struct, frozen=True, kw_only=True):
    """A seat's result, and what led to it: result - par = luck - loss + rest, exactly."""

    result: float | None
    """The share of the victory, from 0 to 1; in President the place, from 0 for the last to 1 for the first.

    None for a game that was closed before its end.
    """
    par: float
    """The mean result of all seats."""
    luck: float
    """The luck of all deals that are in the review."""
    loss: float
    """The losses of all decisions that are in the review."""
    rest: float | None
    """The luck and losses that are not in the review, and what the others did; None without a result."""


def result_parts(over: Game, seat: int, reviewed: SeatReview) -> ResultParts:
    """Return the parts of the result of a seat in a game that is over.

    `over` is the game as everyone sees it.
    """
    result, par = _result_and_par(over, seat)
    luck = loss = 0.0
    # Added in order: `sum` of Python 3.12 rounds otherwise than that of 3.11.
    for deal in reviewed.deals:
        luck += _rounded(deal.luck.value)
    for decision in reviewed.decisions:
        loss += _rounded(decision.review.loss)
    rest = None if result is None else result - par - luck + loss
    return ResultParts(result=result, par=par, luck=luck, loss=loss, rest=rest)


def _result_and_par(over: Game, seat: int) -> tuple[float | None, float]:
    seats = len(over.seats)
    thinker = thinker_of(over.variant, over.rules_version)
    places = thinker is not None and thinker.VALUES_ARE_PLACES
    par = 0.5 if places else _rounded(1 / seats)
    if over.outcome is None:
        return None, par
    if places:
        before = 0
        for tied in over.outcome.ranking:
            if seat in tied:
                # Seats that share a place get the mean of their places.
                return _rounded(1 - (before + (len(tied) - 1) / 2) / (seats - 1)), par
            before += len(tied)
    winners = over.outcome.winners
    return (_rounded(1 / len(winners)) if seat in winners else 0.0), par


def _rounded(part: float) -> float:
    return round(part * _STEPS) / _STEPS
