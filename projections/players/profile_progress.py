"""State of a public game in progress, needed to count it in profiles once it is won.

It contains only what a spectator has seen, because only public fields are read: a secret bid is unknown until
the event that discloses all bids. The code does not depend on the name of a variant. Bids are read from
`BidPlaced`, or from any event with a public field `bids` that has one entry for each seat. The score of the
round says whether they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from application.codec import all_event_types
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
from projections.players.boards import SEATING, Board, boards_of, forfeited, ranks_of, seated

MACHINE: PlayerId = "machine"
"""The opponent id of all seats of machine players together; no player has such an id."""


class Bids(Struct, array_like=True):
    """The numbers of bids that were made and that failed."""

    made: int = 0
    failed: int = 0


class Course(Struct):
    """The state of one game, updated with each of its events."""

    variant: str
    seats: tuple[Seat, ...] = ()
    vouched: tuple[int, ...] = ()
    """The seats of the players for whom an identity provider vouched at the start."""
    rounds: int = 0
    scores: tuple[int, ...] = ()
    tricks: dict[int, int] = {}
    """The number of tricks won by each seat."""
    bid: dict[int, int] = {}
    """The last public bid of each seat in this round."""
    judged: dict[int, Bids] = {}
    """The numbers of each seat's bids that were made and that failed."""
    amounts: dict[int, dict[int, Bids]] = {}
    """The same by the amount of the bid, where the amount is known."""
    trumps: dict[int, dict[str, int]] = {}
    """How often each seat has named each trump suit."""

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards on which the game counts, as of its events so far."""
        return boards_of(self.seats, self.vouched)

    @property
    def people(self) -> dict[int, PlayerId]:
        """The people who have a seat, by seat number; machine players are left out."""
        return {number: seat.player for number, seat in enumerate(self.seats) if not seat.machine}

    def forfeited(self, seat: int) -> bool:
        """Return whether a person's seat was handed to the machine."""
        return forfeited(self.seats[seat])

    def ranks(self, won: GameWon) -> list[int]:
        """Return a rank for each seat, lower for better; forfeited seats rank behind all others."""
        return ranks_of(won.ranking, self.seats)

    def opponents(self, of: int) -> Iterator[tuple[int, PlayerId]]:
        """Yield the other seats, each with the id that it has as an opponent."""
        for number, seat in enumerate(self.seats):
            if number != of:
                yield number, MACHINE if seat.machine else seat.player


Take = Callable[[Course, Any], None]
"""Updates a course with an event."""


@cache
def takes() -> Mapping[type[Event], Take]:
    """Return the function that updates a course, by event class; other classes do not change it."""
    told = {event: _bids_told for event in all_event_types() if tells_bids(event)}
    return {**told, **_TAKES}


_decoder = msgspec.json.Decoder(Course)


def decoded(state: bytes) -> Course:
    """Return a course from its stored form."""
    return _decoder.decode(state)


def encoded(course: Course) -> bytes:
    """Return the stored form of a course."""
    return msgspec.json.encode(course)


def tells_bids(event: type[Event]) -> bool:
    """Return whether events of a class have a public field with the bid of each seat."""
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
