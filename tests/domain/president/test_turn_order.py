"""President: direction of play, twos, threes and skips."""

from __future__ import annotations

import pytest

from domain.cards import Rank
from domain.rules.president import TooFewCards, ValueTooLow
from tests.domain.given import given
from tests.domain.president.hands import FOUR
from tests.domain.president.tables import (
    PLAY,
    all_pass,
    beating,
    clears,
    leading,
    pass_,
    passes,
    play,
    plays,
    skips,
    turns,
)
from tests.domain.tables import PLAYERS


def test_play_goes_to_the_left() -> None:
    table = given(*leading("5H 9H", "6C 9C", "7S 9S", "8D 9D"))
    for seat, card in enumerate(("5H", "6C", "7S", "8D")):
        table = table.waits_for(seat, phase=PLAY)
        table = table.when(play(PLAYERS[seat], card)).then(plays(seat, card))
    table.waits_for(0, phase=PLAY)


def test_three_reverses_the_direction_and_the_next_three_restores_it() -> None:
    table = given(*leading(*FOUR)).when(play("ann", "3H")).then(plays(0, "3H"), turns(clockwise=False))
    table = table.waits_for(3, phase=PLAY).when(play("dan", "5D")).then(plays(3, "5D"))
    played = table.waits_for(2, phase=PLAY).when(play("cyd", "3S"))
    table = played.then(plays(2, "3S"), turns(clockwise=True))
    table.waits_for(3, phase=PLAY).when(play("dan", "8D")).then(plays(3, "8D")).waits_for(0, phase=PLAY)


@pytest.mark.parametrize("threes", ["3H", "3H 3C", "3H 3C 3S", "3H 3C 3S 3D"])
def test_play_of_several_threes_reverses_once(threes: str) -> None:
    table = given(*beating("7H 7C", f"{threes} 9H", "5C", "5S", "5D"))
    table.when(play("ann", threes)).then(plays(0, threes), turns(clockwise=False)).waits_for(3, phase=PLAY)


def test_threes_stay_on_the_table() -> None:
    table = given(*beating("AS AD", "3H 3C 9H", "4S", "4D 4H 5C 5D")).when(play("ann", "3H 3C")).including()
    table.waits_for(2, phase=PLAY).when(play("cyd", "4D")).refused(TooFewCards(1, 2))
    table.when(play("cyd", "4D 4H")).then(plays(2, "4D 4H")).waits_for(1, phase=PLAY)


def test_the_direction_stays_when_others_play_pass_and_clear_the_table() -> None:
    table = given(*beating("7S", "9H TH", "TC JC", "TS JS", clockwise=False))
    table = all_pass(table.when(play("ann", "9H")).then(plays(0, "9H")), 2, 1)
    table = table.when(pass_("ann")).then(passes(0), clears(2)).waits_for(2, phase=PLAY)
    table.when(play("cyd", "TS")).then(plays(2, "TS")).waits_for(1, phase=PLAY)


def test_with_two_active_a_three_leaves_the_turn_to_the_other() -> None:
    table = given(*beating("7S", "3H 9H", "", "5S", out=(1,)))
    table.when(play("ann", "3H")).then(plays(0, "3H"), turns(clockwise=False)).waits_for(2, phase=PLAY)


@pytest.mark.parametrize("twos", ["2H", "2H 2C", "2H 2C 2S 2D"])
def test_a_seat_that_plays_twos_plays_again(twos: str) -> None:
    table = given(*beating("AH AC", f"{twos} 5H 5C 5S 5D 9H", "6S", "6D")).when(play("ann", twos))
    again = table.then(plays(0, twos, again=True)).waits_for(0, phase=PLAY)
    fives = " ".join(["5H", "5C", "5S", "5D"][: len(twos.split())])
    again.when(play("ann", fives)).then(plays(0, fives)).waits_for(1, phase=PLAY)


def test_a_two_resets_the_table_to_the_lowest_value() -> None:
    table = given(*beating("AH", "2H 4H 9H", *FOUR[1:3]))
    table.when(play("ann", "4H")).refused(ValueTooLow(Rank.FOUR, Rank.ACE))
    table.when(play("ann", "2H")).including().when(play("ann", "4H")).then(plays(0, "4H"))


def test_twos_on_the_table_must_be_beaten_by_at_least_as_many_cards() -> None:
    table = given(*beating("AH", "2H 2C 4H 4C 9H", *FOUR[2:])).when(play("ann", "2H 2C")).including()
    table.when(play("ann", "9H")).refused(TooFewCards(1, 2))
    table.when(play("ann", "4H 4C")).then(plays(0, "4H 4C"))


def test_after_a_two_its_player_may_pass_and_the_next_must_beat_it() -> None:
    table = given(*beating("AH AC", "2H 2S 9H", "4C 4S 5C", "6D")).when(play("ann", "2H 2S")).including()
    passed = table.when(pass_("ann")).then(passes(0)).waits_for(1, phase=PLAY)
    passed.when(play("bob", "5C")).refused(TooFewCards(1, 2))
    passed.when(play("bob", "4C 4S")).then(plays(1, "4C 4S"))


def test_twos_that_are_led_are_followed_by_their_player_too() -> None:
    table = given(*leading(*FOUR)).when(play("ann", "2H")).then(plays(0, "2H", again=True))
    table.waits_for(0, phase=PLAY)


def test_a_two_on_a_two_skips_and_there_is_no_second_play() -> None:
    table = given(*beating("2D", "2H 9H", *FOUR[1:3], "5D"))
    table.when(play("ann", "2H")).then(plays(0, "2H"), skips(1)).waits_for(2, phase=PLAY)


def test_two_on_your_own_two_counts_as_a_two_on_a_two() -> None:
    table = given(*leading("2H 2D 9H", "5C", "5S", "5D")).when(play("ann", "2H")).including()
    table.when(play("ann", "2D")).then(plays(0, "2D"), skips(1)).waits_for(2, phase=PLAY)


def test_three_on_your_own_two_reverses() -> None:
    table = given(*leading(*FOUR)).when(play("ann", "2H")).including()
    table.when(play("ann", "3H")).then(plays(0, "3H"), turns(clockwise=False)).waits_for(3, phase=PLAY)


@pytest.mark.parametrize(
    ("laid", "same"), [("7H", "7C"), ("7H", "7C 7S 7D"), ("7H 7C", "7S 7D"), ("AH", "AC"), ("4H", "4C")]
)
def test_a_play_of_the_same_value_skips_the_next_player_whatever_the_number(laid: str, same: str) -> None:
    table = given(*beating(laid, f"{same} 9H", "5C", "5S", "5D"))
    table.when(play("ann", same)).then(plays(0, same), skips(1)).waits_for(2, phase=PLAY)


@pytest.mark.parametrize(("laid", "same"), [("2H 2C 2S", "2D"), ("2H", "2D 2S")])
def test_twos_on_twos_skip_in_fewer_cards_too(laid: str, same: str) -> None:
    table = given(*beating(laid, f"{same} 9H", "5C", "5S", "5D"))
    table.when(play("ann", same)).then(plays(0, same), skips(1)).waits_for(2, phase=PLAY)


@pytest.mark.parametrize(("laid", "same"), [("3H 3C 3S", "3D"), ("3H", "3D 3S"), ("3H", "3D")])
def test_a_three_on_a_three_reverses_and_skips_in_the_new_direction(laid: str, same: str) -> None:
    clockwise = given(*beating(laid, f"{same} 9H", "5C", "5S", "5D")).when(play("ann", same))
    clockwise.then(plays(0, same), turns(clockwise=False), skips(3)).waits_for(2, phase=PLAY)
    back = given(*beating(laid, f"{same} 9H", "5C", "5S", "5D", "5H", clockwise=False))
    skipped = back.when(play("ann", same)).then(plays(0, same), turns(clockwise=True), skips(1))
    skipped.waits_for(2, phase=PLAY)


def test_counterclockwise_the_player_to_the_right_is_skipped() -> None:
    table = given(*beating("7H", "7C 9H", "5C", "5S", "5D", "5H", clockwise=False))
    table.when(play("ann", "7C")).then(plays(0, "7C"), skips(4)).waits_for(3, phase=PLAY)


def test_another_value_skips_no_seat() -> None:
    table = given(*beating("7H", "8H 6H 6C 9H", "5C", "5S", "5D"))
    table.when(play("ann", "8H")).then(plays(0, "8H")).waits_for(1, phase=PLAY)
    table.when(play("ann", "6H 6C")).then(plays(0, "6H 6C")).waits_for(1, phase=PLAY)


def test_skip_with_three_players_gives_the_turn_to_the_previous_seat() -> None:
    table = given(*beating("7H", "7C 9H", "5C", "5S"))
    table.when(play("ann", "7C")).then(plays(0, "7C"), skips(1)).waits_for(2, phase=PLAY)


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize(("laid", "same"), [("7H", "7C"), ("2H", "2C")])
def test_with_two_active_the_skipper_plays_again(laid: str, same: str, clockwise: bool) -> None:
    table = given(*beating(laid, f"{same} 9H", "", "5S", "", out=(3, 1), clockwise=clockwise))
    again = table.when(play("ann", same)).then(plays(0, same), skips(2)).waits_for(0, phase=PLAY)
    again.when(play("ann", "9H")).including(plays(0, "9H"))


def test_with_two_active_a_three_on_a_three_is_followed_by_its_player_too() -> None:
    table = given(*beating("3H", "3C 9H", "", "5S", "", out=(3, 1)))
    again = table.when(play("ann", "3C")).then(plays(0, "3C"), turns(clockwise=False), skips(2))
    again.waits_for(0, phase=PLAY).when(pass_("ann")).then(passes(0)).waits_for(2, phase=PLAY)


def test_a_seat_that_is_out_does_not_count_as_skipped() -> None:
    table = given(*beating("7H", "7C 9H", "", "5S", "5D", "5H", out=(1,)))
    table.when(play("ann", "7C")).then(plays(0, "7C"), skips(2)).waits_for(3, phase=PLAY)
    between = given(*beating("7H", "7C 9H", "5C", "", "5D", "5H", out=(2,)))
    between.when(play("ann", "7C")).then(plays(0, "7C"), skips(1)).waits_for(3, phase=PLAY)


def test_skip_after_passes_applies_to_the_seat_after_the_player() -> None:
    table = all_pass(given(*beating("7D", "5H 9H", "6C 9C", "7S 9S", "5D 9D", "5S")), 0, 1)
    table.when(play("cyd", "7S")).then(plays(2, "7S"), skips(3)).waits_for(4, phase=PLAY)


def test_the_same_value_on_your_own_cards_skips_too() -> None:
    table = all_pass(given(*beating("8D", "5H", "6C", "8S 9S 8H")), 0, 1)
    table.when(play("cyd", "8S")).then(plays(2, "8S"), skips(0)).waits_for(1, phase=PLAY)
