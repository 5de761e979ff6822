"""State of a public game in progress: the input for its next facts and its final count.

It contains only public information, visible to spectators. Facts that have been written are in their tables;
this state holds what the next fact and the aggregates of the day need.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct

from domain.cards import Card, Rank, Suit
from domain.events import PlayerId
from domain.state import Seat
from projections.players.boards import by_machine

Who = tuple[PlayerId, bool]
"""The player of a seat, and whether a machine plays it."""


class Round(Struct, omit_defaults=True):
    """The round in progress."""

    number: int
    dealer: int
    hands: tuple[int, ...]
    """The number of cards dealt to each seat."""
    dealt_at: datetime
    trump: Suit | None = None
    bidder: int | None = None
    contract: int | None = None
    bids: dict[int, int] = {}
    """The last public bid of each seat."""
    tricks: dict[int, int] = {}
    """The number of tricks won by each seat."""
    told: int = 0
    """The number of bids and passes that have become public."""
    taken: int = 0
    """The number of tricks that have been won."""
    plays: int = 0
    leader: int | None = None
    """The seat that led to the current trick."""
    lying: int = 0
    """The number of cards played to the current trick."""

    @property
    def cards(self) -> int:
        """The number of cards dealt to each seat; the highest where they differ."""
        return max(self.hands, default=0)


class Part(Struct, array_like=True, frozen=True):
    """The result of a scored round for one seat."""

    machine: bool
    bid: int | None
    tricks: int
    made: bool | None
    points: int


class Scored(Struct, array_like=True, frozen=True):
    """A scored round."""

    number: int
    dealer: int
    cards: int
    trump: Suit | None
    bidder: int | None
    contract: int | None
    parts: tuple[Part, ...]
    """One for each seat, in the order of the seats."""

    def from_dealer(self, seat: int) -> int:
        """Return the number of places from the dealer to a seat, counted to the left."""
        return (seat - self.dealer) % len(self.parts)

    @property
    def made(self) -> bool | None:
        """Whether the bidder made its bid; None in a round without a bidder."""
        return None if self.bidder is None else self.parts[self.bidder].made


class Group(Struct, array_like=True, frozen=True):
    """A play of equal cards."""

    seat: int
    machine: bool
    rank: Rank
    cards: int


class Course(Struct, omit_defaults=True):
    """The state of one game, updated with each of its events."""

    variant: str
    rules_version: int
    options: str
    """JSON with sorted keys."""
    created_at: datetime
    started_at: datetime | None = None
    seats: tuple[Seat, ...] = ()
    rounds: int = 0
    moves: int = 0
    round: Round | None = None
    scores: tuple[int, ...] = ()
    """The points of each seat; empty until the first round is scored."""
    scored: list[Scored] = []
    groups: list[Group] = []
    dealt: tuple[int, ...] = ()
    """The number of cards dealt to each seat in the first round."""
    played: dict[int, list[Card]] = {}
    """The cards that each seat has played in the first round."""
    changed: bool = False
    """Whether a seat discarded in the first round, so that the cards played differ from those dealt."""

    @property
    def who(self) -> list[Who]:
        """The player of each seat, and whether a machine plays it."""
        return [(seat.player, by_machine(seat)) for seat in self.seats]

    @property
    def machines(self) -> int:
        """The number of seats that machines play."""
        return sum(map(by_machine, self.seats))


_decoder = msgspec.json.Decoder(Course)
_encoder = msgspec.json.Encoder()


def decoded(state: bytes) -> Course:
    """Return a course from its stored form."""
    return _decoder.decode(state)


def encoded(course: Course) -> bytes:
    """Return the stored form of a course."""
    return _encoder.encode(course)
