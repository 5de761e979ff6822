"""What all games share: seats in turn, and what lies at each of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from domain.cards import Cards

Hands = tuple[Cards, ...]
P = TypeVar("P")

CLOCKWISE, COUNTERCLOCKWISE = 1, -1


def left_of(seat: int, seats: int) -> int:
    """Return the next seat clockwise."""
    return (seat + 1) % seats


def next_in_play(seat: int, seats: int, gone: Collection[int], step: int = CLOCKWISE) -> int:
    """Return the next seat that is not gone, going round in steps; the same one if there is no other."""
    for distance in range(1, seats):
        other = (seat + step * distance) % seats
        if other not in gone:
            return other
    return seat


def with_place(places: tuple[P, ...], seat: int, changed: P) -> tuple[P, ...]:
    """Return what lies at the seats with one of them changed."""
    lying = list(places)
    lying[seat] = changed
    return tuple(lying)
