"""The stated order of the cards agrees with what the rules decide, and tells no viewer more than another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from domain.card_order import CardOrder
from domain.cards import FRENCH_DECK, Card, Cards, Rank
from domain.events import CardPlayed, Event, TrickWon
from domain.game import Game, evolve, fold
from domain.refusals import MoveRefusal
from domain.rules import rules_of
from domain.rules.president import PlayCards, PresidentTable
from domain.state import NEW, Stage
from domain.view import View
from tests.laws.ledger import hands_shown
from tests.laws.playouts import SEEDS, every_variant, playout, same_games

MOMENTS = 12


def order_of(game: Game) -> CardOrder | None:
    return None if game.table is None else game.rules.card_order(game.table)


def moments(log: tuple[Event, ...]) -> Iterator[tuple[Event, Game, Game]]:
    """Yield each event, with the game before and after it."""
    game = NEW
    for event in log:
        before, game = game, evolve(game, event)
        yield event, before, game


def winner(order: CardOrder, trick: tuple[CardPlayed, ...]) -> int:
    """Return the seat that wins a trick by the stated order alone."""
    led = next((suit for suit in order.suits if trick[0].card in suit), ())
    line = (*order.trumps, *led)
    return min((each for each in trick if each.card in line), key=lambda each: line.index(each.card)).seat


def held(game: Game) -> frozenset[Card]:
    return frozenset(card for hand in hands_shown(game) for card in hand)


@pytest.mark.parametrize("variant", ["hundred-and-ten", "oh-hell"])
@same_games
@given(seed=SEEDS)
@settings(max_examples=6)
def test_every_trick_is_won_by_the_stated_order(variant: str, seed: int) -> None:
    for event, before, _ in moments(playout(variant, seed).log):
        if isinstance(event, TrickWon):
            order = order_of(before)
            assert order is not None
            table: Any = before.table
            assert winner(order, table.trick) == event.seat


@pytest.mark.parametrize("variant", ["hundred-and-ten", "oh-hell"])
@same_games
@given(seed=SEEDS)
@settings(max_examples=6)
def test_every_card_has_one_place_and_trumps_that_are_gone_are_in_no_hand(variant: str, seed: int) -> None:
    played: set[Card] = set()
    for event, before, after in moments(playout(variant, seed).log):
        order = order_of(after)
        if order is None:
            continue
        stated = [*order.trumps, *(card for suit in order.suits for card in suit)]
        assert len(stated) == len(set(stated))
        assert set(stated) >= set(FRENCH_DECK)
        assert not set(order.gone) & held(after)
        assert set(order.gone) <= set(order.trumps)
        table: Any = after.table
        if table.round != getattr(before.table, "round", None):
            played = set()
        if isinstance(event, CardPlayed):
            played.add(event.card)
        # Once a round is over, its cards may be shuffled again.
        if table.phase == "TRICKS":
            assert set(order.gone) >= played & set(order.trumps)


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=4)
def test_every_viewer_is_told_the_same_order(variant: str, seed: int) -> None:
    played = playout(variant, seed)
    waiting = [log for log in played.committed_logs() if fold(log).stage is Stage.PLAYING]
    for log in Random(seed).sample(waiting, min(MOMENTS, len(waiting))):
        truth = fold(log)
        for viewer in (None, *range(len(truth.seats))):
            seen = View(viewer=viewer).after(log).game
            assert order_of(seen) == order_of(truth)
            for seat in range(len(truth.seats)):
                bids = truth.rules.available_bids(truth.table, seat)
                assert seen.rules.available_bids(seen.table, seat) == bids


def test_a_rank_of_president_is_playable_by_the_stated_order() -> None:
    rules = rules_of("president")
    one_each: Cards = tuple(card for card in FRENCH_DECK if card[1] == "H")
    start = rules.start(3, None)
    assert isinstance(start, PresidentTable)
    order = rules.card_order(start)
    assert order is not None
    assert set(order.ranks) == set(Rank)
    table = replace(start, hands=(one_each, (), ()))
    for lying in FRENCH_DECK:
        for card in one_each:
            assert card.rank is not None
            assert lying.rank is not None
            by_rank = order.ranks.index(card.rank) <= order.ranks.index(lying.rank)
            expected = by_rank or card.rank in order.always_playable
            assert _is_accepted(replace(table, to_beat=(lying,)), card) is expected


def _is_accepted(table: PresidentTable, card: Card) -> bool:
    try:
        rules_of("president").decide(table, 0, PlayCards(by="ann", cards=(card,)))
    except MoveRefusal:
        return False
    return True


def test_a_higher_trump_beats_a_lower_one_before_the_suit_is_named() -> None:
    rules = rules_of("hundred-and-ten")
    unnamed = rules.start(2, None)
    before = rules.card_order(unnamed)
    assert before is not None
    for suit in ("HEARTS", "CLUBS", "SPADES", "DIAMONDS"):
        order = rules.card_order(replace(unnamed, trump=suit))
        assert order is not None
        for higher, lower in pairwise(before.trumps):
            assert order.trumps.index(higher) < order.trumps.index(lower)
