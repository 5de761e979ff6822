"""Plays a game of President on as the published player does, on sets of bits.

A test holds it equal to the rules and the published player.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from domain.machine.thinking.president.cards import (
    EACH_FIELD,
    FIELD,
    HELD,
    ORDINARY_RANKS,
    THREE,
    THREES,
    TWO,
    TWOS,
)
from domain.rules.president import ClearAfter, PresidentTable
from domain.rules.seating import CLOCKWISE, COUNTERCLOCKWISE, next_in_play
from domain.state import Game

Position = tuple[int, int, int, int, int, int, int]
"""Whose turn it is, 1 if clockwise, how many cards lie on the table, the bit of their rank, passes in a row,
the set of the active seats, and the seat that played last."""


class Seating(Struct, frozen=True):
    """The order of the seats, and how passes clear the table."""

    following: tuple[tuple[tuple[int, ...], ...], ...]
    """By direction (1 if clockwise), set of active seats and seat: the next active seat."""
    others: int
    """1 if the table is cleared once all others have passed, 0 after a full circle."""


@cache
def seating(seats: int, clear_after: ClearAfter) -> Seating:
    """Return the order of a number of seats."""
    following = tuple(
        tuple(
            tuple(
                next_in_play(seat, seats, [other for other in range(seats) if not active >> other & 1], step)
                for seat in range(seats)
            )
            for active in range(1 << seats)
        )
        for step in (COUNTERCLOCKWISE, CLOCKWISE)
    )
    return Seating(following, int(clear_after is ClearAfter.ALL_OTHERS))


def position_of(table: PresidentTable, value: int) -> Position:
    """Return the position at a table on which cards lie of the rank with the bit `value`, or none."""
    return (
        table.turn,
        int(table.clockwise),
        len(table.to_beat),
        value,
        table.passes,
        sum(1 << seat for seat in table.active),
        table.turn if table.led_by is None else table.led_by,
    )


def after_move(hands: list[int], seating: Seating, position: Position, bit: int, count: int) -> Position:
    """Return the position after a play of cards of a rank, or a pass (0 cards); takes them from the hand."""
    turn, clockwise, lying, value, passes, active, last = position
    if not count:
        following = seating.following[clockwise][active]
        passes += 1
        leads_again = seating.others & active >> last
        if passes < active.bit_count() - leads_again:
            return following[turn], clockwise, lying, value, passes, active, last
        leader = last if leads_again else following[turn]
        return leader, clockwise, 0, 0, 0, active, leader
    hand = hands[turn]
    rank = bit.bit_length() - 1
    held = hand & bit * EACH_FIELD
    left = hands[turn] = hand ^ held ^ HELD[rank][held.bit_count() - count]
    seat, same = turn, lying and value == bit
    if bit == THREE:
        clockwise = 1 - clockwise
    following = seating.following[clockwise][active]
    if bit != TWO or same or not left:
        turn = following[turn]
    if same:
        turn = following[turn]
    if not left:
        active ^= 1 << seat
    return turn, clockwise, count, bit, 0, active, seat


def play_on(
    hands: list[int], seating: Seating, position: Position, seat: int, *, pausing: bool = False, most: int = 1
) -> Position:
    """Play on as the published player does until a seat is out or the last one; takes cards from the hands.

    With `pausing`, return also once the seat is to move; with `most`, once at most so many seats are active.
    """
    turn, clockwise, lying, value, passes, active, last = position
    directions, others = seating.following, seating.others
    following = directions[clockwise][active]
    own, number = 1 << seat, active.bit_count()
    clearing = number - (others & active >> last)
    while active & own and number > most and not (pausing and turn == seat):
        hand = hands[turn]
        if not lying:
            playable = hand & ORDINARY_RANKS
        elif value < TWO:
            playable = (hand >> FIELD * lying | hand >> FIELD * (lying - 1) & -value) & ORDINARY_RANKS
        else:
            playable = hand >> FIELD * (lying - 1) & ORDINARY_RANKS
        if playable:
            bit = playable & -playable
            cards = hand & bit * EACH_FIELD
            count = cards.bit_count()
        elif hand & TWO:
            # One card less of a rank: its bits one field lower.
            held = hand & TWOS
            bit, count, cards = TWO, 1, held ^ held >> FIELD
        elif hand & THREE:
            held = hand & THREES
            bit, count, cards = THREE, 1, held ^ held >> FIELD
        else:
            passes += 1
            turn = following[turn]
            if passes >= clearing:
                if clearing < number:
                    turn = last
                lying = passes = 0
            continue
        left = hands[turn] = hand ^ cards
        last = turn
        if bit == THREE:
            clockwise = 1 - clockwise
            following = directions[clockwise][active]
        if lying and value == bit:
            turn = following[following[turn]]
        elif bit != TWO or not left:
            turn = following[turn]
        lying, value, passes = count, bit, 0
        if left:
            clearing = number - others
        else:
            active ^= 1 << last
            number -= 1
            clearing = number
            following = directions[clockwise][active]
    return turn, clockwise, lying, value, passes, active, last


def seats_behind(active: int, seat: int) -> int:
    """Return how many seats are behind one that is out, or is the last one; `active` is from that moment."""
    return 0 if active >> seat & 1 else active.bit_count()


def places(hands: Sequence[int], seating: Seating, position: Position) -> list[int]:
    """Return the seats from first to last, if all play on from a position as the published player does."""
    seats = range(len(hands))
    behind = []
    for seat in seats:
        *_, active, _ = play_on(list(hands), seating, position, seat)
        behind.append(seats_behind(active, seat))
    return sorted(seats, key=behind.__getitem__, reverse=True)


def worth_of_result(view: Game, seat: int) -> float:
    """Return the value of a place: the best of them is worth 1, the last 0."""
    return 1 / (len(view.seats) - 1)
