"""What trick-taking games share: seats in turn, and hands from which a card goes."""

from __future__ import annotations

from typing import TypeVar

from domain.cards import Card, Cards

Hands = tuple[Cards, ...]
P = TypeVar("P")


def left_of(seat: int, seats: int) -> int:
    """Return the next seat clockwise."""
    return (seat + 1) % seats


def with_place(places: tuple[P, ...], seat: int, changed: P) -> tuple[P, ...]:
    """Return what lies at the seats with one of them changed."""
    lying = list(places)
    lying[seat] = changed
    return tuple(lying)


def after_play(hands: Hands, seat: int, card: Card) -> Hands:
    """Return the hands after a seat has played a card, which a viewer may have seen face down."""
    hand = hands[seat]
    at = hand.index(card) if card in hand else 0
    return with_place(hands, seat, hand[:at] + hand[at + 1 :])
