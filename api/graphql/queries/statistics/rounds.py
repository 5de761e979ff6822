"""Statistics of rounds in the schema: bids and their success, trump, the dealer and points."""

from __future__ import annotations

from datetime import date

import strawberry

from api.graphql.queries.statistics.row_parts import begins, part
from api.graphql.types.derivation import described
from domain.cards import Suit
from projections.statistics.metrics import SUITS
from projections.statistics.queries import Figure


@strawberry.type(description="How often bids of an amount were made good at a seat.")
class BidSuccess:
    """Bids by amount and seat."""

    begins: date | None = begins()
    amount: int = described("How much was bid.")
    seat: int = described("The seat of who bid, from 0 clockwise.")
    bids: int = described("How many bids counted when their rounds were scored.")
    made: int = described("How many of them were made good.")
    rate: float | None = described("Those made good by all, from 0 to 1; null for none.")

    @classmethod
    def of(cls, row: Figure) -> BidSuccess:
        """Return the record of a bid amount at a seat."""
        rate = part(row.total, row.count)
        return cls(begins=row.begins, amount=row.x, seat=row.y, bids=row.count, made=row.total, rate=rate)


@strawberry.type(description="How often bids were made good in a round of the game.")
class RoundBidSuccess:
    """Bids by round."""

    begins: date | None = begins()
    round: int = described("The number of the round, from 0.")
    cards: int = described("How many cards each was dealt in it; the most where they differ.")
    bids: int = described("How many bids counted when the round was scored.")
    made: int = described("How many of them were made good.")
    rate: float | None = described("Those made good by all, from 0 to 1; null for none.")

    @classmethod
    def of(cls, row: Figure) -> RoundBidSuccess:
        """Return the record of a round."""
        rate = part(row.total, row.count)
        return cls(begins=row.begins, round=row.x, cards=row.y, bids=row.count, made=row.total, rate=rate)


@strawberry.type(description="How often who bid an amount took so many tricks.")
class BidTricks:
    """Bids by amount and tricks taken."""

    begins: date | None = begins()
    amount: int = described("How much was bid.")
    tricks: int = described("How many tricks were taken.")
    bids: int = described("How often that was so.")
    share: float | None = described("The part of the bids of this amount, from 0 to 1; null for none.")
    points: int = described("The points that were scored, added up.")
    average_points: float | None = described("The mean of the points; null for no bids.")

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


@strawberry.type(description="How often the highest bid was of an amount, and made good.")
class ContractSuccess:
    """Highest bids by amount."""

    begins: date | None = begins()
    amount: int = described("How much the highest bid was.")
    rounds: int = described("How many rounds were played for it.")
    share: float | None = described(
        "The part of the rounds that had a highest bid, from 0 to 1; null for none."
    )
    made: int = described("In how many of them it was made good.")
    rate: float | None = described("Those made good by all of the amount, from 0 to 1; null for none.")

    @classmethod
    def of(cls, row: Figure, share: float | None) -> ContractSuccess:
        """Return the record of a highest bid's amount."""
        rate = part(row.total, row.count)
        return cls(begins=row.begins, amount=row.x, rounds=row.count, share=share, made=row.total, rate=rate)


@strawberry.type(
    description="How often the highest bid came from a distance from the dealer, and was made good."
)
class DealerContracts:
    """Highest bids by distance from the dealer."""

    begins: date | None = begins()
    from_dealer: int = described("Places of the bidder to the left of the dealer; 0 is the dealer.")
    amount: int = described("How much the highest bid was.")
    rounds: int = described("How many rounds were played for it.")
    made: int = described("In how many of them it was made good.")
    rate: float | None = described("Those made good by all of these rounds, from 0 to 1; null for none.")

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


@strawberry.type(description="What was scored at a distance from the dealer.")
class DealerPoints:
    """Points by distance from the dealer."""

    begins: date | None = begins()
    from_dealer: int = described("Places to the left of the dealer; 0 is the dealer.")
    rounds: int = described("How many rounds of a seat were scored.")
    points: int = described("The points that were scored, added up.")
    average_points: float | None = described("The mean of the points in a round; null for no rounds.")

    @classmethod
    def of(cls, row: Figure) -> DealerPoints:
        """Return the points scored at a distance from the dealer."""
        average = part(row.total, row.count)
        return cls(
            begins=row.begins, from_dealer=row.x, rounds=row.count, points=row.total, average_points=average
        )


@strawberry.type(description="How often a suit was trump.")
class TrumpFrequency:
    """Rounds by trump suit."""

    begins: date | None = begins()
    suit: Suit = described("The trump suit.")
    rounds: int = described("How many rounds were scored with it.")
    share: float | None = described(
        "The part of all rounds that had a trump suit, from 0 to 1; null for none."
    )
    made: int = described(
        "In how many of them the highest bid was made good; 0 in a variant that does not play for one."
    )

    @classmethod
    def of(cls, row: Figure, share: float | None) -> TrumpFrequency:
        """Return the record of a trump suit."""
        return cls(begins=row.begins, suit=SUITS[row.x], rounds=row.count, share=share, made=row.total)


@strawberry.type(description="How often so many points were scored in a round.")
class PointsFrequency:
    """Rounds by the points that a seat scored."""

    begins: date | None = begins()
    points: int = described("What a seat scored in a round.")
    rounds: int = described("How many rounds of a seat were scored so.")
    share: float | None = described("The part of all rounds of a seat, from 0 to 1; null for none.")

    @classmethod
    def of(cls, row: Figure, share: float | None) -> PointsFrequency:
        """Return the frequency of a number of points."""
        return cls(begins=row.begins, points=row.x, rounds=row.count, share=share)


@strawberry.type(description="What a seat scored in a round, on average.")
class PointsAverage:
    """The mean of points in a round."""

    begins: date | None = begins()
    rounds: int = described("How many rounds of a seat were scored.")
    points: int = described("The points that were scored, added up.")
    average: float | None = described("The mean of the points in a round; null for no rounds.")

    @classmethod
    def of(cls, row: Figure) -> PointsAverage:
        """Return the mean of points in a period."""
        average = part(row.total, row.count)
        return cls(begins=row.begins, rounds=row.count, points=row.total, average=average)
