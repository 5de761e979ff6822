"""Hints: the hinted move is the suggested one, and what the rules can prove of its reason is true."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from domain import commands as c
from domain.card_order import CardOrder
from domain.cards import Card
from domain.game import Game, evolve, judge, legal
from domain.hints import Hint, HintKind, HintReason
from domain.machine import hint_of, player_of
from domain.rules.president import PlayCards
from tests.laws.playouts import SEEDS, every_variant_with_a_player, playout, same_games

MOMENTS = 60
K = HintKind


class Decision:
    """A moment at which a seat is to move, with what the rules say of each of its moves."""

    def __init__(self, view: Game, seat: int) -> None:
        self.game, self.seat = view, seat
        self.table: Any = view.table
        by = view.seats[seat].player
        self.moves: list[c.Move] = [move for offer in legal(view, seat) for move in offer.moves(by)]
        order = view.rules.card_order(view.table)
        assert order is not None
        self.order: CardOrder = order

    @property
    def cards(self) -> list[Card]:
        return [move.card for move in self.moves if isinstance(move, c.PlayCard)]

    def leads_after(self, card: Card) -> bool:
        """Return whether the seat's card would be the winning one after a play."""
        (event,) = judge(self.game, self.seat, c.PlayCard(by=self.game.seats[self.seat].player, card=card))
        after = evolve(self.game, event)
        winning: int | None = after.rules.show(after.table).winning
        return winning == self.seat

    def wins(self, card: Card) -> bool:
        """Return whether the trick is over with a play and won by the seat."""
        (event,) = judge(self.game, self.seat, c.PlayCard(by=self.game.seats[self.seat].player, card=card))
        after = evolve(self.game, event)
        settled: Any = after.rules.settle(after.table)
        return bool(settled) and settled[0].seat == self.seat

    def height(self, card: Card) -> tuple[bool, int]:
        """Return a key that compares trumps, and the cards of one suit, by the stated order."""
        if card in self.order.trumps:
            return True, -self.order.trumps.index(card)
        (suit,) = (suit for suit in self.order.suits if card in suit)
        return False, -suit.index(card)

    def lower(self, card: Card) -> list[Card]:
        """Return the playable cards that are lower by the stated order, as far as it compares them."""
        trump = card in self.order.trumps
        return [
            other
            for other in self.cards
            if (trump or other in self.order.trumps or other.suit is card.suit)
            and self.height(other) < self.height(card)
        ]

    @property
    def bid_is_made(self) -> bool:
        return bool(self.table.bids[self.seat] <= self.table.tricks[self.seat])


def check(decision: Decision, hint: Hint) -> None:
    """Prove the reason of a hint by the rules."""
    assert hint.reason is not None
    kind, move = hint.reason.kind, hint.move
    assert hint.reason.text[-1] == "."
    if isinstance(move, c.PlayCard):
        check_card(decision, kind, move.card)
    match kind:
        case K.HAND_TOO_WEAK | K.NOTHING_PLAYABLE:
            assert isinstance(move, c.PassTurn)
        case K.HAND_WORTH_BID | K.EXPECTED_TRICKS:
            assert isinstance(move, c.PlaceBid)
            assert (
                f"{move.amount}" in hint.reason.text
                or kind is K.EXPECTED_TRICKS
                or "up to" in hint.reason.text
            )
        case K.STRONGEST_SUIT:
            assert isinstance(move, c.SelectTrump)
            assert move.suit.lower() in hint.reason.text
        case K.KEEPS_TRUMPS:
            assert isinstance(move, c.DiscardCards)
            hand = decision.table.hands[decision.seat]
            assert set(move.cards) == set(hand) - set(decision.order.trumps)
        case _:
            assert isinstance(move, c.PlayCard | PlayCards)
    plays = [play for play in decision.moves if isinstance(play, PlayCards)]
    special = decision.order.always_playable
    if kind is K.NOTHING_PLAYABLE:
        assert len(decision.moves) == 1
    if isinstance(move, PlayCards):
        hand = decision.table.hands[decision.seat]
        if kind is K.SPECIAL_CARD:
            assert all(play.cards[0].rank in special for play in plays)
        else:
            assert kind is K.LOWEST_GROUP
            rank = move.cards[0].rank
            assert sorted(move.cards) == sorted(card for card in hand if card.rank is rank)
            ranks = decision.order.ranks
            others = [play.cards[0].rank for play in plays if play.cards[0].rank not in special]
            assert all(ranks.index(other) <= ranks.index(rank) for other in others)
            assert ("aside" in hint.reason.text) == any(card.rank in special for card in hand)


def check_card(decision: Decision, kind: HintKind, card: Card) -> None:
    match kind:
        case K.ONLY_CARD:
            assert decision.cards == [card]
        case K.WINS_TRICK:
            assert decision.wins(card)
            assert not any(decision.leads_after(other) for other in decision.lower(card))
        case K.LOWEST_TO_BEAT:
            assert decision.leads_after(card)
            assert not any(decision.leads_after(other) for other in decision.lower(card))
        case K.CANNOT_WIN:
            assert not any(map(decision.leads_after, decision.cards))
            assert decision.lower(card) == []
        case K.TAKES_NO_TRICK:
            assert decision.bid_is_made
            assert not decision.leads_after(card)
            higher = (other for other in decision.cards if card in decision.lower(other))
            assert all(map(decision.leads_after, higher))
        case K.WINS_ANYWAY:
            assert decision.bid_is_made
            assert all(map(decision.leads_after, decision.cards))
        case K.HIGHEST_TRUMP:
            assert decision.table.bidder == decision.seat
            assert card == next(each for each in decision.order.trumps if each in decision.cards)
        case K.LOWEST_LEAD:
            assert decision.table.trick == ()
            assert decision.lower(card) == []
        case K.BEST_LEAD:
            assert decision.table.trick == ()
            assert not decision.bid_is_made
        case _:
            raise AssertionError(f"{kind} is no reason to play {card}")


def decisions(variant: str, seed: int) -> list[tuple[Game, int]]:
    found = [
        (view.game, view.viewer)
        for known in playout(variant, seed).waiting()
        for view in known.views
        if view.viewer is not None and view.viewer in known.game.rules.to_move(known.game.table)
    ]
    return Random(seed).sample(found, min(MOMENTS, len(found)))


@every_variant_with_a_player
@same_games
@given(seed=SEEDS)
@settings(max_examples=8)
def test_a_hint_is_the_suggestion_and_its_reason_is_true(variant: str, seed: int) -> None:
    for view, seat in decisions(variant, seed):
        hint = hint_of(view, seat)
        assert hint.move == player_of(variant)(view, seat)
        if hint.reason is not None:
            check(Decision(view, seat), hint)


@every_variant_with_a_player
def test_a_false_reason_is_noticed(variant: str) -> None:
    """The check fails for each reason that the machine player did not give, at a moment with a choice."""
    for view, seat in decisions(variant, 1):
        if view.rules.card_order(view.table) is None:
            pytest.skip(f"{variant} states no order of the cards")
        decision, hint = Decision(view, seat), hint_of(view, seat)
        if len(decision.moves) < 2 or hint.reason is None:
            continue
        false = HintReason(K.NOTHING_PLAYABLE, hint.reason.text)
        with pytest.raises(AssertionError):
            check(decision, Hint(hint.move, false))
        only = HintReason(K.ONLY_CARD, hint.reason.text)
        with pytest.raises(AssertionError):
            check(decision, Hint(hint.move, only))
        return
    raise AssertionError("no moment has a choice")
