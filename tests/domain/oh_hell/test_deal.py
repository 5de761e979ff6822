"""Oh Hell, the deal: 19 phases, one card at a time, dealer and leader, trump, and options."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import FRENCH_DECK, Card
from domain.rules import NeedsShuffle
from domain.rules.oh_hell import TrumpTurned
from tests.domain.given import given
from tests.domain.oh_hell.tables import (
    OH_HELL,
    SEATS,
    SIZES,
    before,
    bidding,
    deal,
    deck,
    hands_dealt,
    left,
    one,
    phases,
    round_dealt,
    up_to_last_card,
    whole_game,
)
from tests.domain.tables import PLAYERS, clockwise, lobby, stacked, started

HANDS = "5H JH KH", "5C JC KC", "5D JD KD", "5S JS KS"

# The seats.


def test_game_has_four_players() -> None:
    given(*lobby(OH_HELL, 3)).when(c.StartGame(by="ann")).refused(r.WrongNumberOfPlayers(3, 4, 4))
    given(*lobby(OH_HELL, 4)).when(c.JoinGame(by="eve")).refused(r.GameFull(4))


def test_there_are_19_phases() -> None:
    assert [round_dealt(phase).round for phase in phases(whole_game())] == list(range(19))


@pytest.mark.parametrize(("phase", "size"), list(enumerate(SIZES, 1)))
def test_phases_deal_one_to_ten_cards_and_back_to_one(phase: int, size: int) -> None:
    played = phases(whole_game())[phase - 1]
    assert round_dealt(played).hands == (size,) * 4
    assert [len(dealt.cards) for dealt in hands_dealt(played)] == [size] * 4


# Order of the deal.


def test_first_deal_shuffles_all_52_cards_with_no_deck_run_out() -> None:
    starting = given(*lobby(OH_HELL, 4)).when(c.StartGame(by="ann")).and_needs(NeedsShuffle(FRENCH_DECK))
    starting.then(started(4))


@pytest.mark.parametrize("dealer", SEATS)
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left_and_the_next_is_turned_up(dealer: int) -> None:
    order = deck(*HANDS, top="9C", dealer=dealer)
    first, second, third, last = clockwise(left(dealer), 4)
    assert order[:4] == tuple(Card(HANDS[seat].split()[0]) for seat in (first, second, third, last))
    assert order[4] == HANDS[first].split()[1]
    table = given(*before(3, dealer=dealer), stacked(order))
    dealt = table.follows(*deal(*HANDS, top="9C", dealer=dealer))
    assert [place.hand for place in dealt.game.rules.show(dealt.game.table).places] == [
        tuple(map(Card, hand.split())) for hand in HANDS
    ]


@pytest.mark.parametrize("top", ["9H", "9C", "9S", "AD"])
def test_the_suit_of_the_card_turned_up_is_trump(top: str) -> None:
    game = given(*bidding(*HANDS, top=top)).game
    shown = game.rules.show(game.table)
    assert (shown.turn_up, shown.trump) == (Card(top), Card(top).suit)


def test_the_next_phase_is_dealt_automatically() -> None:
    log, command = up_to_last_card(whole_game(), 2)
    third = phases(whole_game())[2]
    dealt = third[: third.index(one(TrumpTurned, third)) + 1]
    next_deal = given(*log).when(command)
    assert next_deal.events[-6:] == dealt
    assert next_deal.needs is None
    next_deal.including(*dealt).waits_for(*SEATS, phase="BIDDING")


@pytest.mark.parametrize("player", PLAYERS[:4])
def test_a_move_before_the_start_is_refused(player: str) -> None:
    given(*lobby(OH_HELL, 4)).when(c.PlaceBid(by=player, amount=0)).refused(r.GameNotStarted())


# Dealer and leader.


@pytest.mark.parametrize("first_dealer", SEATS)
def test_the_deal_moves_left_each_phase_and_the_dealers_left_leads(first_dealer: int) -> None:
    for number, phase in enumerate(phases(whole_game(first_dealer=first_dealer))):
        assert round_dealt(phase).dealer == (first_dealer + number) % 4
        leader = next(event.seat for event in phase if isinstance(event, e.CardPlayed))
        assert leader == (first_dealer + number + 1) % 4


def test_seat_3_deals_first_by_default() -> None:
    table = given(*lobby(OH_HELL, 4), started(4), stacked(FRENCH_DECK))
    hands = [FRENCH_DECK[seat] for seat in SEATS]
    dealt = table.follows(*deal(*hands, top=FRENCH_DECK[4]))
    assert dealt.game.rules.show(dealt.game.table).dealer == 3


# Options.


def creates(options: Mapping[str, e.OptionValue]) -> c.CreateGame:
    return c.CreateGame(by="ann", variant="oh-hell", options=options)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("first_dealer", -1),
        ("first_dealer", 4),
        ("first_dealer", "ann"),
        ("reshuffle", "never"),
        ("reshuffle", 1),
        ("reveal", "each_phase"),
    ],
)
def test_an_option_takes_only_its_values(option: str, value: e.OptionValue) -> None:
    refusal = given().when(creates({option: value})).refusal
    assert isinstance(refusal, r.InvalidOption)
    assert (refusal.option, refusal.value) == (option, value)


@pytest.mark.parametrize("first_dealer", [*SEATS, "2"])
def test_options_that_are_left_out_take_their_defaults(first_dealer: int | str) -> None:
    created = given().when(creates({"first_dealer": first_dealer})).events[0]
    assert isinstance(created, e.GameCreated)
    assert created.options["first_dealer"] == int(first_dealer)
    assert (created.options["reshuffle"], created.options["reveal"]) == ("mid_deal", "each_round")
    (created, *_) = given().when(creates({})).events
    assert isinstance(created, e.GameCreated)
    assert created.options["first_dealer"] == 3
