"""Boards on which a game counts: by the players who have its seats at the end, and who played them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum, unique

from domain.events import Event, PlayerJoined, PlayerLeft, SeatAutomated, SeatReclaimed
from domain.lobby.evolvers import LOBBY_EVOLVERS
from domain.state import Game, Seat

SEATING: frozenset[type[Event]] = frozenset({PlayerJoined, PlayerLeft, SeatAutomated, SeatReclaimed})
"""The events that change the player of a seat, or whether the machine plays it."""


@unique
class Board(StrEnum):
    """The group of games that are counted together."""

    PEOPLE = "people"
    """Games in which no machine player had a seat."""
    VOUCHED = "vouched"
    """Games of PEOPLE in which an identity provider vouched for every player, so no guest played."""
    MIXED = "mixed"
    """Games in which a machine player had a seat, and a person played another one."""
    MACHINES = "machines"
    """Games in which machines played all seats from the start to the end; they have statistics only."""


def seats_after(seats: tuple[Seat, ...], event: Event) -> tuple[Seat, ...]:
    """Return the seats after an event of SEATING."""
    return LOBBY_EVOLVERS[type(event)](Game(seats=seats), event).seats


def by_machine(seat: Seat) -> bool:
    """Return whether a machine plays the seat, from the start or since it took over."""
    return seat.machine or seat.automated


def forfeited(seat: Seat) -> bool:
    """Return whether the machine took the seat over from a person, who thereby lost the game."""
    return seat.automated and not seat.machine


def played_by_machines(seats: Sequence[Seat]) -> bool:
    """Return whether machines play all seats."""
    return bool(seats) and all(map(by_machine, seats))


def board_of(seats: Iterable[Seat], *, machines_only: bool) -> Board:
    """Return the board of a game; `machines_only` says that machines played all seats from the start on.

    A seat that a person handed over after the start does not move a game to MACHINES: the person has lost.
    """
    if machines_only:
        return Board.MACHINES
    return Board.MIXED if any(seat.machine for seat in seats) else Board.PEOPLE


def ranked_boards(seats: Sequence[Seat], vouched: Sequence[int], *, machines_only: bool) -> tuple[Board, ...]:
    """Return all boards on which the people of a game are ranked; none if no person played.

    `vouched` holds the seats of vouched-for players.
    """
    board = board_of(seats, machines_only=machines_only)
    if board is Board.MACHINES:
        return ()
    everybody = board is Board.PEOPLE and len(vouched) == len(seats)
    return (board, Board.VOUCHED) if everybody else (board,)


def ranks_of(ranking: Sequence[Sequence[int]], seats: Sequence[Seat]) -> list[int]:
    """Return a rank for each seat, lower for better; forfeited seats rank behind all others."""
    last = len(seats) + 1
    ranks = places(ranking, len(seats))
    return [last if forfeited(seat) else rank for seat, rank in zip(seats, ranks, strict=True)]


def places(ranking: Sequence[Sequence[int]], seats: int) -> list[int]:
    """Return the place of each seat: one more than the number of seats before it.

    Seats that the ranking omits share the place behind all others.
    """
    found: dict[int, int] = {}
    for equals in ranking:
        place = len(found) + 1
        for number in equals:
            found[number] = place
    return [found.get(number, len(found) + 1) for number in range(seats)]
