"""The deal of a round as everyone sees it, and its cards once its shuffles are revealed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.cards import Card, Cards


class Deal(Struct, frozen=True, array_like=True):
    """The public facts of a deal."""

    round: int
    dealer: int
    hands: tuple[int, ...]
    """The number of cards dealt to each seat."""
    stock: int
    """The number of cards left undealt."""
    shuffle: int
    """The number of the latest shuffle before the deal."""

    def from_dealer(self, seat: int) -> int:
        """Return the number of places from the dealer to a seat, counted to the left."""
        return (seat - self.dealer) % len(self.hands)


class DealtCards(Struct, frozen=True):
    """The cards of a deal."""

    hands: tuple[Cards, ...]
    """The hand of each seat, in the order of the seats."""
    turn_up: Card | None = None


def deck_of(deal: Deal, turned: int, orders: Mapping[int, Cards]) -> Cards | None:
    """Return the deck from which a deal takes its cards, the top one first; `turned` cards are turned up.

    A deck that is larger than the latest shuffle begins with the rest of the one before. Returns None if the
    order of either is missing.
    """
    latest = orders.get(deal.shuffle)
    if latest is None:
        return None
    size = sum(deal.hands) + turned + deal.stock
    rest = size - len(latest)
    if rest <= 0:
        return latest[-rest:]
    before = orders.get(deal.shuffle - 1)
    return None if before is None else before[-rest:] + latest
