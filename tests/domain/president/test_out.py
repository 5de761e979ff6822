"""President, going out: places, the next turn, the lead after unbeaten last cards, and the end."""

from __future__ import annotations

import pytest

from domain import events as e
from domain import refusals as r
from domain.game import legal
from domain.rules.president import TooFewCards
from domain.state import Stage
from tests.domain.given import Given, given
from tests.domain.president.tables import (
    ALL_OTHERS,
    PLAY,
    Options,
    all_pass,
    beating,
    clears,
    deck,
    goes_out,
    leading,
    pass_,
    passes,
    play,
    plays,
    skips,
    turns,
    wins,
)
from tests.domain.tables import PLAYERS, revealed

OTHERS = "5C 6C", "5S 6S", "5D 6D"
"""Hands of three others."""


def ranks(table: Given) -> list[int | None]:
    return [place.rank for place in table.game.rules.show(table.game.table).places]


# Going out.


@pytest.mark.parametrize("last", ["9H", "9H 9C", "9H 9C 9S 9D"])
def test_a_player_without_cards_leaves_with_the_first_place(last: str) -> None:
    table = given(*beating("8H", last, *OTHERS)).when(play("ann", last)).then(plays(0, last), goes_out(0))
    assert ranks(table) == [1, None, None, None]


def test_a_player_with_a_card_left_stays() -> None:
    table = given(*beating("8H", "9H 9C 9S", *OTHERS)).when(play("ann", "9H 9C")).then(plays(0, "9H 9C"))
    assert ranks(table) == [None] * 4


@pytest.mark.parametrize(("out", "rank"), [((3,), 2), ((2, 3), 3), ((3, 1), 3)])
def test_next_player_without_cards_gets_the_next_place(out: tuple[int, ...], rank: int) -> None:
    hands = [("" if seat in out else f"5{suit} 6{suit}") for seat, suit in enumerate("CSDH", 1)]
    table = given(*beating("8H", "9H", *hands, out=out)).when(play("ann", "9H"))
    after = table.then(plays(0, "9H"), goes_out(0, rank))
    assert [ranks(after)[seat] for seat in (*out, 0)] == list(range(1, rank + 1))


def test_the_turn_goes_to_the_next_active_seat_in_the_direction_of_play() -> None:
    table = given(*beating("8H", "9H", *OTHERS)).when(play("ann", "9H")).including(goes_out(0))
    table.waits_for(1, phase=PLAY)
    back = given(*beating("8H", "9H", *OTHERS, clockwise=False)).when(play("ann", "9H"))
    back.including(goes_out(0)).waits_for(3, phase=PLAY)
    over = given(*beating("8H", "9H", "", *OTHERS, out=(1,))).when(play("ann", "9H"))
    over.including(goes_out(0, 2)).waits_for(2, phase=PLAY)


def test_the_leader_may_go_out() -> None:
    table = given(*leading("9H 9C", *OTHERS)).when(play("ann", "9H 9C"))
    table.then(plays(0, "9H 9C"), goes_out(0)).waits_for(1, phase=PLAY)


def test_the_cards_of_a_seat_that_went_out_must_still_be_beaten() -> None:
    table = given(*beating("8H", "9H 9C", *OTHERS)).when(play("ann", "9H 9C")).including(goes_out(0))
    table.when(play("bob", "6C")).refused(TooFewCards(1, 2))
    shown = table.game.rules.show(table.game.table)
    assert (len(shown.to_beat), shown.led_by) == (2, 0)


def test_value_of_last_cards_still_skips() -> None:
    table = given(*beating("8H", "9H", "9C TC", *OTHERS[1:])).when(play("ann", "9H")).including(goes_out(0))
    table.when(play("bob", "9C")).then(plays(1, "9C"), skips(2)).waits_for(3, phase=PLAY)


def test_a_seat_that_is_out_is_not_to_move() -> None:
    table = given(*beating("8H", "9H", *OTHERS)).when(play("ann", "9H")).including(goes_out(0))
    assert legal(table.game, 0) == ()
    for command in pass_("ann"), play("ann", "9H"), play("ann", ""):
        table.when(command).refused(r.NotYourTurn(0, (1,)))
    all_pass(table, 1, 2).waits_for(3, phase=PLAY)


# Going out with a special card.


def test_after_a_skip_the_turn_goes_one_seat_further() -> None:
    table = given(*beating("9H", "9C", *OTHERS)).when(play("ann", "9C"))
    table.then(plays(0, "9C"), skips(1), goes_out(0)).waits_for(2, phase=PLAY)
    back = given(*beating("9H", "9C", *OTHERS, clockwise=False)).when(play("ann", "9C"))
    back.then(plays(0, "9C"), skips(3), goes_out(0)).waits_for(2, phase=PLAY)


def test_with_three_seats_the_seat_that_is_not_skipped_is_to_move() -> None:
    table = given(*beating("9H", "9C", *OTHERS[:2])).when(play("ann", "9C"))
    table.then(plays(0, "9C"), skips(1), goes_out(0)).waits_for(2, phase=PLAY)


@pytest.mark.parametrize(("clockwise", "following"), [(True, 1), (False, 3)])
def test_after_going_out_on_a_two_the_next_seat_must_beat_the_two(clockwise: bool, following: int) -> None:
    table = given(*beating("9H", "2H 2C", *OTHERS, clockwise=clockwise)).when(play("ann", "2H 2C"))
    after = table.then(plays(0, "2H 2C"), goes_out(0)).waits_for(following, phase=PLAY)
    follower = PLAYERS[following]
    after.when(play(follower, OTHERS[following - 1].split()[0])).refused(TooFewCards(1, 2))


def test_going_out_on_a_two_on_a_two_skips() -> None:
    table = given(*beating("2H", "2C", *OTHERS)).when(play("ann", "2C"))
    table.then(plays(0, "2C"), skips(1), goes_out(0)).waits_for(2, phase=PLAY)


@pytest.mark.parametrize(("clockwise", "following"), [(True, 3), (False, 1)])
def test_after_going_out_on_a_three_the_turn_goes_the_other_way(clockwise: bool, following: int) -> None:
    table = given(*beating("9H", "3H", *OTHERS, clockwise=clockwise)).when(play("ann", "3H"))
    reversed_ = turns(clockwise=not clockwise)
    table.then(plays(0, "3H"), reversed_, goes_out(0)).waits_for(following, phase=PLAY)


def test_going_out_on_a_three_on_a_three_skips_in_the_new_direction() -> None:
    table = given(*beating("3H", "3C", *OTHERS)).when(play("ann", "3C"))
    table.then(plays(0, "3C"), turns(clockwise=False), skips(3), goes_out(0)).waits_for(2, phase=PLAY)


# Unbeaten last cards.


@pytest.mark.parametrize("options", [None, ALL_OTHERS], ids=["full_circle", "all_others"])
def test_when_all_active_seats_pass_the_next_seat_leads(options: Options) -> None:
    played = given(*beating("8H", "KH", *OTHERS, options=options)).when(play("ann", "KH"))
    table = all_pass(played.including(goes_out(0)), 1, 2)
    table.when(pass_("dan")).then(passes(3), clears(1)).waits_for(1, phase=PLAY)


@pytest.mark.parametrize("options", [None, ALL_OTHERS], ids=["full_circle", "all_others"])
def test_circle_of_passes_starts_one_seat_further_after_going_out_with_a_skip(options: Options) -> None:
    played = given(*beating("KC", "KH", *OTHERS, options=options)).when(play("ann", "KH"))
    table = all_pass(played.including(skips(1), goes_out(0)), 2, 3)
    table.when(pass_("bob")).then(passes(1), clears(2)).waits_for(2, phase=PLAY)


@pytest.mark.parametrize("options", [None, ALL_OTHERS], ids=["full_circle", "all_others"])
def test_circle_of_passes_goes_right_when_play_is_counterclockwise(options: Options) -> None:
    played = given(*beating("8H", "KH", *OTHERS, clockwise=False, options=options)).when(play("ann", "KH"))
    table = all_pass(played.including(goes_out(0)), 3, 2)
    table.when(pass_("bob")).then(passes(1), clears(3)).waits_for(3, phase=PLAY)


def test_by_option_a_later_play_becomes_the_last_play() -> None:
    played = given(*beating("8H", "9H", "TC 6C", *OTHERS[1:], options=ALL_OTHERS)).when(play("ann", "9H"))
    table = played.including(goes_out(0)).when(play("bob", "TC")).then(plays(1, "TC"))
    all_pass(table, 2).when(pass_("dan")).then(passes(3), clears(1)).waits_for(1, phase=PLAY)


# The end.


def test_the_last_player_holding_cards_loses_and_the_game_ends() -> None:
    hands = "9H", "", "5S 6S", ""
    dealt = deck("9H", "8H 5S 6S")
    table = given(*beating("8H", *hands, out=(3, 1))).when(play("ann", "9H"))
    end = table.then(plays(0, "9H"), goes_out(0, 3), wins(3, 1, 0, 2), revealed(dealt))
    assert table.needs is None
    assert (end.game.stage, end.game.outcome) == (Stage.WON, wins(3, 1, 0, 2))
    assert ranks(end) == [3, 2, None, 1]
    assert end.game.rules.show(end.game.table).to_move == ()


@pytest.mark.parametrize(
    ("laid", "last"), [("9C", "9H"), ("9C", "2H"), ("2C", "2H"), ("9C", "3H"), ("3C", "3H")]
)
def test_game_ends_without_the_effects_of_the_last_cards(laid: str, last: str) -> None:
    table = given(*beating(laid, last, "", "5S 6S", out=(1,))).when(play("ann", last))
    table.including(goes_out(0, 2), wins(1, 0, 2))
    assert [type(event) for event in table.events[-3:-1]] == [type(goes_out(0)), e.GameWon]


def test_after_the_end_nothing_is_legal_and_every_move_is_refused() -> None:
    end = given(*beating("8H", "9H", "", "5S 6S", out=(1,))).when(play("ann", "9H")).including(wins(1, 0, 2))
    assert all(legal(end.game, seat) == () for seat in range(3))
    for command in play("cyd", "5S"), pass_("cyd"), pass_("ann"), play("bob", ""):
        end.when(command).refused(r.GameIsOver())


def test_the_first_to_go_out_wins_and_the_places_are_the_order_of_going_out() -> None:
    table = given(*leading("4H 8H", "5C", "6S 7S"))
    table = table.when(play("ann", "4H")).then(plays(0, "4H"))
    table = table.when(play("bob", "5C")).then(plays(1, "5C"), goes_out(1))
    table = table.when(play("cyd", "6S")).then(plays(2, "6S"))
    table = table.when(play("ann", "8H")).including(plays(0, "8H"), goes_out(0, 2), wins(1, 0, 2))
    outcome = table.game.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ((1,), ((1,), (0,), (2,)))
    assert outcome.reason is e.EndReason.ONE_LEFT


@pytest.mark.parametrize("reveal", ["each_round", "at_end"])
def test_the_deck_is_revealed_when_the_game_has_ended_and_not_before(reveal: str) -> None:
    hands = "9H", "", "5S", "6D"
    dealt = deck("9H", "5S", "8H 6D")
    played = given(*beating("8H", *hands, out=(1,), options={"reveal": reveal})).when(play("ann", "9H"))
    table = played.then(plays(0, "9H"), goes_out(0, 2))
    end = all_pass(table, 2).when(pass_("dan")).then(passes(3), clears(2)).when(play("cyd", "5S"))
    end.then(plays(2, "5S"), goes_out(2, 3), wins(1, 0, 2, 3), revealed(dealt))
