"""The cards as bits of an int, by what they cost to give up: plain cards by rank, then trumps."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from domain.cards import FRENCH_DECK, Card, Suit
from domain.rules.oh_hell import RANK_VALUES, SEATS

ALL_CARDS = (1 << len(FRENCH_DECK)) - 1
_MOST_OF_SUIT = len(RANK_VALUES)


class CardBits:
    """The bits of the cards under one trump, the lowest bit for the cheapest card.

    Plain cards of equal rank are in the order of their suits.
    """

    __slots__ = ("beaten_by", "bit", "card", "cheaper", "dearer", "higher", "suit", "suits", "trumps")

    def __init__(self, trump: Suit) -> None:
        suits = list(Suit)
        order = sorted(
            FRENCH_DECK,
            key=lambda card: (card.suit is trump, RANK_VALUES[card.rank], suits.index(card.suit or trump)),
        )
        self.bit = {card: 1 << place for place, card in enumerate(order)}
        self.card = {bit: card for card, bit in self.bit.items()}
        of_suit = {suit: self.of(card for card in order if card.suit is suit) for suit in suits}
        self.suits = tuple(of_suit.values())
        """The cards of each suit."""
        self.trumps = of_suit[trump]
        self.suit = {self.bit[card]: of_suit[card.suit or trump] for card in order}
        """The suit of each card."""
        self.higher = {bit: suit & ~((bit << 1) - 1) for bit, suit in self.suit.items()}
        """The higher cards of each card's suit."""
        self.beaten_by = {
            bit: cards if bit & self.trumps else cards | self.trumps for bit, cards in self.higher.items()
        }
        """The cards that beat each card while it wins the trick."""
        plain = ALL_CARDS ^ self.trumps
        by_rank = [
            self.of(card for card in order if RANK_VALUES[card.rank] == value and card.suit is not trump)
            for value in range(_MOST_OF_SUIT)
        ]
        equal = {bit: bit for bit in bits_of(self.trumps)} | {
            bit: rank for rank in by_rank for bit in bits_of(rank & plain)
        }
        self.cheaper = {bit: (same & -same) - 1 for bit, same in equal.items()}
        """The cards that cost less than each card."""
        self.dearer = {bit: ALL_CARDS & ~(self.cheaper[bit] | same) for bit, same in equal.items()}
        """The cards that cost more than each card."""

    def of(self, cards: Iterable[Card]) -> int:
        """Return the set of these cards; those that are face down are left out."""
        return sum(self.bit[card] for card in cards if card is not Card.FACE_DOWN)


@cache
def card_bits(trump: Suit) -> CardBits:
    """Return the bits of the cards under a trump."""
    return CardBits(trump)


def bits_of(cards: int) -> list[int]:
    """Return the bits of a set of cards, from the cheapest card on."""
    bits = []
    while cards:
        bit = cards & -cards
        bits.append(bit)
        cards ^= bit
    return bits


@cache
def chances(size: int, unseen: int) -> tuple[list[float], list[float]]:
    """Return two chances for each number of unseen cards: that no other hand, or a certain one, has any.

    `size` is the number of cards in each hand, `unseen` the number of cards that a seat has not seen.
    """
    others = SEATS - 1
    dealt = min(others * size / unseen, 1.0) if unseen else 1.0
    return _powers(1 - dealt), _powers(1 - dealt / others)


def _powers(base: float) -> list[float]:
    """Return the powers of a number, by products alone: they are equal on every platform."""
    powers = [1.0]
    for _ in range(_MOST_OF_SUIT):
        powers.append(powers[-1] * base)
    return powers
