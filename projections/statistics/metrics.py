"""Metrics of finished games by day: each metric has one or two dimensions, a count and most have a total.

A metric is defined once, in METRICS. Its tables, queries, SQL views and their comments follow from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from domain.cards import Rank, Suit


@unique
class Metric(StrEnum):
    """The metric that a row of the aggregates counts; METRICS has the definitions."""

    BID = "bid"
    BID_BY_ROUND = "bid_by_round"
    TRICKS_BY_BID = "tricks_by_bid"
    DEALER = "dealer"
    SEAT = "seat"
    TRUMP = "trump"
    POINTS = "points"
    CONTRACT = "contract"
    STRENGTH = "strength"
    RANK_PLAYED = "rank_played"
    GAME = "game"


SUITS: Final = (Suit.HEARTS, Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS)
"""The suits in the order of their stored numbers, which begin at 0."""
RANKS: Final[Mapping[int, Rank]] = dict(enumerate(map(Rank, "23456789TJQKA"), 2))
"""The ranks by their stored numbers."""


class Dimension(Struct, frozen=True):
    """A number by which a metric is counted: a column of its view."""

    name: str
    comment: str
    labels: Mapping[int, str] | None = None
    """Texts that the view shows for numbers; None if it shows all numbers as they are."""
    all_labelled: bool = False
    """True if all numbers have labels; a number without one is shown as text."""


class Measure(Struct, frozen=True):
    """A sum of integers: a column of a view."""

    name: str
    comment: str
    divisor: int | None = None
    """The number by which the view divides the stored integer."""


class MetricSpec(Struct, frozen=True, kw_only=True):
    """The definition of a metric."""

    metric: Metric
    comment: str
    """The beginning of the comment on the view."""
    x: Dimension
    y: Dimension | None = None
    """None if the second dimension is always 0."""
    count: Measure
    total: Measure | None = None
    """None if the total is not shown, because it follows from the other columns."""
    machine: str | None = None
    """The comment on the column that tells machines from people; None if the metric belongs to no seat."""

    @property
    def view(self) -> str:
        """The name of the SQL view."""
        return f"v_daily_{self.metric.value}"


_MACHINE_SEAT: Final = "Whether a machine had the seat."
_PLACE: Final = Dimension("place", "The place at the end of the game, 1 for the best.")
_AMOUNT: Final = Dimension("amount", "What was bid.")
_JUDGED: Final = Measure("bids", "Bids that were judged.")
_MADE: Final = Measure("made", "Those that were made.")
_POINTS: Final = Measure("points", "Points that they scored.")
_SCORED: Final = Measure("rounds", "Rounds that were scored.")
_SECONDS: Final = Measure("seconds", "Seconds from their starts to their ends, added up.")

_SPECS: Final = (
    MetricSpec(
        metric=Metric.BID,
        comment="Bids that were judged, by amount and seat",
        x=_AMOUNT,
        y=Dimension("seat", "The seat that bid, from 0."),
        count=_JUDGED,
        total=_MADE,
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.BID_BY_ROUND,
        comment="Bids that were judged, by round and how many cards were dealt",
        x=Dimension("round", "The round of the game, from 0."),
        y=Dimension("cards", "How many cards each seat was dealt, the most where they differ."),
        count=_JUDGED,
        total=_MADE,
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.TRICKS_BY_BID,
        comment="Bids that were judged, by amount and the tricks that were taken",
        x=_AMOUNT,
        y=Dimension("tricks", "How many tricks the seat took."),
        count=_JUDGED,
        total=_POINTS,
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.DEALER,
        comment="Rounds of each seat, by how far it sat from the dealer",
        x=Dimension("from_dealer", "Places to the left of the dealer, 0 for the dealer."),
        count=Measure("rounds", "Rounds of such a seat that were scored."),
        total=_POINTS,
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.SEAT,
        comment="Seats at the end of a game, by seat and place",
        x=Dimension("seat", "The seat, from 0."),
        y=_PLACE,
        count=Measure("games", "Games that the seat ended in this place."),
        total=Measure("points", "Points that it had at their end."),
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.TRUMP,
        comment="Rounds that were scored, by trump suit",
        x=Dimension(
            "trump",
            "The trump suit: HEARTS, CLUBS, SPADES, DIAMONDS.",
            {number: suit.value for number, suit in enumerate(SUITS)},
            all_labelled=True,
        ),
        count=_SCORED,
        total=Measure("made", "Those in which the highest bid was made."),
    ),
    MetricSpec(
        metric=Metric.POINTS,
        comment="Rounds of each seat, by the points that it scored",
        x=Dimension("points", "Points that the seat scored in a round."),
        count=Measure("rounds", "Rounds in which a seat scored so many."),
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.CONTRACT,
        comment="Rounds that were played for a highest bid, by its amount and the bidder's place",
        x=Dimension("amount", "The highest bid."),
        y=Dimension("from_dealer", "Places of the bidder to the left of the dealer, 0 for the dealer."),
        count=_SCORED,
        total=Measure("made", "Those in which the bid was made."),
        machine="Whether a machine had the bidder's seat.",
    ),
    MetricSpec(
        metric=Metric.STRENGTH,
        comment="Seats at the end of a game, by the strength of their starting hands and by place",
        x=Dimension(
            "strength_place",
            "The place of that hand by its strength, 1 for the strongest; equals share the better one.",
        ),
        y=_PLACE,
        count=Measure("games", "Games in which a seat came from there to here."),
        total=Measure("strength", "The strengths of those hands, added up.", divisor=100),
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.RANK_PLAYED,
        comment="Plays of groups of cards, by rank and the place of who played them",
        x=Dimension(
            "rank",
            "The rank of the cards: 2 to 10, J, Q, K, A.",
            {number: rank.value for number, rank in RANKS.items() if number > 10},
        ),
        y=_PLACE,
        count=Measure("plays", "Plays of cards of this rank."),
        total=Measure("cards", "Cards of this rank that were played."),
        machine="Whether a machine played them.",
    ),
    MetricSpec(
        metric=Metric.GAME,
        comment="Games, by how many rounds they had",
        x=Dimension("rounds", "Rounds that were dealt in each game."),
        count=Measure("games", "Games that had so many."),
        total=_SECONDS,
    ),
)

METRICS: Final[Mapping[Metric, MetricSpec]] = {spec.metric: spec for spec in _SPECS}
"""The definitions of the metrics, in the order of their views."""

LENGTHS: Final = (
    Measure("games", "Games that were won."),
    Measure("moves", "Moves that were made in them."),
    Measure("rounds", "Rounds that were dealt in them."),
    _SECONDS,
)
"""The sums of the lengths of games."""

HOURLY: Final = (
    Measure("created", "Games that were created."),
    Measure("started", "Games that began."),
    Measure("ended", "Games that were won or closed."),
    Measure("moves", "Moves that were made, by people and machines."),
    Measure("machine_moves", "Those of them that a machine made."),
)
"""The counts by hour."""
