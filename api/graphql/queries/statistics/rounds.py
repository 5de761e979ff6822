"""Statistics of rounds in the schema: bids and their success, trump, the dealer and points."""

from __future__ import annotations

from datetime import date

import strawberry

from api.graphql.queries.statistics.row_parts import begins, column, columns_of, part
from api.graphql.types.derivation import described
from domain.cards import Suit
from projections.statistics.metrics import SUITS, Metric
from projections.statistics.queries import Figure


@strawberry.type(description="The success of bids of an amount in a seat.")
class BidSuccess:
    """Bids by amount and seat."""

    begins: date | None = begins()
    amount: int = column(Metric.BID, "amount")
    seat: int = column(Metric.BID, "seat")
    bids: int = column(Metric.BID, "bids")
    made: int = column(Metric.BID, "made")
    rate: float | None = described("The share of these bids that were made, from 0 to 1; null without bids.")

    @classmethod
    def of(cls, row: Figure) -> BidSuccess:
        """Return the record of a bid amount at a seat."""
        return cls(**columns_of(Metric.BID, row), rate=part(row.total, row.count))


@strawberry.type(description="The success of bids in a round of the game.")
class RoundBidSuccess:
    """Bids by round."""

    begins: date | None = begins()
    round: int = column(Metric.BID_BY_ROUND, "round")
    cards: int = column(Metric.BID_BY_ROUND, "cards")
    bids: int = column(Metric.BID_BY_ROUND, "bids")
    made: int = column(Metric.BID_BY_ROUND, "made")
    rate: float | None = described("The share of these bids that were made, from 0 to 1; null without bids.")

    @classmethod
    def of(cls, row: Figure) -> RoundBidSuccess:
        """Return the record of a round."""
        return cls(**columns_of(Metric.BID_BY_ROUND, row), rate=part(row.total, row.count))


@strawberry.type(description="The frequency of a number of tricks after a bid of an amount.")
class BidTricks:
    """Bids by amount and tricks taken."""

    begins: date | None = begins()
    amount: int = column(Metric.TRICKS_BY_BID, "amount")
    tricks: int = column(Metric.TRICKS_BY_BID, "tricks")
    bids: int = column(Metric.TRICKS_BY_BID, "bids")
    share: float | None = described("The share of the bids of this amount, from 0 to 1; null without bids.")
    points: int = column(Metric.TRICKS_BY_BID, "points")
    average_points: float | None = described("The average points; null without bids.")

    @classmethod
    def of(cls, row: Figure, share: float | None) -> BidTricks:
        """Return the record of a bid amount and a number of tricks."""
        average = part(row.total, row.count)
        return cls(**columns_of(Metric.TRICKS_BY_BID, row), share=share, average_points=average)


@strawberry.type(description="The frequency and success of highest bids of an amount.")
class ContractSuccess:
    """Highest bids by amount."""

    begins: date | None = begins()
    amount: int = column(Metric.CONTRACT, "amount")
    rounds: int = column(Metric.CONTRACT, "rounds")
    share: float | None = described(
        "The share of the rounds scored that had a highest bid, from 0 to 1; null without rounds."
    )
    made: int = column(Metric.CONTRACT, "made")
    rate: float | None = described(
        "The share of the rounds with this highest bid in which it was made, from 0 to 1; null "
        "without rounds."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> ContractSuccess:
        """Return the record of a highest bid's amount, at all distances from the dealer."""
        rate = part(row.total, row.count)
        return cls(begins=row.begins, amount=row.x, rounds=row.count, share=share, made=row.total, rate=rate)


@strawberry.type(description="The success of highest bids, by the bidder's distance from the dealer.")
class DealerContracts:
    """Highest bids by distance from the dealer."""

    begins: date | None = begins()
    from_dealer: int = column(Metric.CONTRACT, "from_dealer")
    amount: int = column(Metric.CONTRACT, "amount")
    rounds: int = column(Metric.CONTRACT, "rounds")
    made: int = column(Metric.CONTRACT, "made")
    rate: float | None = described(
        "The share of these rounds in which the bid was made, from 0 to 1; null without rounds."
    )

    @classmethod
    def of(cls, row: Figure) -> DealerContracts:
        """Return the record of a highest bid's amount at a distance from the dealer."""
        return cls(**columns_of(Metric.CONTRACT, row), rate=part(row.total, row.count))


@strawberry.type(description="The points scored at a distance from the dealer.")
class DealerPoints:
    """Points by distance from the dealer."""

    begins: date | None = begins()
    from_dealer: int = column(Metric.DEALER, "from_dealer")
    rounds: int = column(Metric.DEALER, "rounds")
    points: int = column(Metric.DEALER, "points")
    average_points: float | None = described(
        "The average points in a round that was scored; null without rounds."
    )

    @classmethod
    def of(cls, row: Figure) -> DealerPoints:
        """Return the points scored at a distance from the dealer."""
        return cls(**columns_of(Metric.DEALER, row), average_points=part(row.total, row.count))


@strawberry.type(
    description="The points scored at a distance from the dealer, at tables of one number of players."
)
class TableDealerPoints:
    """Points by number of players and distance from the dealer."""

    begins: date | None = begins()
    player_count: int = described("The number of players.")
    from_dealer: int = column(Metric.DEALER, "from_dealer")
    rounds: int = column(Metric.DEALER, "rounds")
    points: int = column(Metric.DEALER, "points")
    average_points: float | None = described(
        "The average points in a round that was scored; null without rounds."
    )

    @classmethod
    def of(cls, row: Figure) -> TableDealerPoints:
        """Return the points scored at a distance from the dealer at tables of one size."""
        average = part(row.total, row.count)
        return cls(player_count=row.seats, **columns_of(Metric.DEALER, row), average_points=average)


@strawberry.type(description="The frequency of a trump suit.")
class TrumpFrequency:
    """Rounds by trump suit."""

    begins: date | None = begins()
    trump: Suit = column(Metric.TRUMP, "trump", alias="suit")
    rounds: int = column(Metric.TRUMP, "rounds")
    share: float | None = described(
        "The share of the rounds scored that had a trump suit, from 0 to 1; null without rounds."
    )
    made: int = column(Metric.TRUMP, "made")

    @classmethod
    def of(cls, row: Figure, share: float | None) -> TrumpFrequency:
        """Return the record of a trump suit."""
        return cls(**columns_of(Metric.TRUMP, row) | {"trump": SUITS[row.x]}, share=share)


@strawberry.type(description="The frequency of a number of points in a round.")
class PointsFrequency:
    """Rounds by the points that a seat scored."""

    begins: date | None = begins()
    points: int = column(Metric.POINTS, "points")
    rounds: int = column(Metric.POINTS, "rounds")
    share: float | None = described(
        "The share of all rounds scored, counted once for each seat, from 0 to 1; null without rounds."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> PointsFrequency:
        """Return the frequency of a number of points."""
        return cls(**columns_of(Metric.POINTS, row), share=share)


@strawberry.type(
    description="The frequency of a number of points in a round, at tables of one number of players."
)
class TablePoints:
    """Rounds by number of players and the points that a seat scored."""

    begins: date | None = begins()
    player_count: int = described("The number of players.")
    points: int = column(Metric.POINTS, "points")
    rounds: int = column(Metric.POINTS, "rounds")
    share: float | None = described(
        "The share of the rounds scored at such tables, counted once for each seat, from 0 to 1; null "
        "without rounds."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> TablePoints:
        """Return the frequency of a number of points at tables of one size."""
        return cls(player_count=row.seats, **columns_of(Metric.POINTS, row), share=share)


@strawberry.type(description="The average points of a seat in a round.")
class PointsAverage:
    """The mean of points in a round."""

    begins: date | None = begins()
    rounds: int = described("The number of rounds scored, counted once for each seat.")
    points: int = described("The sum of the points scored.")
    average: float | None = described("The average points in a round that was scored; null without rounds.")

    @classmethod
    def of(cls, row: Figure) -> PointsAverage:
        """Return the mean of points in a period."""
        average = part(row.total, row.count)
        return cls(begins=row.begins, rounds=row.count, points=row.total, average=average)
