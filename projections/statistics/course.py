"""What must be remembered of a public game that is under way, to tell its facts and to count it at its end.

All of it an onlooker has seen. Facts that were told are in their tables already; what is here is no more than
it takes to tell the next one, and what the sums of the day will be made of.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct

from domain.cards import Card, Rank, Suit
from domain.events import PlayerId
from domain.state import Seat
from projections.boards import by_machine

Who = tuple[PlayerId, bool]
"""Who sits at a seat, and whether a machine plays it."""


class Round(Struct, omit_defaults=True):
    """The round that is being played."""

    number: int
    dealer: int
    hands: tuple[int, ...]
    """How many cards each seat was dealt."""
    dealt_at: datetime
    trump: Suit | None = None
    bidder: int | None = None
    contract: int | None = None
    bids: dict[int, int] = {}
    """What each seat has bid last, as far as that is public."""
    tricks: dict[int, int] = {}
    """How many tricks each seat has won."""
    told: int = 0
    """How many bids and passes have become public."""
    taken: int = 0
    """How many tricks have been won."""
    plays: int = 0
    leader: int | None = None
    """Who led to the trick that is being played."""
    lying: int = 0
    """How many cards have been played to it."""

    @property
    def cards(self) -> int:
        """How many cards each seat was dealt, the most where they differ."""
        return max(self.hands, default=0)


class Part(Struct, array_like=True, frozen=True):
    """What a round that was scored came to for a seat."""

    machine: bool
    bid: int | None
    tricks: int
    made: bool | None
    points: int


class Scored(Struct, array_like=True, frozen=True):
    """A round that was scored."""

    number: int
    dealer: int
    cards: int
    trump: Suit | None
    bidder: int | None
    contract: int | None
    parts: tuple[Part, ...]
    """By seats."""

    def from_dealer(self, seat: int) -> int:
        """Return how far a seat is to the left of the dealer."""
        return (seat - self.dealer) % len(self.parts)

    @property
    def made(self) -> bool | None:
        """Whether the bid that was played for was made; None where none was."""
        return None if self.bidder is None else self.parts[self.bidder].made


class Group(Struct, array_like=True, frozen=True):
    """A play of equal cards."""

    seat: int
    machine: bool
    rank: Rank
    cards: int


class Course(Struct, omit_defaults=True):
    """How far a game has come; it grows with the game's events."""

    variant: str
    rules_version: int
    options: str
    """JSON, with its keys in order."""
    created_at: datetime
    started_at: datetime | None = None
    seats: tuple[Seat, ...] = ()
    rounds: int = 0
    moves: int = 0
    round: Round | None = None
    scores: tuple[int, ...] = ()
    """The points of each seat, empty before the first round was scored."""
    scored: list[Scored] = []
    groups: list[Group] = []
    dealt: tuple[int, ...] = ()
    """How many cards each seat was dealt in the first round."""
    played: dict[int, list[Card]] = {}
    """The cards that each seat has played in the first round."""
    changed: bool = False
    """Whether anybody has discarded in the first round, so that what is played is not what was dealt."""

    @property
    def who(self) -> list[Who]:
        """Who sits at each seat."""
        return [(seat.player, by_machine(seat)) for seat in self.seats]

    @property
    def machines(self) -> int:
        """How many seats a machine plays."""
        return sum(map(by_machine, self.seats))


_decoder = msgspec.json.Decoder(Course)
_encoder = msgspec.json.Encoder()


def decoded(state: bytes) -> Course:
    """Return the course that was kept."""
    return _decoder.decode(state)


def encoded(course: Course) -> bytes:
    """Return a course in the form in which it is kept."""
    return _encoder.encode(course)
