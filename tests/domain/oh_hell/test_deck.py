"""Oh Hell, the deck that carries over: running out, shuffling and revealing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain import events as e
from domain.cards import FRENCH_DECK, Card, Cards
from domain.game import fold
from domain.rules import NeedsShuffle
from domain.rules.oh_hell import BlindHandDealt, DeckRanOut, TrumpTurned
from domain.view import View
from domain.visibility import SPECTATOR
from tests.domain.given import Log, given, settled
from tests.domain.oh_hell.tables import (
    OH_HELL,
    SEATS,
    SIZES,
    before,
    hands_dealt,
    left,
    one,
    phases,
    round_dealt,
    shuffles,
    turn_up,
    up_to_last_card,
    whole_game,
)
from tests.domain.tables import lobby, revealed, stacked, started

DEALT_BY_PHASE = {5: 8, 7: 6, 8: 23, 9: 19, 10: 15, 11: 11, 12: 15, 13: 19, 14: 23, 16: 6}
"""The number of cards dealt from the old deck, for each phase in which it runs out."""
LEFT_BY_PHASE = (47, 38, 25, 8, 31, 6, 23, 19, 15, 11, 15, 19, 23, 27, 6, 35, 22, 13, 8)
RESHUFFLES = pytest.mark.parametrize("reshuffle", ["mid_deal", "before_deal"])


def from_deck(log: Log, *, keeps: bool) -> Iterator[tuple[Log, tuple[tuple[Card, int], ...]]]:
    """Yield each phase with the cards that its deal takes from the deck, each with its shuffle.

    With `keeps`, shuffled cards go under the rest of the deck.
    """
    stock: tuple[tuple[Card, int], ...] = ()
    for phase in phases(log):
        for event in shuffles(phase):
            fresh = tuple((card, event.shuffle) for card in event.order)
            stock = stock + fresh if keeps else fresh
        count = 4 * round_dealt(phase).hands[0] + 1
        yield phase, stock[:count]
        stock = stock[count:]


@RESHUFFLES
def test_hands_and_turn_up_come_from_the_deck_in_its_order_in_every_phase(reshuffle: str) -> None:
    for phase, dealt in from_deck(whole_game(reshuffle=reshuffle), keeps=reshuffle == "mid_deal"):
        order = [card for card, _ in dealt]
        dealer = round_dealt(phase).dealer
        for hand in hands_dealt(phase):
            place = (hand.seat - left(dealer)) % 4
            assert hand.cards == tuple(order[place:-1:4])
        assert turn_up(phase) == order[-1]


@RESHUFFLES
def test_a_deal_orders_deck_then_hands_from_seat_0_then_trump(
    reshuffle: str,
) -> None:
    for number, phase in enumerate(phases(whole_game(reshuffle=reshuffle, reveal="at_end")), 1):
        ran_out = [DeckRanOut] if number in DEALT_BY_PHASE else []
        shuffled = [e.DeckShuffled] if number in {1, *DEALT_BY_PHASE} else []
        hand = BlindHandDealt if number in (1, 19) else e.HandDealt
        expected = [*ran_out, *shuffled, e.RoundDealt, *[hand] * 4, TrumpTurned]
        assert [type(event) for event in phase[: len(expected)]] == expected
        assert [hand.seat for hand in hands_dealt(phase)] == list(SEATS)


# The deck carries over.


def test_between_the_phases_the_deck_gets_shorter_and_runs_out_in_10_of_them() -> None:
    played = phases(whole_game())
    assert tuple(round_dealt(phase).stock for phase in played) == LEFT_BY_PHASE
    ran_out = {
        number: event.dealt
        for number, phase in enumerate(played, 1)
        for event in phase
        if isinstance(event, DeckRanOut)
    }
    assert ran_out == DEALT_BY_PHASE


@pytest.mark.parametrize(("phase", "dealt"), DEALT_BY_PHASE.items())
def test_deck_always_runs_out_in_mid_deal(phase: int, dealt: int) -> None:
    assert 0 < dealt < 4 * SIZES[phase - 1]
    assert phases(whole_game())[phase - 1][0] == DeckRanOut(dealt=dealt)


def test_at_the_end_of_a_phase_its_cards_and_the_turn_up_are_on_the_pile() -> None:
    log, command = up_to_last_card(whole_game(), 1)
    playing = given(*log).game
    assert playing.rules.show(playing.table).pile == 0
    next_deal = given(*log).when(command).including().game
    assert next_deal.rules.show(next_deal.table).pile == 5
    log, command = up_to_last_card(whole_game(), 2)
    playing = given(*log).game
    assert playing.rules.show(playing.table).pile == 5 + 4
    next_deal = given(*log).when(command).including().game
    assert next_deal.rules.show(next_deal.table).pile == 5 + 9


def test_deck_is_not_shuffled_while_the_old_one_lasts() -> None:
    with_shuffle = {number for number, phase in enumerate(phases(whole_game()), 1) if shuffles(phase)}
    assert with_shuffle == {1, *DEALT_BY_PHASE}
    assert [event.shuffle for event in shuffles(whole_game())] == list(range(11))


@pytest.mark.parametrize("seed", range(3))
def test_a_shuffle_in_mid_deal_has_exactly_the_played_and_turned_up_cards(seed: int) -> None:
    gone: set[Card] = set()
    for phase in phases(whole_game(seed)):
        for event in shuffles(phase)[: 1 if round_dealt(phase).round else 0]:
            assert sorted(event.order) == sorted(gone)
            gone = set()
        gone |= {event.card for event in phase if isinstance(event, e.CardPlayed)} | {turn_up(phase)}


@pytest.mark.parametrize("phase", DEALT_BY_PHASE)
def test_shuffle_of_the_pile_is_requested_after_the_previous_phase(phase: int) -> None:
    log, command = up_to_last_card(whole_game(), phase - 1)
    (shuffle,) = shuffles(phases(whole_game())[phase - 1])
    pile = tuple(card for card in FRENCH_DECK if card in shuffle.order)
    ending = given(*log).when(command).and_needs(NeedsShuffle(pile))
    ending.including(DeckRanOut(dealt=DEALT_BY_PHASE[phase]))
    assert ending.events[-1] == DeckRanOut(dealt=DEALT_BY_PHASE[phase])


@pytest.mark.parametrize("phase", DEALT_BY_PHASE)
def test_by_option_all_52_are_shuffled_before_a_deal_for_which_the_deck_is_too_short(phase: int) -> None:
    game = whole_game(reshuffle="before_deal")
    log, command = up_to_last_card(game, phase - 1)
    ending = given(*log).when(command).and_needs(NeedsShuffle(FRENCH_DECK))
    ending.including(DeckRanOut(dealt=0))
    deal_of = round_dealt(phases(game)[phase - 1])
    assert deal_of.stock == 52 - 4 * SIZES[phase - 1] - 1


def test_by_option_the_deck_is_too_short_in_the_same_phases() -> None:
    game = phases(whole_game(reshuffle="before_deal"))
    ran_out = {number for number, phase in enumerate(game, 1) if DeckRanOut(dealt=0) in phase}
    assert ran_out == DEALT_BY_PHASE.keys()


@pytest.mark.parametrize(("reshuffle", "dealt"), [("mid_deal", 8), ("before_deal", 0)])
def test_deck_lasts_if_it_has_the_hands_and_the_turn_up(reshuffle: str, dealt: int) -> None:
    before_deal = before(2, options={"reshuffle": reshuffle})
    lasts = settled(fold((*before_deal, stacked(FRENCH_DECK[:9]))))[0]
    assert [type(event) for event in lasts] == [e.RoundDealt, *[e.HandDealt] * 4, TrumpTurned]
    assert turn_up(lasts) == FRENCH_DECK[8]
    too_short = settled(fold((*before_deal, stacked(FRENCH_DECK[:8]))))[0]
    assert too_short == (DeckRanOut(dealt=dealt),)


# Public facts of the deck.


def test_time_of_a_reshuffle_is_public_and_its_order_is_not() -> None:
    log, command = up_to_last_card(whole_game(), 4)
    shuffle = shuffles(whole_game())[1]
    outcome = given(*log).when(command)
    view = View(viewer=SPECTATOR).after((*log, *outcome.events, shuffle))
    shown = view.game.rules.show(view.game.table)
    assert (shown.stock, shown.pile) == (8 + 44, 0)
    assert set(view.game.sealed[-1].order) == {Card.FACE_DOWN}
    assert DeckRanOut(dealt=8) in outcome.events


def test_turn_up_and_sizes_of_deck_and_pile_are_public() -> None:
    view = View(viewer=SPECTATOR).after((*lobby(OH_HELL, 4), started(4)))
    for number, phase in enumerate(phases(whole_game()), 1):
        dealt = phase.index(one(TrumpTurned, phase)) + 1
        at_deal = view.after(phase[:dealt])
        shown = at_deal.game.rules.show(at_deal.game.table)
        on_table = 4 * SIZES[number - 1] + 1
        assert shown.turn_up == turn_up(phase)
        assert (shown.stock, shown.pile) == (LEFT_BY_PHASE[number - 1], 52 - on_table - shown.stock)
        view = at_deal.after(phase[dealt:])


# Shuffle of a hand.


@RESHUFFLES
def test_hand_names_the_latest_shuffle_of_its_cards(reshuffle: str) -> None:
    for phase, dealt in from_deck(whole_game(reshuffle=reshuffle), keeps=reshuffle == "mid_deal"):
        shuffle_of = dict(dealt)
        for hand in hands_dealt(phase):
            assert hand.shuffle == max(shuffle_of[card] for card in hand.cards)


def test_only_the_dealers_hand_in_phase_14_has_a_card_of_the_new_deck() -> None:
    phase = phases(whole_game())[13]
    dealer = round_dealt(phase).dealer
    assert {hand.seat: hand.shuffle for hand in hands_dealt(phase)} == {
        seat: 9 if seat == dealer else 8 for seat in SEATS
    }


# Reveal of a deck.


def opened(phase: Log) -> list[e.DeckRevealed]:
    return [event for event in phase if isinstance(event, e.DeckRevealed)]


def test_old_deck_is_revealed_right_after_the_phase_in_which_it_ran_out() -> None:
    game = whole_game()
    orders = [event.order for event in shuffles(game)]
    older = iter(range(11))
    for number, phase in enumerate(phases(game), 1):
        if number in DEALT_BY_PHASE:
            shuffle = next(older)
            assert isinstance(phase[-2], e.RoundScored)
            assert opened(phase) == [phase[-1]] == [revealed(orders[shuffle], shuffle)]
        elif number < 19:
            assert opened(phase) == []
    assert opened(phases(game)[-1]) == [revealed(orders[10], 10)]
    assert next(older) == 10


def test_by_option_the_old_deck_is_revealed_when_all_cards_are_shuffled() -> None:
    game = whole_game(reshuffle="before_deal")
    orders = [event.order for event in shuffles(game)]
    for number, phase in enumerate(phases(game)[:-1], 1):
        if number in DEALT_BY_PHASE:
            (shuffle,) = shuffles(phase)
            older = shuffle.shuffle - 1
            assert opened(phase) == [phase[2]] == [revealed(orders[older], older)]
        else:
            assert opened(phase) == []


@RESHUFFLES
def test_by_option_all_decks_are_revealed_at_the_end(reshuffle: str) -> None:
    game = whole_game(reshuffle=reshuffle, reveal="at_end")
    orders = [event.order for event in shuffles(game)]
    assert len(orders) == 11
    assert not any(opened(phase) for phase in phases(game)[:-1])
    assert isinstance(game[-12], e.GameWon)
    assert game[-11:] == tuple(revealed(order, number) for number, order in enumerate(orders))


def test_hand_with_a_card_of_the_new_deck_stays_hidden_after_the_old_reveal() -> None:
    game = whole_game()
    up_to = game.index(phases(game)[14][0])
    log = game[:up_to]
    opened_so_far = frozenset(event.shuffle for event in log if isinstance(event, e.DeckRevealed))
    assert opened_so_far == frozenset(range(9))
    phase = phases(game)[13]
    view = View(viewer=SPECTATOR, revealed=opened_so_far).after(log[: log.index(one(TrumpTurned, phase))])
    dealer = round_dealt(phase).dealer
    hidden: Cards = (Card.FACE_DOWN,) * 6
    for place, hand in zip(view.game.rules.show(view.game.table).places, hands_dealt(phase), strict=True):
        assert place.hand == (hidden if hand.seat == dealer else hand.cards)
