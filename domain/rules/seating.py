"""Seat order and per-seat values, shared by all games."""

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
    """Return the next seat in the direction of play that is not gone; the same seat if there is no other."""
    for distance in range(1, seats):
        other = (seat + step * distance) % seats
        if other not in gone:
            return other
    return seat


def with_place(places: tuple[P, ...], seat: int, changed: P) -> tuple[P, ...]:
    """Return the per-seat values with the value of one seat replaced."""
    lying = list(places)
    lying[seat] = changed
    return tuple(lying)
