"""What is counted of finished games, day by day: each metric has two dimensions, a count and a total."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from domain.cards import Rank, Suit


@unique
class Metric(StrEnum):
    """What a row of the daily figures counts."""

    BID = "bid"
    """Bids that were judged, by amount and seat."""
    BID_BY_ROUND = "bid_by_round"
    """Bids that were judged, by the round and how many cards each was dealt."""
    TRICKS_BY_BID = "tricks_by_bid"
    """Bids that were judged, by amount and the tricks that were taken."""
    DEALER = "dealer"
    """Rounds of each seat, by how far it sat left of the dealer."""
    SEAT = "seat"
    """Games of each seat, by seat and place."""
    TRUMP = "trump"
    """Rounds that were scored, by trump suit."""
    POINTS = "points"
    """Rounds of each seat, by the points that it scored."""
    CONTRACT = "contract"
    """Rounds played for a highest bid, by its amount and how far the bidder sat left of the dealer."""
    STRENGTH = "strength"
    """Games of each seat, by how its starting hand compared with the others' and by its place."""
    RANK_PLAYED = "rank_played"
    """Plays of groups of cards, by rank and by the place of who played them."""
    GAME = "game"
    """Games, by how many rounds they had."""


class Meaning(Struct, frozen=True, kw_only=True):
    """What the numbers of a metric mean."""

    x: str
    y: str
    count: str
    total: str


_NOTHING: Final = "0"

SUITS: Final = (Suit.HEARTS, Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS)
"""The suits in the order of the numbers by which they are kept, from 0."""
RANKS: Final[Mapping[int, Rank]] = dict(enumerate(map(Rank, "23456789TJQKA"), 2))
"""The ranks by the numbers by which they are kept."""

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
"""What the numbers of each metric mean."""
