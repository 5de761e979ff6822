"""Reviews of a seat's decisions and deals, and their stored form."""

from __future__ import annotations

import zlib
from datetime import datetime
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from application.codec import GameId, Position, Version
from domain.machine.thinking.decision import Assessment
from domain.machine.thinking.decision_review import DecisionReview
from domain.rules import all_rules


class ReviewKey(Struct, frozen=True, kw_only=True):
    """The subject of a review; a game of a restored log may have had another end, so it has another key."""

    game: GameId
    seat: int
    review_version: int
    """The version of the calculation."""
    position: Position
    """The position of the game's last event."""
    at: datetime
    """The time of the game's last event."""


class ReviewedDecision(Struct, frozen=True, kw_only=True):
    """The review of a decision in a game."""

    version: Version
    """The number of the game's events before the move."""
    review: DecisionReview


class Luck(Struct, frozen=True):
    """The luck of a deal; positive for a good deal."""

    value: float
    """The luck in the values of decisions: in chances to win, or in places from 0 to 1."""
    error: float
    """The standard error of the value."""
    result: float
    """The luck in the results of the tables of luck: in points, or in whole places."""


class ReviewedDeal(Struct, frozen=True, kw_only=True):
    """The luck of a deal in a game."""

    round: int
    version: Version
    """The number of the game's events up to the end of the deal."""
    luck: Luck


class SeatReview(Struct, frozen=True, kw_only=True):
    """The reviews of a seat's decisions and deals, in their order."""

    decisions: tuple[ReviewedDecision, ...]
    deals: tuple[ReviewedDeal, ...]


class UnreadableReview(ValueError):
    """Stored bytes are no review."""


def encode_review(reviewed: SeatReview) -> bytes:
    """Return the stored form of a review."""
    decisions = [
        (
            each.version,
            each.review.chosen,
            each.review.best,
            each.review.loss,
            [(move.move, move.value, move.error) for move in each.review.moves],
        )
        for each in reviewed.decisions
    ]
    deals = [(each.round, each.version, *astuple(each.luck)) for each in reviewed.deals]
    return zlib.compress(msgspec.json.encode((decisions, deals)))


def decode_review(stored: bytes) -> SeatReview:
    """Return a review from its stored form; raises UnreadableReview."""
    try:
        decisions, deals = _decoder().decode(zlib.decompress(stored))
    except (zlib.error, msgspec.DecodeError) as error:
        raise UnreadableReview(str(error)) from error
    return SeatReview(
        decisions=tuple(
            ReviewedDecision(
                version=version,
                review=DecisionReview(
                    moves=tuple(Assessment(*move) for move in moves), chosen=chosen, best=best, loss=loss
                ),
            )
            for version, chosen, best, loss, moves in decisions
        ),
        deals=tuple(
            ReviewedDeal(round=number, version=version, luck=Luck(*luck)) for number, version, *luck in deals
        ),
    )


@cache
def _decoder() -> msgspec.json.Decoder[Any]:
    kinds = dict.fromkeys(move for rules in all_rules() for move in rules.moves)
    move: Any = reduce(or_, kinds)
    decision = tuple[int, int, int, float, list[tuple[move, float, float]]]
    return msgspec.json.Decoder(tuple[list[decision], list[tuple[int, int, float, float, float]]])
