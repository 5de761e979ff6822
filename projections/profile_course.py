"""What must be remembered of a game that is under way, to count it in profiles once it is won.

Only fields that everybody may read are looked at, so what is remembered is what an onlooker has seen: a
secret bid is unknown here until the event that tells all bids. No variant is known by its name. What there is
to count shows in the events: bids in `BidPlaced`, or in any event with a public field `bids` that has one for
each seat, and whether they were made in the score of the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from application.recorded import known_events
from domain.events import (
    BidPlaced,
    Event,
    GameStarted,
    GameWon,
    PlayerId,
    RoundDealt,
    RoundScored,
    TrickWon,
    TrumpSelected,
)
from domain.state import Seat
from domain.visibility import marks
from projections.boards import SEATING, Board, boards_of, forfeited, ranks_of, seated

MACHINE: PlayerId = "machine"
"""The opponent that all seats together are that a machine plays; no player has such an id."""


class Bids(Struct, array_like=True):
    """How many bids were made, and how many not."""

    made: int = 0
    failed: int = 0


class Course(Struct):
    """How far a game has come; it grows with the game's events."""

    variant: str
    seats: tuple[Seat, ...] = ()
    vouched: tuple[int, ...] = ()
    """The seats of the players for whom an identity provider vouched at the start."""
    rounds: int = 0
    scores: tuple[int, ...] = ()
    tricks: dict[int, int] = {}
    """How many tricks each seat has won."""
    bid: dict[int, int] = {}
    """What each seat has bid last in this round, as far as that is public."""
    judged: dict[int, Bids] = {}
    """How many of a seat's bids were made."""
    amounts: dict[int, dict[int, Bids]] = {}
    """The same by the amount of the bid, where that is known."""
    trumps: dict[int, dict[str, int]] = {}
    """How often each seat has named each trump suit."""

    @property
    def boards(self) -> tuple[Board, ...]:
        """Where the game counts, as it stands."""
        return boards_of(self.seats, self.vouched)

    @property
    def people(self) -> dict[int, PlayerId]:
        """Who has a seat, by its number; machine players are none of them."""
        return {number: seat.player for number, seat in enumerate(self.seats) if not seat.machine}

    def forfeited(self, seat: int) -> bool:
        """Return whether a person's seat was handed to the machine."""
        return forfeited(self.seats[seat])

    def ranks(self, won: GameWon) -> list[int]:
        """Return numbers that order the seats from first to last, forfeited ones behind all others."""
        return ranks_of(won.ranking, self.seats)

    def opponents(self, of: int) -> Iterator[tuple[int, PlayerId]]:
        """Give the other seats, each with who it is to those who met it."""
        for number, seat in enumerate(self.seats):
            if number != of:
                yield number, MACHINE if seat.machine else seat.player


Take = Callable[[Course, Any], None]
"""Lets a course grow by an event."""


@cache
def takes() -> Mapping[type[Event], Take]:
    """Return how a course grows, by the classes of events that tell it something."""
    told = {event: _bids_told for event in known_events() if tells_bids(event)}
    return {**told, **_TAKES}


_decoder = msgspec.json.Decoder(Course)


def decoded(state: bytes) -> Course:
    """Return the course that was kept."""
    return _decoder.decode(state)


def encoded(course: Course) -> bytes:
    """Return a course in the form in which it is kept."""
    return msgspec.json.encode(course)


def tells_bids(event: type[Event]) -> bool:
    """Tell whether events of a class tell everybody the bid of each seat."""
    private = {field for field, _ in marks(event)}
    return "bids" not in private and get_type_hints(event).get("bids") == tuple[int, ...]


def _seats_changed(course: Course, event: Event) -> None:
    course.seats = seated(course.seats, event)


def _started(course: Course, event: GameStarted) -> None:
    course.vouched = event.vouched


def _round_dealt(course: Course, event: RoundDealt) -> None:
    course.rounds += 1
    course.bid = {}


def _bid_placed(course: Course, event: BidPlaced) -> None:
    course.bid[event.seat] = event.amount


def _bids_told(course: Course, event: Any) -> None:
    course.bid = dict(enumerate(event.bids))


def _trump_selected(course: Course, event: TrumpSelected) -> None:
    chosen = course.trumps.setdefault(event.seat, {})
    chosen[event.suit.value] = chosen.get(event.suit.value, 0) + 1


def _trick_won(course: Course, event: TrickWon) -> None:
    course.tricks[event.seat] = course.tricks.get(event.seat, 0) + 1


def _round_scored(course: Course, event: RoundScored) -> None:
    course.scores = event.scores
    for seat, made in enumerate(event.bids_made):
        if made is None:
            continue
        counted = [course.judged.setdefault(seat, Bids())]
        if (amount := course.bid.get(seat)) is not None:
            counted.append(course.amounts.setdefault(seat, {}).setdefault(amount, Bids()))
        for bids in counted:
            bids.made += made
            bids.failed += not made
    course.bid = {}


_TAKES: Mapping[type[Event], Take] = {
    **dict.fromkeys(SEATING, _seats_changed),
    GameStarted: _started,
    RoundDealt: _round_dealt,
    BidPlaced: _bid_placed,
    TrumpSelected: _trump_selected,
    TrickWon: _trick_won,
    RoundScored: _round_scored,
}
