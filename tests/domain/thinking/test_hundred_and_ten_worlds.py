"""The worlds of Hundred and Ten contradict nothing that the seat knows, whoever the other players are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pickle import dumps
from typing import NamedTuple

import pytest

from domain import events as e
from domain.cards import DECK_WITH_JOKER, Card, Cards, Suit
from domain.machine.thinking.hundred_and_ten import decision, remember
from domain.machine.thinking.hundred_and_ten.cards import trump_cards
from domain.machine.thinking.hundred_and_ten.decisions import (
    BidDecision,
    DiscardDecision,
    PlayDecision,
    TrumpDecision,
)
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.hundred_and_ten import TRUMP_VALUES, Phase
from tests.domain.thinking.hundred_and_ten_games import Moment, moments
from tests.domain.thinking.moments import Player, mixed, published, random_player

WORLDS = 5


class Known(NamedTuple):
    """Facts of a round that a seat knows for sure."""

    hand: Cards
    gone: frozenset[Card]
    """Cards that were played, and the seat's own discards."""
    sizes: tuple[int, ...]
    """The numbers of cards in the hands."""
    without_trumps: frozenset[int]


def facts(moment: Moment) -> Known:
    """Return what a seat knows, from its stream alone."""
    seat, seats = moment.seat, moment.table.seats
    stream = list(moment.stream)
    start = max(number for number, event in enumerate(stream) if isinstance(event, e.RoundDealt))
    hand: list[Card] = []
    gone: set[Card] = set()
    sizes = [5] * seats
    without_trumps: set[int] = set()
    trump, trick = Suit.HEARTS, list[e.CardPlayed]()
    for event in stream[start:]:
        match event:
            case e.HandDealt() | e.CardsDrawn() if event.seat == seat:
                hand += event.cards
            case e.CardsDiscarded() if event.seat == seat:
                gone |= {*event.cards}
                hand = [card for card in hand if card not in event.cards]
            case e.TrumpSelected():
                trump = event.suit
            case e.CardPlayed():
                gone.add(event.card)
                sizes[event.seat] -= 1
                hand = [card for card in hand if card is not event.card]
                trumps = TRUMP_VALUES[trump]
                if trick and trick[0].card in trumps and event.card not in trumps:
                    without_trumps.add(event.seat)
                trick.append(event)
            case e.TrickWon():
                trick = []
    return Known(tuple(hand), frozenset(gone), tuple(sizes), frozenset(without_trumps))


def drawn_world(moment: Moment, number: int) -> tuple[list[Cards], Cards]:
    """Return the hands and the stock of a random world; during the tricks the stock is not drawn."""
    found = decision(moment.view, moment.seat, moment.memory, RandomNumbers(b"%d" % number))
    match found:
        case BidDecision() | TrumpDecision():
            hands, worths, places = found.draw_world()
            assert len(worths) == len(hands)
            return [deck_cards(hand) for hand in hands], deck_cards(places)
        case DiscardDecision():
            sets, stock = found.draw_world()
            return [cards_of(moment, hand) for hand in sets], cards_of(moment, *stock)
        case PlayDecision():
            return [cards_of(moment, hand) for hand in found.draw_world()], ()
    raise AssertionError(found)


def deck_cards(places: Sequence[int]) -> Cards:
    return tuple(DECK_WITH_JOKER[place] for place in places)


def cards_of(moment: Moment, *sets: int) -> Cards:
    assert moment.table.trump is not None
    known = trump_cards(moment.table.trump).card_of
    return tuple(card for each in sets for bit, card in known.items() if bit & each)


def check_world(known: Known, moment: Moment, hands: Sequence[Cards], stock: Cards) -> None:
    assert sorted(hands[moment.seat]) == sorted(known.hand)
    dealt = [*(card for hand in hands for card in hand), *stock]
    assert len(set(dealt)) == len(dealt)
    assert not known.gone & set(dealt)
    assert tuple(map(len, hands)) == known.sizes
    for seat in known.without_trumps:
        assert moment.table.trump is not None
        assert not set(hands[seat]) & set(TRUMP_VALUES[moment.table.trump])
    if moment.table.phase is not Phase.TRICKS:
        to_draw = moment.table.discarded.count(None)
        assert len(stock) >= 5 * to_draw


GAMES = [
    pytest.param(seats, player, seed, id=f"{seats} {name}")
    for seats in (2, 3, 4)
    for name, player, seed in (
        ("published", published, seats),
        ("random", random_player(seats), 10 + seats),
        ("half random", mixed(seats), 20 + seats),
    )
]


@pytest.mark.parametrize(("seats", "player", "seed"), GAMES)
@pytest.mark.parametrize("discards", ["dealer_first", "left_of_dealer"])
def test_no_world_contradicts_what_the_seat_knows(
    seats: int, player: Player, seed: int, discards: str
) -> None:
    voids = 0
    for moment in moments(*[player] * seats, seed=seed, rounds=6, discards=discards):
        known = facts(moment)
        voids += len(known.without_trumps)
        for number in range(WORLDS):
            check_world(known, moment, *drawn_world(moment, number))
    assert voids or seats < 4


@pytest.mark.parametrize(("seats", "player", "seed"), GAMES)
def test_the_memory_follows_from_the_stream_however_it_is_divided(
    seats: int, player: Player, seed: int
) -> None:
    for moment in islice(moments(*[player] * seats, seed=seed), 0, 60, 7):
        assert remember(None, moment.stream) == moment.memory
        assert len(dumps(moment.memory)) < 2000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_published_player_never_surprises_and_never_holds_what_it_would_have_played(seats: int) -> None:
    for seed in range(6):
        for moment in moments(*[published] * seats, seed=seed):
            assert moment.memory.surprises == (0,) * seats
            if moment.table.phase is Phase.TRICKS:
                assert moment.table.trump is not None
                cards = trump_cards(moment.table.trump)
                for seat, hand in enumerate(moment.table.hands):
                    assert not cards.set_of(hand) & moment.memory.not_held[seat]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worlds_trust_a_player_less_that_plays_otherwise(seats: int) -> None:
    *_, last = moments(published, *[random_player(seats)] * (seats - 1), seed=seats, rounds=8)
    assert last.memory.surprises[0] == 0
    assert all(surprises >= 8 for surprises in last.memory.surprises[1:])


def test_what_others_discarded_is_not_remembered_and_the_own_discards_are() -> None:
    found = 0
    for moment in moments(*[published] * 4, seed=5, rounds=4):
        if moment.table.phase is Phase.TRICKS:
            for seat, cards in enumerate(moment.memory.discards):
                assert len(cards) == (moment.table.discarded[seat] if seat == moment.seat else 0)
                found += len(cards)
    assert found
