"""A game is created with everything about it that never changes."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec
import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.game import NEW, fold
from domain.rules import Reveal, Rules, complete_options, rules_of, variants
from domain.state import Stage
from tests.domain.given import SECRET, given
from tests.domain.tables import invited, lobby


def test_the_creator_of_a_public_game_is_its_organizer_and_takes_seat_0(rules: Rules[Any]) -> None:
    given().when(c.CreateGame(by="ann", variant=rules.variant)).then(
        e.GameCreated(
            variant=rules.variant,
            rules_version=rules.version,
            options=complete_options(rules, {}),
            access=e.Access.PUBLIC,
            organizer="ann",
            secret=SECRET,
        ),
        e.PlayerJoined(seat=0, player="ann"),
    )


def test_a_game_can_be_private(rules: Rules[Any]) -> None:
    command = c.CreateGame(by="ann", variant=rules.variant, access=e.Access.PRIVATE)
    assert given().when(command).events == lobby(rules, access=e.Access.PRIVATE)


def test_a_private_game_admits_who_is_seated_or_invited_and_nobody_else(rules: Rules[Any]) -> None:
    game = fold((*lobby(rules, access=e.Access.PRIVATE), *invited("bob")))
    assert [game.admits(player) for player in ("ann", "bob", "cyd", None)] == [True, True, False, False]


def test_a_public_game_admits_everyone(rules: Rules[Any]) -> None:
    game = fold(lobby(rules))
    assert all(game.admits(player) for player in ("ann", "bob", None))


def test_options_left_out_take_their_defaults_and_all_are_recorded(rules: Rules[Any]) -> None:
    command = c.CreateGame(by="ann", variant=rules.variant, options={"reveal": "at_end"})
    created = given().when(command).events[0]
    assert isinstance(created, e.GameCreated)
    defaults = msgspec.to_builtins(rules.options())
    assert created.options == {**defaults, "reveal": "at_end"}


def test_what_each_option_names_as_a_choice_is_accepted(rules: Rules[Any]) -> None:
    for field in msgspec.structs.fields(rules.options):
        named = isinstance(field.type, type) and issubclass(field.type, StrEnum)
        choices = list(field.type) if named else [field.default]
        for value in choices:
            assert complete_options(rules, {field.name: value})[field.name] == value


def test_a_shuffle_is_revealed_each_round_unless_chosen_otherwise(rules: Rules[Any]) -> None:
    assert rules.options().reveal is Reveal.EACH_ROUND


def test_an_unknown_variant_is_refused_with_those_that_are_known() -> None:
    refusal = r.UnknownVariant(variant="snap", known=tuple(variants()))
    given().when(c.CreateGame(by="ann", variant="snap")).refused(refusal)


def test_a_rules_version_that_never_was_is_unknown(rules: Rules[Any]) -> None:
    with pytest.raises(r.UnknownRules):
        rules_of(rules.variant, 0)


def test_an_unknown_option_is_refused_with_those_that_are_known(rules: Rules[Any]) -> None:
    known = tuple(field.name for field in msgspec.structs.fields(rules.options))
    command = c.CreateGame(by="ann", variant=rules.variant, options={"jokers": 2})
    given().when(command).refused(r.UnknownOption(option="jokers", known=known))


@pytest.mark.parametrize("value", ["never", "", 1, True])
def test_an_option_with_a_value_that_it_cannot_have_is_refused(
    rules: Rules[Any], value: e.OptionValue
) -> None:
    command = c.CreateGame(by="ann", variant=rules.variant, options={"reveal": value})
    refusal = given().when(command).refusal
    assert isinstance(refusal, r.InvalidOption)
    assert (refusal.option, refusal.value) == ("reveal", value)
    assert refusal.reason


@pytest.mark.parametrize("nobody", ["", " ", "\t"])
def test_a_player_has_an_id(rules: Rules[Any], nobody: str) -> None:
    given().when(c.CreateGame(by=nobody, variant=rules.variant)).refused(r.InvalidPlayer(nobody))
    table = given(*lobby(rules))
    table.when(c.JoinGame(by=nobody)).refused(r.InvalidPlayer(nobody))
    table.when(c.InvitePlayer(by="ann", player=nobody)).refused(r.InvalidPlayer(nobody))


def test_a_new_game_waits_for_players_and_its_status_says_so(rules: Rules[Any]) -> None:
    game = fold(lobby(rules))
    assert game.stage is Stage.WAITING_FOR_PLAYERS
    assert game.status == "WAITING_FOR_PLAYERS"
    assert game.table is None


def test_before_the_first_event_there_is_nothing() -> None:
    assert fold(()) == NEW
