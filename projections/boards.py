"""Who sits at the end of a game, and on which board it counts: people among themselves, or with machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum, unique

from domain.events import Event, PlayerJoined, PlayerLeft, SeatAutomated
from domain.lobby_events import MEMORIES
from domain.state import Game, Seat

SEATING: frozenset[type[Event]] = frozenset({PlayerJoined, PlayerLeft, SeatAutomated})
"""The events that change who sits where, or who plays there."""


@unique
class Board(StrEnum):
    """Which games count together."""

    PEOPLE = "people"
    """Games in which every seat was a person's to the end."""
    MIXED = "mixed"
    """Games in which a machine player had a seat or took one over."""


def seated(seats: tuple[Seat, ...], event: Event) -> tuple[Seat, ...]:
    """Return who sits where after an event of SEATING."""
    return MEMORIES[type(event)](Game(seats=seats), event).seats


def by_machine(seat: Seat) -> bool:
    """Tell whether a machine plays the seat, from the start or since it took over."""
    return seat.machine or seat.automated


def board_of(seats: Iterable[Seat]) -> Board:
    """Return where a game counts that ends with these seats."""
    return Board.MIXED if any(map(by_machine, seats)) else Board.PEOPLE


def places(ranking: Sequence[Sequence[int]], seats: int) -> list[int]:
    """Return the place of each seat: one more than there are seats before it.

    Who is in no ranking was behind all others.
    """
    found: dict[int, int] = {}
    for equals in ranking:
        place = len(found) + 1
        for number in equals:
            found[number] = place
    return [found.get(number, len(found) + 1) for number in range(seats)]
