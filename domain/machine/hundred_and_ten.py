"""The machine player of Hundred and Ten: the published package's, which sees its hand and the table.

Source: RULES, "Hundred and Ten", "The suggested move" (PyPI `hundredandten` 1.11.55).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from domain import commands as c
from domain.card_names import card_text, suit_text
from domain.cards import Card, Cards, Suit
from domain.hints import Hint, HintKind, HintReason
from domain.rules.hundred_and_ten import (
    PLAIN_VALUES,
    TRUMP_VALUES,
    HundredAndTenTable,
    Phase,
    available_bids,
    bleeding,
    playable,
    strengths,
    winning,
)
from domain.state import Game

WORTH_OF_BIDS = ((50, 60), (40, 30), (30, 25), (25, 20), (20, 15))
MISSING_FIVE = 10
COSTS: dict[Suit, dict[Card, int]] = {
    suit: PLAIN_VALUES | {card: 20 + value for card, value in values.items()}
    for suit, values in TRUMP_VALUES.items()
}
"""The cost of giving up a card, by trump suit: plain cards by value, then trumps by value."""
FIVES = {suit: Card("5" + suit[0]) for suit in Suit}


def suggest(view: Game, seat: int) -> c.Move:
    """Choose the move that the published player would make."""
    return hint(view, seat).move


def hint(view: Game, seat: int) -> Hint:
    """Choose the move, and tell why."""
    table = cast(HundredAndTenTable, view.table)
    by = view.seats[seat].player
    hand = table.hands[seat]
    match table.phase:
        case Phase.TRICKS:
            card, reason = _card_to_play(table, seat)
            return Hint(c.PlayCard(by=by, card=card), reason)
        case Phase.BIDDING:
            amount, reason = _bid(hand, available_bids(table, seat))
            return Hint(c.PassTurn(by=by) if amount is None else c.PlaceBid(by=by, amount=amount), reason)
        case Phase.TRUMP_SELECTION:
            suit = _best_suit(hand)
            strongest = f"By the machine's estimate, your hand is strongest with {suit_text(suit)} as trump."
            return Hint(c.SelectTrump(by=by, suit=suit), HintReason(HintKind.STRONGEST_SUIT, strongest))
        case Phase.DISCARD:
            trumps = TRUMP_VALUES[_trump(table)]
            plain = tuple(card for card in hand if card not in trumps)
            keeps = _KEEPS if len(plain) < len(hand) else "You hold no trump: put all your cards away."
            keeps = keeps if plain else "All your cards are trumps: keep them."
            return Hint(c.DiscardCards(by=by, cards=plain), HintReason(HintKind.KEEPS_TRUMPS, keeps))
        case Phase.DEALING | Phase.ROUND_SCORED | Phase.ROUND_PASSED_OUT:
            raise ValueError(f"nothing is to be chosen in the phase {table.phase}")


def _worth(hand: Cards, suit: Suit) -> int:
    values = TRUMP_VALUES[suit]
    worth = sum([values[card] for card in hand if card in values])
    return worth if FIVES[suit] in hand else worth - MISSING_FIVE


def _best_suit(hand: Cards) -> Suit:
    # max keeps the first of equals, and Suit is declared in the order that breaks ties.
    return max(Suit, key=lambda suit: _worth(hand, suit))


def _bid(hand: Cards, available: tuple[int, ...]) -> tuple[int | None, HintReason]:
    best = _best_suit(hand)
    worth = _worth(hand, best)
    ceiling = next((bid for above, bid in WORTH_OF_BIDS if worth > above), 0)
    amount = next((amount for amount in available if amount <= ceiling), None)
    if amount is not None:
        text = f"By the machine's estimate, {suit_text(best)} are worth a bid of up to {ceiling} to you."
        return amount, HintReason(HintKind.HAND_WORTH_BID, text)
    enough = f"only a bid of {ceiling}" if ceiling else "no bid"
    return None, HintReason(
        HintKind.HAND_TOO_WEAK, f"By the machine's estimate, your hand is worth {enough}."
    )


def _trump(table: HundredAndTenTable) -> Suit:
    if table.trump is None:
        raise ValueError("trump is named before cards are discarded or played")
    return table.trump


def _card_to_play(table: HundredAndTenTable, seat: int) -> tuple[Card, HintReason | None]:
    trump = _trump(table)
    values = TRUMP_VALUES[trump]
    cards = playable(table, seat)
    if len(cards) == 1:
        return cards[0], HintReason(HintKind.ONLY_CARD, "It is the only card that you may play.")
    if not table.trick and seat == table.bidder:
        trumps = [card for card in cards if card in values]
        if not trumps:
            return cards[0], None
        return max(trumps, key=values.__getitem__), HintReason(HintKind.HIGHEST_TRUMP, _HIGHEST_TRUMP)
    if not table.trick:
        return _lowest(cards, trump), HintReason(HintKind.LOWEST_LEAD, _LOWEST_LEAD)
    standing = strengths(trump, table.trick[0].card.suit)
    to_beat = winning(table).card
    beaters = [card for card in cards if standing[card] > standing[to_beat]]
    return _lowest(beaters or cards, trump), _reason_to_follow(table, seat, beats=bool(beaters))


_KEEPS = "Keep your trumps, and put the other cards away."
_HIGHEST_TRUMP = "You won the bidding and lead: everyone who has a trump must follow your highest one."
_LOWEST_LEAD = "You lead, but another player won the bidding: give up your lowest card."


def _reason_to_follow(table: HundredAndTenTable, seat: int, *, beats: bool) -> HintReason:
    to_beat = card_text(winning(table).card)
    must_trump = bleeding(table) and any(card in TRUMP_VALUES[_trump(table)] for card in table.hands[seat])
    must = "You must play a trump. " if must_trump else ""
    if not beats:
        text = f"{must}You cannot beat {to_beat}: this is the lowest card that you may play."
        return HintReason(HintKind.CANNOT_WIN, text)
    if len(table.trick) == table.seats - 1:
        return HintReason(HintKind.WINS_TRICK, f"{must}It wins the trick for sure, and no lower card does.")
    return HintReason(HintKind.LOWEST_TO_BEAT, f"{must}It beats {to_beat}, and no lower card does.")


def _lowest(cards: Sequence[Card], trump: Suit) -> Card:
    """Return the lowest plain card, else the lowest trump; of equal cards the first in hand."""
    return min(cards, key=COSTS[trump].__getitem__)
