"""The machine player of Oh Hell: bids the tricks that it expects, and plays to win exactly that many.

Source: RULES, "Oh Hell", "Suggested move". A card's worth is its chance to win a trick when the cards that
the seat has not seen are placed at random: no other hand holds a higher card, and no opponent ruffs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import cast

from domain import commands as c
from domain.card_names import card_text
from domain.cards import FRENCH_DECK, Card, Cards, Suit
from domain.hints import Hint, HintKind, HintReason
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
    return hint(view, seat).move


def hint(view: Game, seat: int) -> Hint:
    """Choose the move, and tell why."""
    table = cast(OhHellTable, view.table)
    by = view.seats[seat].player
    match table.phase:
        case Phase.BIDDING:
            amount, reason = _bid(table, seat)
            return Hint(c.PlaceBid(by=by, amount=amount), reason)
        case Phase.TRICKS:
            card, why = _card_to_play(table, seat)
            return Hint(c.PlayCard(by=by, card=card), why)
        case Phase.DEALING | Phase.ROUND_SCORED:
            raise ValueError(f"nothing is to be chosen in the phase {table.phase}")


def _is_blind(table: OhHellTable, seat: int) -> bool:
    return Card.FACE_DOWN in table.hands[seat]


# Bidding.


def _bid(table: OhHellTable, seat: int) -> tuple[int, HintReason]:
    if _is_blind(table, seat):
        winning_cards, possible = _winning_unseen(table, seat)
        expected = winning_cards / possible
        text = (
            f"{winning_cards} of the {possible} cards that you could hold win against the three that you see."
        )
    else:
        expected = _expected(table, seat)
        text = f"By the machine's estimate, your hand wins about {expected:.1f} tricks."
    amount = min(round(expected), available_bids(table, seat)[-1])
    return amount, HintReason(HintKind.EXPECTED_TRICKS, text)


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


def _winning_unseen(table: OhHellTable, seat: int) -> tuple[int, int]:
    """Return how many cards would win against the three that the seat sees, of those that it may hold."""
    leader = left_of(table.dealer, SEATS)
    others = [table.hands[other][0] for other in range(SEATS) if other != seat]
    seen = {*others, *table.pile, table.turn_up}
    own = [card for card in FRENCH_DECK if card not in seen]
    led = None if seat == leader else table.hands[leader][0].suit
    won = sum(_beats_all(card, others, table.trump, led or card.suit) for card in own)
    return won, len(own)


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


def _card_to_play(table: OhHellTable, seat: int) -> tuple[Card, HintReason]:
    cards = playable(table, seat)
    if len(cards) == 1:
        return cards[0], HintReason(HintKind.ONLY_CARD, "It is the only card that you may play.")
    wanted = (table.bids[seat] or 0) - sum(won.seat == seat for won in table.won)
    if not table.trick:
        return _lead(table, seat, cards, wanted)
    standing = strengths(table.trump, table.trick[0].card.suit)
    to_beat = winning(table).card
    losing = [card for card in cards if standing[card] < standing[to_beat]]
    beating = [card for card in cards if standing[card] > standing[to_beat]]
    cost = _costs(table.trump).__getitem__
    last = len(table.trick) == SEATS - 1
    if wanted > 0:
        return min(beating or losing, key=cost), _reason_to_win(
            wanted, to_beat, last=last, beats=bool(beating)
        )
    if losing:
        return max(losing, key=cost), _no_more(
            wanted, HintKind.TAKES_NO_TRICK, "this is your highest card that does not win this trick"
        )
    anyway = _no_more(
        wanted, HintKind.WINS_ANYWAY, f"every card that you may play beats {card_text(to_beat)}"
    )
    return max(beating, key=cost) if last else min(beating, key=cost), anyway


def _lead(table: OhHellTable, seat: int, cards: Cards, wanted: int) -> tuple[Card, HintReason]:
    if wanted <= 0:
        lowest = min(cards, key=_costs(table.trump).__getitem__)
        return lowest, _no_more(wanted, HintKind.LOWEST_LEAD, "lead your lowest card")
    best = max(cards, key=_chances(table.trump, len(cards), _unseen(table, seat)))
    return best, HintReason(
        HintKind.BEST_LEAD,
        f"{_still(wanted)} By the machine's estimate, this card is the most likely to win.",
    )


def _reason_to_win(wanted: int, to_beat: Card, *, last: bool, beats: bool) -> HintReason:
    if not beats:
        return HintReason(
            HintKind.CANNOT_WIN,
            f"You cannot beat {card_text(to_beat)}: this is the lowest card that you may play.",
        )
    if last:
        text = f"{_still(wanted)} This card wins one for sure, and no lower card does."
        return HintReason(HintKind.WINS_TRICK, text)
    text = f"{_still(wanted)} This card beats {card_text(to_beat)}, and no lower card does."
    return HintReason(HintKind.LOWEST_TO_BEAT, text)


def _still(wanted: int) -> str:
    return f"You need {wanted} more {'trick' if wanted == 1 else 'tricks'}."


def _no_more(wanted: int, kind: HintKind, text: str) -> HintReason:
    """Return the reason of a seat that wants no further trick."""
    had = "Your bid is made" if wanted == 0 else "You have more tricks than you bid"
    return HintReason(kind, f"{had}: {text}.")


def _height(card: Card) -> int:
    return RANK_VALUES[card.rank]


@cache
def _costs(trump: Suit | None) -> dict[Card, int]:
    """Return the cost of giving up each card: plain cards by rank, then trumps by rank."""
    return {card: _height(card) + len(RANK_VALUES) * (card.suit is trump) for card in FRENCH_DECK}
