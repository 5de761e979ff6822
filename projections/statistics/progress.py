"""State of a public game in progress: the input for its next facts and its final count.

It contains only public information, visible to spectators. Facts that have been written are in their tables;
this state holds what the next fact and the aggregates of the day need.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from domain.cards import Card, Rank, Suit
from projections.finished_games.progress import GameProgress


class RoundProgress(Struct, omit_defaults=True):
    """The round in progress."""

    number: int
    dealer: int
    hands: tuple[int, ...]
    """The number of cards dealt to each seat."""
    dealt_at: datetime
    trump: Suit | None = None
    bidder: int | None = None
    contract: int | None = None
    tricks: dict[int, int] = {}
    """The number of tricks won by each seat."""
    disclosed: int = 0
    """The number of bids and passes that have become public."""
    taken: int = 0
    """The number of tricks that have been won."""
    plays: int = 0
    leader: int | None = None
    """The seat that led to the current trick."""
    in_trick: int = 0
    """The number of cards played to the current trick."""

    @property
    def cards(self) -> int:
        """The number of cards dealt to each seat; the highest where they differ."""
        return max(self.hands, default=0)


class SeatScore(Struct, array_like=True, frozen=True):
    """The result of a scored round for one seat."""

    machine: bool
    bid: int | None
    tricks: int
    made: bool | None
    points: int


class ScoredRound(Struct, array_like=True, frozen=True):
    """A scored round."""

    number: int
    dealer: int
    cards: int
    trump: Suit | None
    bidder: int | None
    contract: int | None
    seats: tuple[SeatScore, ...]
    """One for each seat, in the order of the seats."""

    def from_dealer(self, seat: int) -> int:
        """Return the number of places from the dealer to a seat, counted to the left."""
        return (seat - self.dealer) % len(self.seats)

    @property
    def made(self) -> bool | None:
        """True if the bidder made its bid; None in a round without a bidder."""
        return None if self.bidder is None else self.seats[self.bidder].made


class GroupPlay(Struct, array_like=True, frozen=True):
    """A play of equal cards."""

    seat: int
    machine: bool
    rank: Rank
    cards: int


class StatisticsProgress(Struct, omit_defaults=True):
    """The state of one game, updated with each of its events."""

    game: GameProgress
    rules_version: int
    options: str
    """JSON with sorted keys."""
    created_at: datetime
    started_at: datetime | None = None
    moves: int = 0
    round: RoundProgress | None = None
    scored: list[ScoredRound] = []
    groups: list[GroupPlay] = []
    dealt: tuple[int, ...] = ()
    """The number of cards dealt to each seat in the first round."""
    played: dict[int, list[Card]] = {}
    """The cards that each seat has played in the first round."""
    changed: bool = False
    """True if a seat discarded in the first round, so that the cards played differ from those dealt."""
