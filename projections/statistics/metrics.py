"""Metrics of finished games by day: each metric has two dimensions, a count and a total."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from domain.cards import Rank, Suit


@unique
class Metric(StrEnum):
    """The metric that a row of the aggregates counts."""

    BID = "bid"
    """Judged bids, by amount and seat."""
    BID_BY_ROUND = "bid_by_round"
    """Judged bids, by the round and the number of cards dealt to each seat."""
    TRICKS_BY_BID = "tricks_by_bid"
    """Judged bids, by amount and the number of tricks taken."""
    DEALER = "dealer"
    """Rounds of each seat, by its number of places to the left of the dealer."""
    SEAT = "seat"
    """Games of each seat, by seat and place."""
    TRUMP = "trump"
    """Scored rounds, by trump suit."""
    POINTS = "points"
    """Rounds of each seat, by the points scored."""
    CONTRACT = "contract"
    """Rounds played for a highest bid, by its amount and the bidder's places to the left of the dealer."""
    STRENGTH = "strength"
    """Games of each seat, by the place of its starting hand in strength and by its place at the end."""
    RANK_PLAYED = "rank_played"
    """Plays of groups of cards, by rank and by the player's place."""
    GAME = "game"
    """Games, by number of rounds."""


class Meaning(Struct, frozen=True, kw_only=True):
    """The meaning of a metric's dimensions, count and total."""

    x: str
    y: str
    count: str
    total: str


_NOTHING: Final = "0"

SUITS: Final = (Suit.HEARTS, Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS)
"""The suits in the order of their stored numbers, which begin at 0."""
RANKS: Final[Mapping[int, Rank]] = dict(enumerate(map(Rank, "23456789TJQKA"), 2))
"""The ranks by their stored numbers."""

MEANINGS: Final[dict[Metric, Meaning]] = {
    Metric.BID: Meaning(
        x="the amount", y="the seat", count="bids that were judged", total="bids that were made"
    ),
    Metric.BID_BY_ROUND: Meaning(
        x="the round, from 0",
        y="how many cards each seat was dealt, the most where they differ",
        count="bids that were judged",
        total="bids that were made",
    ),
    Metric.TRICKS_BY_BID: Meaning(
        x="the amount", y="tricks taken", count="bids that were judged", total="points scored"
    ),
    Metric.DEALER: Meaning(
        x="places to the left of the dealer, 0 for the dealer",
        y=_NOTHING,
        count="rounds of a seat that were scored",
        total="points scored",
    ),
    Metric.SEAT: Meaning(
        x="the seat", y="the place, from 1", count="games of a seat", total="points, at the end"
    ),
    Metric.TRUMP: Meaning(
        x="the suit: 0 hearts, 1 clubs, 2 spades, 3 diamonds",
        y=_NOTHING,
        count="rounds that were scored",
        total="highest bids that were made",
    ),
    Metric.POINTS: Meaning(
        x="the points", y=_NOTHING, count="rounds of a seat that were scored", total="points scored"
    ),
    Metric.CONTRACT: Meaning(
        x="the amount of the highest bid",
        y="places of the bidder to the left of the dealer",
        count="rounds that were scored",
        total="bids that were made",
    ),
    Metric.STRENGTH: Meaning(
        x="the place of the starting hand by strength, 1 for the strongest; equals share the better place",
        y="the place, from 1",
        count="games of a seat",
        total="hundredths of strength",
    ),
    Metric.RANK_PLAYED: Meaning(
        x="the rank: 2 to 10, 11 jack, 12 queen, 13 king, 14 ace",
        y="the place, from 1",
        count="plays",
        total="cards",
    ),
    Metric.GAME: Meaning(
        x="rounds dealt", y=_NOTHING, count="games", total="seconds from the start to the end"
    ),
}
"""The meaning of each metric's dimensions, count and total."""
