"""President: passes and the clearing of the table."""

from __future__ import annotations

from domain.cards import Rank
from domain.game import fold, judge, settle
from domain.rules.president import MustLead, ValueTooLow
from tests.domain.given import given
from tests.domain.president.hands import FOUR
from tests.domain.president.tables import (
    ALL_OTHERS,
    PLAY,
    all_pass,
    beating,
    clears,
    pass_,
    passes,
    play,
    plays,
    skips,
    turns,
)


def test_a_pass_gives_the_turn_to_the_next_in_the_direction_of_play() -> None:
    all_pass(given(*beating("KS", *FOUR)), 0, 1, 2).waits_for(3, phase=PLAY)
    all_pass(given(*beating("KS", *FOUR, clockwise=False)), 0, 3, 2).waits_for(1, phase=PLAY)
    all_pass(given(*beating("KS", *FOUR[:3], "", "5D", out=(3,))), 0, 1, 2).waits_for(4, phase=PLAY)


def test_a_seat_that_passed_may_play_in_its_next_turn() -> None:
    table = given(*beating("7D", "5H 9H", "8C 9C", "4S 5S")).when(pass_("ann")).then(passes(0))
    table = table.when(play("bob", "8C")).then(plays(1, "8C")).when(pass_("cyd")).then(passes(2))
    table.waits_for(0, phase=PLAY).when(play("ann", "9H")).then(plays(0, "9H"))


def test_number_of_consecutive_passes_is_shown_and_reset_by_a_play() -> None:
    table = all_pass(given(*beating("7D", "5H", "6C", "8S 9S", "5D")), 0, 1)
    assert table.game.rules.show(table.game.table).passes == 2
    played = table.when(play("cyd", "8S")).then(plays(2, "8S"))
    assert played.game.rules.show(played.game.table).passes == 0


def test_full_circle_of_passes_clears_the_table_and_the_seat_after_the_last_pass_leads() -> None:
    table = all_pass(given(*beating("7S", *FOUR[:2], "9S")), 0, 1)
    cleared = table.when(pass_("cyd")).then(passes(2), clears(0)).waits_for(0, phase=PLAY)
    shown = cleared.game.rules.show(cleared.game.table)
    assert (shown.to_beat, shown.led_by, shown.passes) == ((), None, 0)
    cleared.when(pass_("ann")).refused(MustLead())
    cleared.when(play("ann", "3H")).including(plays(0, "3H"))


def test_last_player_may_beat_its_own_cards_before_the_table_is_cleared() -> None:
    table = all_pass(given(*beating("7S", *FOUR[:2], "9S TS 4D 5D")), 0, 1)
    table.when(play("cyd", "4D")).refused(ValueTooLow(Rank.FOUR, Rank.SEVEN))
    table = all_pass(table.when(play("cyd", "9S")).then(plays(2, "9S")), 0, 1)
    table.when(pass_("cyd")).then(passes(2), clears(0))


def test_only_consecutive_passes_clear_the_table() -> None:
    table = all_pass(given(*beating("4H", "5H", "8C 9C", "5S 6S")), 0)
    table = all_pass(table.when(play("bob", "8C")).then(plays(1, "8C")), 2, 0)
    table.when(pass_("bob")).then(passes(1), clears(2)).waits_for(2, phase=PLAY)


def test_a_skipped_seat_passes_in_its_next_turn() -> None:
    table = given(*beating("7S", "7H 9H", "5C", "5S", "5D")).when(play("ann", "7H")).including(skips(1))
    table = all_pass(table, 2, 3, 0)
    table.when(pass_("bob")).then(passes(1), clears(2)).waits_for(2, phase=PLAY)


def test_the_pass_of_a_seat_that_played_a_two_counts_in_the_circle() -> None:
    table = given(*beating("7S", *FOUR[:2], "9S")).when(play("ann", "2H")).including()
    table = all_pass(table, 0, 1)
    table.when(pass_("cyd")).then(passes(2), clears(0)).waits_for(0, phase=PLAY)


def test_counterclockwise_the_table_is_cleared_for_the_next_to_the_right() -> None:
    table = all_pass(given(*beating("7S", *FOUR, clockwise=False)), 0, 3, 2)
    table.when(pass_("bob")).then(passes(1), clears(0)).waits_for(0, phase=PLAY)


def test_the_value_of_cleared_cards_skips_no_seat() -> None:
    table = all_pass(given(*beating("7S", "7H 9H", "5C", "9S")), 0, 1)
    cleared = table.when(pass_("cyd")).then(passes(2), clears(0))
    cleared.when(play("ann", "7H")).then(plays(0, "7H")).waits_for(1, phase=PLAY)


def test_by_option_passes_of_all_others_clear_the_table_and_the_last_player_leads_again() -> None:
    table = all_pass(given(*beating("7S", *FOUR, options=ALL_OTHERS)), 0, 1)
    cleared = table.when(pass_("cyd")).then(passes(2), clears(3)).waits_for(3, phase=PLAY)
    cleared.when(pass_("dan")).refused(MustLead())
    cleared.when(play("dan", "5D")).then(plays(3, "5D"))


def test_with_the_option_all_others_means_all_active_seats() -> None:
    table = all_pass(given(*beating("7S", *FOUR[:2], "", "5D", out=(2,), options=ALL_OTHERS)), 0)
    table.when(pass_("bob")).then(passes(1), clears(3)).waits_for(3, phase=PLAY)


def test_by_option_the_last_player_leads_again_counterclockwise_too() -> None:
    table = all_pass(given(*beating("7S", *FOUR, clockwise=False, options=ALL_OTHERS)), 0, 3)
    table.when(pass_("cyd")).then(passes(2), clears(1)).waits_for(1, phase=PLAY)


def test_by_option_one_pass_fewer_than_active_players_clears_also_after_a_skip() -> None:
    table = given(*beating("7S", "7H 9H", "5C", "5S", "5D", options=ALL_OTHERS)).when(play("ann", "7H"))
    passed = all_pass(table.then(plays(0, "7H"), skips(1)), 2, 3)
    passed.when(pass_("ann")).then(passes(0), clears(0)).waits_for(0, phase=PLAY)


def test_by_option_one_pass_fewer_than_active_players_clears_also_after_a_two() -> None:
    table = given(*beating("7S", *FOUR, options=ALL_OTHERS)).when(play("ann", "2H")).including()
    passed = all_pass(table, 0, 1)
    passed.when(pass_("cyd")).then(passes(2), clears(0)).waits_for(0, phase=PLAY)


def test_reversal_and_skip_are_consequences_of_the_play() -> None:
    game = given(*beating("3H", "3S 9H", "5C", "5S", "5D")).game
    played = judge(game, 0, play("ann", "3S"))
    assert played == (plays(0, "3S"),)
    game = fold(played, game)
    assert settle(game) == (turns(clockwise=False),)
    game = fold((turns(clockwise=False),), game)
    assert settle(game) == (skips(3),)
    assert settle(fold((skips(3),), game)) == ()


def test_old_logs_with_decided_reversals_and_skips_have_no_further_consequences() -> None:
    game = given(*beating("3H", "3S 9H", "5C", "5S", "5D")).game
    assert settle(fold((plays(0, "3S"), turns(clockwise=False), skips(3)), game)) == ()
