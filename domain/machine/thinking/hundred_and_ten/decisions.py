"""The decisions of Hundred and Ten: bids, the trump suit, discards and plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from domain import commands as c
from domain.cards import Suit
from domain.events import PlayerId
from domain.machine.thinking.decision import Decision
from domain.machine.thinking.hundred_and_ten.bidding import end_of_bidding
from domain.machine.thinking.hundred_and_ten.cards import SUITS, best_suit_of, trump_cards
from domain.machine.thinking.hundred_and_ten.memory import Memory
from domain.machine.thinking.hundred_and_ten.play_out import first_trick, play_card, position_of
from domain.machine.thinking.hundred_and_ten.round_value import RoundValue
from domain.machine.thinking.hundred_and_ten.winning_chance import WinningChance
from domain.machine.thinking.hundred_and_ten.worlds import Deal, Hands, HiddenHands, deals
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.hundred_and_ten import (
    HAND_SIZE,
    Discards,
    HundredAndTenTable,
    Phase,
    available_bids,
    playable,
)
from domain.rules.seating import left_of
from domain.state import Game

CHOICES_AFTER_DEAL: Final = 0
"""Plays of its own that a seat looks at when it bids, names the trump or discards.

In each world they would be chosen as if the cards of the others were seen, and so overrate the hand.
"""
CHOICES_AFTER_PLAY: Final = 2
"""Further plays of its own that a seat looks at when it plays a card."""


def decision(
    view: Game, seat: int, memory: Memory, random: RandomNumbers, also: c.Move | None = None
) -> Decision[Any]:
    """Return the decision of a seat that is to move."""
    table = cast(HundredAndTenTable, view.table)
    by = view.seats[seat].player
    match table.phase:
        case Phase.BIDDING:
            return BidDecision(table, seat, _bids(table, seat, by, also), memory, random)
        case Phase.TRUMP_SELECTION:
            return TrumpDecision(table, seat, _trumps(table, seat, by, also), memory, random)
        case Phase.DISCARD:
            return DiscardDecision(table, seat, _discards(table, seat, by, also), memory, random)
        case Phase.TRICKS:
            plays = [c.PlayCard(by=by, card=card) for card in playable(table, seat)]
            return PlayDecision(table, seat, plays, memory, random)
        case Phase.DEALING | Phase.ROUND_SCORED | Phase.ROUND_PASSED_OUT:
            raise ValueError(f"nothing is to be chosen in the phase {table.phase}")


# The moves that are weighed.


def _bids(table: HundredAndTenTable, seat: int, by: PlayerId, also: c.Move | None) -> Sequence[c.Move]:
    # To queue a pass in turn is to pass.
    moves: list[c.Move] = [also if isinstance(also, c.QueuePass) else c.PassTurn(by=by)]
    moves += [c.PlaceBid(by=by, amount=amount) for amount in available_bids(table, seat)[:1]]
    return [*moves, also] if isinstance(also, c.PlaceBid) and also not in moves else moves


def _trumps(
    table: HundredAndTenTable, seat: int, by: PlayerId, also: c.Move | None
) -> Sequence[c.SelectTrump]:
    held = [suit for suit in SUITS if any(card.suit is suit for card in table.hands[seat])]
    moves = [c.SelectTrump(by=by, suit=suit) for suit in held or SUITS[:1]]
    return [*moves, also] if isinstance(also, c.SelectTrump) and also not in moves else moves


def _discards(
    table: HundredAndTenTable, seat: int, by: PlayerId, also: c.Move | None
) -> Sequence[c.DiscardCards]:
    assert table.trump is not None, "trump is named before cards are discarded"
    trumps = trump_cards(table.trump)
    plain = tuple(card for card in table.hands[seat] if not trumps.bit_of[card] & trumps.trumps)
    # All plain cards, or all but one of them.
    choices = [plain, *(tuple(card for card in plain if card is not kept) for kept in plain)]
    moves = [c.DiscardCards(by=by, cards=cards) for cards in choices]
    if not isinstance(also, c.DiscardCards):
        return moves
    # The order of the cards makes no difference.
    return [also, *(move for move in moves if set(move.cards) != set(also.cards))]


# The values of the moves.


class Rounds:
    """Values rounds from the deal on: all discard and play like the published player."""

    def __init__(self, table: HundredAndTenTable, seat: int) -> None:
        self.chance = WinningChance(table.scores, seat)
        self._seat, self._seats = seat, table.seats
        self._order = discard_order(table)
        self._rounds: dict[tuple[Suit, int, int], RoundValue] = {}

    def value(self, deal: Deal, trump: Suit, bidder: int, bid: int) -> float:
        """Return the value of a deal that a seat plays with a trump and a bid."""
        found = self._rounds.get((trump, bidder, bid))
        if found is None:
            found = RoundValue(trump_cards(trump), bidder, bid, self._seat, self.chance)
            self._rounds[trump, bidder, bid] = found
        hands = after_discards(deal, trump, self._order)
        return found.of(
            hands,
            first_trick(trump_cards(trump), self._seats, left_of(bidder, self._seats)),
            CHOICES_AFTER_DEAL,
        )


def after_discards(deal: Deal, trump: Suit, order: Sequence[int]) -> list[int]:
    """Return the hands after all seats, in some order, have kept their trumps and drawn other cards."""
    dealt, _, stock = deal
    cards = trump_cards(trump)
    bits, trumps = cards.bits, cards.trumps
    hands, drawn = [0] * len(dealt), 0
    for seat in order:
        first, second, third, fourth, fifth = dealt[seat]
        hand = (bits[first] | bits[second] | bits[third] | bits[fourth] | bits[fifth]) & trumps
        missing = HAND_SIZE - hand.bit_count()
        for place in stock[drawn : drawn + missing]:
            hand |= bits[place]
        drawn += missing
        hands[seat] = hand
    return hands


def discard_order(table: HundredAndTenTable) -> Sequence[int]:
    """Return the seats in the order in which they discard."""
    dealer_first = table.options.discards is Discards.DEALER_FIRST
    first = table.dealer if dealer_first else left_of(table.dealer, table.seats)
    return [(first + step) % table.seats for step in range(table.seats)]


class BidDecision(Decision[Deal]):
    """The choice between a bid and a pass."""

    def __init__(
        self,
        table: HundredAndTenTable,
        seat: int,
        moves: Sequence[c.Move],
        memory: Memory,
        random: RandomNumbers,
    ) -> None:
        self.moves = moves
        self._amounts = [move.amount if isinstance(move, c.PlaceBid) else 0 for move in moves]
        self._table = table
        self._deal = deals(table, seat, memory, random)
        self._rounds = Rounds(table, seat)

    def draw_world(self) -> Deal:
        """Return random hands and a random stock."""
        return self._deal()

    def value(self, world: Deal, move: int) -> float:
        """Return the value of the end of the bidding, and of the round."""
        worths = world[1]
        won = end_of_bidding(self._table, worths, self._amounts[move])
        if won is None:
            return self._rounds.chance.now()
        bidder, bid = won
        return self._rounds.value(world, best_suit_of(worths[bidder]), bidder, bid)


class TrumpDecision(Decision[Deal]):
    """The choice of the trump suit."""

    def __init__(
        self,
        table: HundredAndTenTable,
        seat: int,
        moves: Sequence[c.SelectTrump],
        memory: Memory,
        random: RandomNumbers,
    ) -> None:
        self.moves = moves
        self._suits = [move.suit for move in moves]
        self._seat, self._bid = seat, table.bid
        self._deal = deals(table, seat, memory, random)
        self._rounds = Rounds(table, seat)

    def draw_world(self) -> Deal:
        """Return random hands and a random stock."""
        return self._deal()

    def value(self, world: Deal, move: int) -> float:
        """Return the value of the round with the suit as trump."""
        return self._rounds.value(world, self._suits[move], self._seat, self._bid)


class DiscardDecision(Decision[Hands]):
    """The choice of the cards to discard."""

    def __init__(
        self,
        table: HundredAndTenTable,
        seat: int,
        moves: Sequence[c.DiscardCards],
        memory: Memory,
        random: RandomNumbers,
    ) -> None:
        self.moves = moves
        self._cards = cards = memory.cards
        hand = cards.set_of(table.hands[seat])
        self._kept = [hand & ~cards.set_of(move.cards) for move in moves]
        self._seat = seat
        self._to_discard = [other for other in discard_order(table) if table.discarded[other] is None]
        bidder = self._bidder = memory.bidder
        self._start = first_trick(cards, table.seats, left_of(bidder, table.seats))
        self._round = RoundValue(cards, bidder, table.bid, seat, WinningChance(table.scores, seat))
        if len(self._to_discard) == table.seats:
            self._deal: Callable[[], Deal] | None = deals(table, seat, memory, random)
        else:
            self._deal = None
            self._hidden = HiddenHands(table, seat, memory, random)

    def draw_world(self) -> Hands:
        """Return random hands and a random stock."""
        if self._deal is None:
            return self._hidden.draw_with_stock()
        hands, _, stock = self._deal()
        bits = self._cards.bits
        return [sum([bits[place] for place in hand]) for hand in hands], [bits[place] for place in stock]

    def value(self, world: Hands, move: int) -> float:
        """Return the value of the round, after all others have discarded."""
        hands, drawn = world[0][:], 0
        stock, trumps = world[1], self._cards.trumps
        for seat in self._to_discard:
            hand = self._kept[move] if seat == self._seat else hands[seat] & trumps
            missing = HAND_SIZE - hand.bit_count()
            for bit in stock[drawn : drawn + missing]:
                hand |= bit
            drawn += missing
            hands[seat] = hand
        return self._round.of(hands, self._start, CHOICES_AFTER_DEAL)


class PlayDecision(Decision[list[int]]):
    """The choice of a card to play; a world is the hands, each a set of bits."""

    def __init__(
        self,
        table: HundredAndTenTable,
        seat: int,
        moves: Sequence[c.PlayCard],
        memory: Memory,
        random: RandomNumbers,
    ) -> None:
        self.moves = moves
        self._cards = cards = memory.cards
        self._played = [cards.bit_of[move.card] for move in moves]
        self._position = position_of(table, cards)
        self._hidden = HiddenHands(table, seat, memory, random)
        self._round = RoundValue(cards, memory.bidder, table.bid, seat, WinningChance(table.scores, seat))

    def draw_world(self) -> list[int]:
        """Return random hands."""
        return self._hidden.draw()[0]

    def value(self, world: list[int], move: int) -> float:
        """Return the value of the rest of the round."""
        hands = world[:]
        position = play_card(hands, self._cards, self._position, self._played[move])
        return self._round.of(hands, position, CHOICES_AFTER_PLAY)
