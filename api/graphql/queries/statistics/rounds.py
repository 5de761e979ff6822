"""Statistics of rounds in the schema: bids and their success, trump, the dealer and points."""

from __future__ import annotations

from datetime import date

import strawberry

from api.graphql.queries.statistics.row_parts import begins, part
from api.graphql.types.derivation import described
from domain.cards import Suit
from projections.statistics.metrics import SUITS
from projections.statistics.queries import Figure


@strawberry.type(description="The success of bids of an amount in a seat.")
class BidSuccess:
    """Bids by amount and seat."""

    begins: date | None = begins()
    amount: int = described("The amount of the bid.")
    seat: int = described("The seat of the bidder, from 0 clockwise.")
    bids: int = described("The number of bids that counted when their rounds were scored.")
    made: int = described("The number of these bids that were made.")
    rate: float | None = described("The share of these bids that were made, from 0 to 1; null without bids.")

    @classmethod
    def of(cls, row: Figure) -> BidSuccess:
        """Return the record of a bid amount at a seat."""
        rate = part(row.total, row.count)
        return cls(begins=row.begins, amount=row.x, seat=row.y, bids=row.count, made=row.total, rate=rate)


@strawberry.type(description="The success of bids in a round of the game.")
class RoundBidSuccess:
    """Bids by round."""

    begins: date | None = begins()
    round: int = described("The number of the round, from 0.")
    cards: int = described("The number of cards dealt to each player; the largest number where it varies.")
    bids: int = described("The number of bids that counted when the round was scored.")
    made: int = described("The number of these bids that were made.")
    rate: float | None = described("The share of these bids that were made, from 0 to 1; null without bids.")

    @classmethod
    def of(cls, row: Figure) -> RoundBidSuccess:
        """Return the record of a round."""
        rate = part(row.total, row.count)
        return cls(begins=row.begins, round=row.x, cards=row.y, bids=row.count, made=row.total, rate=rate)


@strawberry.type(description="The frequency of a number of tricks after a bid of an amount.")
class BidTricks:
    """Bids by amount and tricks taken."""

    begins: date | None = begins()
    amount: int = described("The amount of the bid.")
    tricks: int = described("The number of tricks taken.")
    bids: int = described("The number of such bids that took this many tricks.")
    share: float | None = described("The share of the bids of this amount, from 0 to 1; null without bids.")
    points: int = described("The sum of the points scored.")
    average_points: float | None = described("The average points; null without bids.")

    @classmethod
    def of(cls, row: Figure, share: float | None) -> BidTricks:
        """Return the record of a bid amount and a number of tricks."""
        return cls(
            begins=row.begins,
            amount=row.x,
            tricks=row.y,
            bids=row.count,
            share=share,
            points=row.total,
            average_points=part(row.total, row.count),
        )


@strawberry.type(description="The frequency and success of highest bids of an amount.")
class ContractSuccess:
    """Highest bids by amount."""

    begins: date | None = begins()
    amount: int = described("The amount of the highest bid.")
    rounds: int = described("The number of rounds played for it.")
    share: float | None = described(
        "The share of the rounds that had a highest bid, from 0 to 1; null without rounds."
    )
    made: int = described("The number of these rounds in which the bid was made.")
    rate: float | None = described(
        "The share of the rounds with this highest bid in which it was made, from 0 to 1; null "
        "without rounds."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> ContractSuccess:
        """Return the record of a highest bid's amount."""
        rate = part(row.total, row.count)
        return cls(begins=row.begins, amount=row.x, rounds=row.count, share=share, made=row.total, rate=rate)


@strawberry.type(description="The success of highest bids, by the bidder's distance from the dealer.")
class DealerContracts:
    """Highest bids by distance from the dealer."""

    begins: date | None = begins()
    from_dealer: int = described(
        "The bidder's distance to the left of the dealer, in seats; 0 is the dealer."
    )
    amount: int = described("The amount of the highest bid.")
    rounds: int = described("The number of rounds played for it.")
    made: int = described("The number of these rounds in which the bid was made.")
    rate: float | None = described(
        "The share of these rounds in which the bid was made, from 0 to 1; null without rounds."
    )

    @classmethod
    def of(cls, row: Figure) -> DealerContracts:
        """Return the record of a highest bid's amount at a distance from the dealer."""
        return cls(
            begins=row.begins,
            from_dealer=row.y,
            amount=row.x,
            rounds=row.count,
            made=row.total,
            rate=part(row.total, row.count),
        )


@strawberry.type(description="The points scored at a distance from the dealer.")
class DealerPoints:
    """Points by distance from the dealer."""

    begins: date | None = begins()
    from_dealer: int = described("The distance to the left of the dealer, in seats; 0 is the dealer.")
    rounds: int = described("The number of rounds scored, counted once for each seat.")
    points: int = described("The sum of the points scored.")
    average_points: float | None = described("The average points in a round; null without rounds.")

    @classmethod
    def of(cls, row: Figure) -> DealerPoints:
        """Return the points scored at a distance from the dealer."""
        average = part(row.total, row.count)
        return cls(
            begins=row.begins, from_dealer=row.x, rounds=row.count, points=row.total, average_points=average
        )


@strawberry.type(description="The frequency of a trump suit.")
class TrumpFrequency:
    """Rounds by trump suit."""

    begins: date | None = begins()
    suit: Suit = described("The trump suit.")
    rounds: int = described("The number of rounds scored with this trump suit.")
    share: float | None = described(
        "The share of the rounds that had a trump suit, from 0 to 1; null without rounds."
    )
    made: int = described(
        "The number of these rounds in which the highest bid was made; 0 in a variant without contracts."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> TrumpFrequency:
        """Return the record of a trump suit."""
        return cls(begins=row.begins, suit=SUITS[row.x], rounds=row.count, share=share, made=row.total)


@strawberry.type(description="The frequency of a number of points in a round.")
class PointsFrequency:
    """Rounds by the points that a seat scored."""

    begins: date | None = begins()
    points: int = described("The points that a seat scored in a round.")
    rounds: int = described("The number of rounds with these points, counted once for each seat.")
    share: float | None = described(
        "The share of all rounds, counted once for each seat, from 0 to 1; null without rounds."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> PointsFrequency:
        """Return the frequency of a number of points."""
        return cls(begins=row.begins, points=row.x, rounds=row.count, share=share)


@strawberry.type(description="The average points of a seat in a round.")
class PointsAverage:
    """The mean of points in a round."""

    begins: date | None = begins()
    rounds: int = described("The number of rounds scored, counted once for each seat.")
    points: int = described("The sum of the points scored.")
    average: float | None = described("The average points in a round; null without rounds.")

    @classmethod
    def of(cls, row: Figure) -> PointsAverage:
        """Return the mean of points in a period."""
        average = part(row.total, row.count)
        return cls(begins=row.begins, rounds=row.count, points=row.total, average=average)
