"""The machine player of Oh Hell: bids the tricks that it expects, and plays to win exactly that many.

Source: RULES, "Oh Hell", "Suggested move". A card's worth is its chance to win a trick when the cards that
the seat has not seen are placed at random: no other hand holds a higher card, and no opponent ruffs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import cast

from domain import commands as c
from domain.cards import FRENCH_DECK, Card, Cards, Suit
from domain.rules.oh_hell import (
    RANK_VALUES,
    SEATS,
    OhHellTable,
    Phase,
    available_bids,
    playable,
    strengths,
    winning,
)
from domain.rules.seating import left_of
from domain.state import Game

LONG_TRUMPS = 3
"""The number of trumps above which each further trump counts as a trick."""
CARD_GROWTH = 1 / 8
"""The relative gain in a card's worth for each further card in hand.

Further cards win by ruffs and by outlasting the higher cards. The value is chosen so that the bids of
four such players add up to about the number of tricks.
"""


def suggest(view: Game, seat: int) -> c.Move:
    """Choose a bid or a card for a seat that is to move."""
    table = cast(OhHellTable, view.table)
    by = view.seats[seat].player
    match table.phase:
        case Phase.BIDDING:
            expected = _expected_blind(table, seat) if _is_blind(table, seat) else _expected(table, seat)
            return c.PlaceBid(by=by, amount=min(round(expected), available_bids(table, seat)[-1]))
        case Phase.TRICKS:
            return c.PlayCard(by=by, card=_card_to_play(table, seat))
        case Phase.DEALING | Phase.ROUND_SCORED:
            raise ValueError(f"nothing is to be chosen in the phase {table.phase}")


def _is_blind(table: OhHellTable, seat: int) -> bool:
    return Card.FACE_DOWN in table.hands[seat]


# Bidding.


def _unseen(table: OhHellTable, seat: int) -> frozenset[Card]:
    """Return the cards that the seat has not seen: they are in other hands or in the deck."""
    played = (played.card for played in table.trick)
    seen = {*table.hands[seat], *table.pile, *played, table.turn_up}
    return frozenset(card for card in FRENCH_DECK if card not in seen)


def _expected(table: OhHellTable, seat: int) -> float:
    """Return the number of tricks that the hand is expected to win."""
    hand, trump = table.hands[seat], table.trump
    chance = _chances(trump, len(hand), _unseen(table, seat))
    trumps = [card for card in hand if card.suit is trump]
    long = max(len(trumps) - LONG_TRUMPS, 0)
    # The lowest of many trumps win once the other hands have no trumps left.
    sure = sorted(trumps, key=_height)[:long]
    honours = sum(chance(card) for card in hand if card not in sure)
    return long + honours * (1 + CARD_GROWTH * (len(hand) - 1))


def _expected_blind(table: OhHellTable, seat: int) -> float:
    """Return the chance that the seat's unseen card wins against the three cards that it sees."""
    leader = left_of(table.dealer, SEATS)
    others = [table.hands[other][0] for other in range(SEATS) if other != seat]
    seen = {*others, *table.pile, table.turn_up}
    own = [card for card in FRENCH_DECK if card not in seen]
    led = None if seat == leader else table.hands[leader][0].suit
    won = sum(_beats_all(card, others, table.trump, led or card.suit) for card in own)
    return won / len(own)


def _beats_all(card: Card, others: Iterable[Card], trump: Suit | None, led: Suit | None) -> bool:
    standing = strengths(trump, led)
    return standing[card] > max(standing[other] for other in others)


def _chances(trump: Suit | None, size: int, unseen: frozenset[Card]) -> Callable[[Card], float]:
    """Return a function from a card to its chance to win a trick to which its suit is led."""
    others = (SEATS - 1) * size
    # The chance that any one unseen card is in another hand rather than in the deck.
    dealt = min(others / len(unseen), 1.0) if unseen else 1.0
    heights: dict[Suit | None, list[int]] = {suit: [] for suit in Suit}
    for other in unseen:
        heights[other.suit].append(RANK_VALUES[other.rank])
    ruffs = 0.0 if trump is None else _held(dealt, len(heights[trump]))
    safe = {
        suit: 1.0 if suit is trump else (1 - ruffs * (1 - _held(dealt, len(left)))) ** (SEATS - 1)
        for suit, left in heights.items()
    }

    def chance(card: Card) -> float:
        height = RANK_VALUES[card.rank]
        higher = sum([other > height for other in heights[card.suit]])
        unbeaten: float = (1 - dealt) ** higher
        return unbeaten * safe[card.suit]

    return chance


def _held(dealt: float, cards: int) -> float:
    """Return the chance that a given other hand has at least one of this number of cards."""
    nothing: float = (1 - dealt / (SEATS - 1)) ** cards
    return 1 - nothing


# Card play.


def _card_to_play(table: OhHellTable, seat: int) -> Card:
    cards = playable(table, seat)
    bid = table.bids[seat] or 0
    wanted = bid - sum(won.seat == seat for won in table.won)
    if not table.trick:
        return _lead(table, seat, cards, wanted)
    standing = strengths(table.trump, table.trick[0].card.suit)
    to_beat = standing[winning(table).card]
    losing = [card for card in cards if standing[card] < to_beat]
    beating = [card for card in cards if standing[card] > to_beat]
    cost = _costs(table.trump)
    if wanted > 0:
        return min(beating or losing, key=cost.__getitem__)
    if losing:
        return max(losing, key=cost.__getitem__)
    last = len(table.trick) == SEATS - 1
    return max(beating, key=cost.__getitem__) if last else min(beating, key=cost.__getitem__)


def _lead(table: OhHellTable, seat: int, cards: Cards, wanted: int) -> Card:
    if wanted <= 0:
        return min(cards, key=_costs(table.trump).__getitem__)
    return max(cards, key=_chances(table.trump, len(cards), _unseen(table, seat)))


def _height(card: Card) -> int:
    return RANK_VALUES[card.rank]


@cache
def _costs(trump: Suit | None) -> dict[Card, int]:
    """Return the cost of giving up each card: plain cards by rank, then trumps by rank."""
    return {card: _height(card) + len(RANK_VALUES) * (card.suit is trump) for card in FRENCH_DECK}
