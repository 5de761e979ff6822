"""The cards of Hundred and Ten as bits, in the order of what the published player gives up first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec import Struct

from domain.cards import DECK_WITH_JOKER, Card, Suit
from domain.machine.hundred_and_ten import COSTS, FIVES, MISSING_FIVE, WORTH_OF_BIDS
from domain.rules.hundred_and_ten import PLAIN_VALUES, TRUMP_VALUES

SUITS: Final = tuple(Suit)


class TrumpCards(Struct, frozen=True, kw_only=True):
    """The cards with one suit as trump, each of them a bit; a set of cards is a sum of bits.

    Cheaper cards are lower bits, so all trumps are higher than all plain cards. Plain cards of different
    suits can cost the same; then they are in the order of the deck.
    """

    suit: Suit
    bit_of: dict[Card, int]
    card_of: dict[int, Card]
    bits: tuple[int, ...]
    """The bits by the cards' places in the deck."""
    trumps: int
    beats: dict[int, int]
    """The cards that win a trick over a card that is winning it."""
    cheaper: dict[int, int]
    """The cards that cost less than a card."""
    worth: dict[int, int]
    """The share of each trump in the published player's estimate of a hand; see `CEILINGS`."""

    def set_of(self, cards: Iterable[Card]) -> int:
        """Return a set of cards."""
        return sum([self.bit_of[card] for card in cards])


@cache
def trump_cards(trump: Suit) -> TrumpCards:
    """Return the cards with a suit as trump."""
    costs, values = COSTS[trump], TRUMP_VALUES[trump]
    order = sorted(DECK_WITH_JOKER, key=costs.__getitem__)
    bit_of = {card: 1 << place for place, card in enumerate(order)}

    def set_of(cards: Iterable[Card]) -> int:
        return sum(bit_of[card] for card in cards)

    def beaters(card: Card) -> int:
        if card in values:
            return set_of(other for other in values if values[other] > values[card])
        plain = (other for other in order if other not in values and other.suit is card.suit)
        return set_of(values) | set_of(other for other in plain if PLAIN_VALUES[other] > PLAIN_VALUES[card])

    return TrumpCards(
        suit=trump,
        bit_of=bit_of,
        card_of={bit: card for card, bit in bit_of.items()},
        bits=tuple(bit_of[card] for card in DECK_WITH_JOKER),
        trumps=set_of(values),
        beats={bit_of[card]: beaters(card) for card in order},
        cheaper={
            bit_of[card]: set_of(other for other in order if costs[other] < costs[card]) for card in order
        },
        worth={bit_of[card]: _worth(card, trump) for card in values},
    )


def _worth(card: Card, trump: Suit) -> int:
    return TRUMP_VALUES[trump].get(card, 0) + (MISSING_FIVE if card is FIVES[trump] else 0)


# The published player's bids. A hand's worth is summed for all four suits at once, one byte for each suit.

WORTHS: Final = tuple(
    sum(_worth(card, suit) << 8 * place for place, suit in enumerate(SUITS)) for card in DECK_WITH_JOKER
)
"""The share of each card in the estimates of a hand, by the card's place in the deck."""
PLACES: Final = {card: place for place, card in enumerate(DECK_WITH_JOKER)}
"""The places of the cards in the deck."""

CEILINGS: Final = tuple(
    next((bid for above, bid in WORTH_OF_BIDS if worth - MISSING_FIVE > above), 0) for worth in range(256)
)
"""The highest bid of the published player by the sum of the worth of its cards in its best suit."""


def ceiling_of(worths: int) -> int:
    """Return the highest bid of the published player with a hand whose worths have the given sum."""
    return CEILINGS[max(worths & 255, worths >> 8 & 255, worths >> 16 & 255, worths >> 24)]


def best_suit_of(worths: int) -> Suit:
    """Return the suit that the published player names with a hand whose worths have the given sum."""
    found = (worths & 255, worths >> 8 & 255, worths >> 16 & 255, worths >> 24)
    return SUITS[found.index(max(found))]
