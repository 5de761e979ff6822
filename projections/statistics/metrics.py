"""Metrics of finished games by day: each metric has one or two dimensions, a count and most have a total.

A metric is defined once, in METRICS. Its queries, its SQL view with the comments, the documentation of the
view, the descriptions in the API and the tables in the terminal follow from that.
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
    """The name in the API."""
    comment: str
    labels: Mapping[int, str] | None = None
    """Texts that the view shows for numbers; None if it shows all numbers as they are."""
    all_labelled: bool = False
    """True if all numbers have labels; a number without one is shown as text."""

    values_comment: str = ""
    """The addition to the comment on the view: the texts that it shows."""
    column: str | None = None
    """The name of the view's column, None if it is `name`."""

    @property
    def view_name(self) -> str:
        """The name of the view's column, which means the same in all views."""
        return self.column or self.name

    def label(self, number: int) -> str:
        """Return the text that is shown for a number."""
        return (self.labels or {}).get(number, str(number))


class Measure(Struct, frozen=True):
    """A sum of integers: a column of a view."""

    name: str
    """The name in the API and in the tables."""
    view_name: str
    """The name of the view's column, which means the same in all views, with its unit."""
    comment: str
    divisor: int | None = None
    """The number by which the view divides the stored integer."""
    only_with: Metric | None = None
    """The metric without which the sum means nothing in a variant, and the view shows null."""
    view_comment: str = ""
    """The comment on the view where it differs."""


class MetricSpec(Struct, frozen=True, kw_only=True):
    """The definition of a metric."""

    metric: Metric
    comment: str
    """A noun phrase for the comment on the view and the description in the API, without a period."""
    x: Dimension
    y: Dimension | None = None
    """None if the second dimension is always 0."""
    count: Measure
    total: Measure | None = None
    """None if the total is not shown, because it follows from the other columns."""
    machine: str | None = None
    """The comment on the column that tells machines from people; None if the metric belongs to no seat."""

    @property
    def columns(self) -> Mapping[str, Dimension | Measure]:
        """The dimensions and measures by their names."""
        columns = (self.x, self.y, self.count, self.total)
        return {column.name: column for column in columns if column is not None}

    @property
    def view(self) -> str:
        """The name of the SQL view by day."""
        return f"v_daily_{self.metric.value}"

    @property
    def monthly_view(self) -> str:
        """The name of the SQL view by month."""
        return f"v_monthly_{self.metric.value}"


_MACHINE_SEAT: Final = "True if a machine player had the seat."
_PLACE: Final = Dimension("place", "The final place, from 1: the number of seats ahead, plus one.")
_AMOUNT: Final = Dimension("amount", "The amount of the bid.")
_JUDGED: Final = Measure(
    "bids", "bid_count", "The number of bids that counted when their rounds were scored."
)
_MADE: Final = Measure("made", "made_count", "The number of these bids that were made.")
_POINTS: Final = Measure("points", "points_sum", "The sum of the points scored.")
_SEAT_ROUNDS: Final = Measure(
    "rounds", "round_count", "The number of rounds scored, counted once for each seat."
)
_SECONDS: Final = Measure("seconds", "duration_seconds_sum", "The sum of the games' durations in seconds.")

_SPECS: Final = (
    MetricSpec(
        metric=Metric.BID,
        comment="The success of bids, by amount and seat",
        x=_AMOUNT,
        y=Dimension("seat", "The seat of the bidder, from 0 clockwise."),
        count=_JUDGED,
        total=_MADE,
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.BID_BY_ROUND,
        comment="The success of bids, by round and number of cards",
        x=Dimension("round", "The number of the round, from 0."),
        y=Dimension(
            "cards",
            "The number of cards dealt to each player; the largest number where it varies.",
            column="hand_size",
        ),
        count=_JUDGED,
        total=_MADE,
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.TRICKS_BY_BID,
        comment="The tricks taken, by amount bid",
        x=_AMOUNT,
        y=Dimension("tricks", "The number of tricks taken.", column="trick_count"),
        count=Measure("bids", "bid_count", "The number of such bids that took this many tricks."),
        total=_POINTS,
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.DEALER,
        comment="The dealer's advantage: points scored, by distance from the dealer",
        x=Dimension("from_dealer", "The distance to the left of the dealer, in seats; 0 is the dealer."),
        count=_SEAT_ROUNDS,
        total=_POINTS,
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.SEAT,
        comment="The frequency of each place, by seat",
        x=Dimension("seat", "The seat, from 0 clockwise."),
        y=_PLACE,
        count=Measure("games", "game_count", "The number of games in which the seat had this place."),
        total=Measure(
            "points", "total_points_sum", "The sum of the final scores; 0 in a variant without points."
        ),
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.TRUMP,
        comment="The frequency of each trump suit",
        x=Dimension(
            "trump",
            "The trump suit.",
            {number: suit.value for number, suit in enumerate(SUITS)},
            all_labelled=True,
            values_comment=f" One of {', '.join(SUITS)}.",
        ),
        count=Measure("rounds", "round_count", "The number of rounds scored with this trump suit."),
        total=Measure(
            "made",
            "made_count",
            "The number of these rounds in which the highest bid was made; 0 in a variant without contracts.",
            only_with=Metric.CONTRACT,
            view_comment="The number of these rounds in which the highest bid was made; null in a variant "
            "without contracts.",
        ),
    ),
    MetricSpec(
        metric=Metric.POINTS,
        comment="The distribution of the points scored in a round",
        x=Dimension("points", "The points that a seat scored in a round."),
        count=Measure(
            "rounds",
            "round_count",
            "The number of rounds scored with these points, counted once for each seat.",
        ),
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.CONTRACT,
        comment="The success of highest bids, by amount and the bidder's distance from the dealer",
        x=Dimension("amount", "The amount of the highest bid."),
        y=Dimension(
            "from_dealer", "The bidder's distance to the left of the dealer, in seats; 0 is the dealer."
        ),
        count=Measure("rounds", "round_count", "The number of rounds scored that were played for this bid."),
        total=Measure("made", "made_count", "The number of these rounds in which the bid was made."),
        machine="True if a machine player had the bidder's seat.",
    ),
    MetricSpec(
        metric=Metric.STRENGTH,
        comment="The final places of starting hands, by their strength at the table",
        x=Dimension(
            "strength_place",
            "The hand's place by strength, 1 for the strongest at the table; equal hands share the better "
            "place.",
        ),
        y=_PLACE,
        count=Measure("games", "hand_count", "The number of times that such a hand led to this place."),
        total=Measure("strength", "strength_sum", "The sum of the strengths of these hands.", divisor=100),
        machine=_MACHINE_SEAT,
    ),
    MetricSpec(
        metric=Metric.RANK_PLAYED,
        comment="The plays of each rank, by the player's final place",
        x=Dimension(
            "rank",
            "The rank of the cards.",
            {number: rank.value for number, rank in RANKS.items() if number > 10},
            values_comment=" One of 2 to 10, J, Q, K, A.",
        ),
        y=_PLACE,
        count=Measure("plays", "play_count", "The number of plays of cards of this rank."),
        total=Measure("cards", "card_count", "The number of cards in these plays."),
        machine="True if a machine player made the plays.",
    ),
    MetricSpec(
        metric=Metric.GAME,
        comment="The frequency of each number of rounds in a game",
        x=Dimension("rounds", "The number of rounds dealt in each game.", column="rounds_dealt"),
        count=Measure("games", "game_count", "The number of games with this many rounds."),
        total=_SECONDS,
    ),
)

METRICS: Final[Mapping[Metric, MetricSpec]] = {spec.metric: spec for spec in _SPECS}
"""The definitions of the metrics, in the order of their views."""

LENGTHS: Final = (
    Measure("games", "game_count", "The number of finished games."),
    Measure("moves", "move_count", "The number of moves in these games."),
    Measure("rounds", "rounds_dealt_sum", "The number of rounds dealt in these games."),
    _SECONDS,
)
"""The sums of the lengths of games."""

HOURLY: Final = (
    Measure("created", "created_count", "The number of games created."),
    Measure("started", "started_count", "The number of games started."),
    Measure("ended", "ended_count", "The number of games won or closed."),
    Measure("moves", "move_count", "The number of moves."),
    Measure("machine_moves", "machine_move_count", "The number of these moves that machine players made."),
)
"""The counts by hour."""
