"""Creation of a game, with everything that never changes."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec
import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.game import NEW, fold
from domain.options import Reveal
from domain.rules import Rules, complete_options, rules_of, variants
from domain.state import Stage
from tests.domain.given import SECRET, given
from tests.domain.tables import DEAL, invited, lobby


def test_the_creator_of_a_public_game_is_its_organizer_and_takes_seat_0(rules: Rules[Any]) -> None:
    given().when(c.CreateGame(by="ann", variant=rules.variant)).then(
        e.GameCreated(
            variant=rules.variant,
            rules_version=rules.version,
            options=complete_options(rules, {}),
            access=e.Access.PUBLIC,
            organizer="ann",
            secret=SECRET,
            deal=DEAL,
        ),
        e.PlayerJoined(seat=0, player="ann"),
    )


def test_a_game_can_be_private(rules: Rules[Any]) -> None:
    command = c.CreateGame(by="ann", variant=rules.variant, access=e.Access.PRIVATE)
    assert given().when(command).events == lobby(rules, access=e.Access.PRIVATE, deal=DEAL)


def test_private_game_admits_only_seated_and_invited_players(rules: Rules[Any]) -> None:
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


def test_every_choice_of_an_option_is_accepted(rules: Rules[Any]) -> None:
    for field in msgspec.structs.fields(rules.options):
        named = isinstance(field.type, type) and issubclass(field.type, StrEnum)
        choices = list(field.type) if named else [field.default]
        for value in choices:
            assert complete_options(rules, {field.name: value})[field.name] == value


def test_a_shuffle_is_revealed_each_round_unless_chosen_otherwise(rules: Rules[Any]) -> None:
    assert rules.options().reveal is Reveal.EACH_ROUND


def test_refusal_of_an_unknown_variant_lists_the_known_ones() -> None:
    refusal = r.UnknownVariant(name="snap", known=tuple(variants()))
    given().when(c.CreateGame(by="ann", variant="snap")).refused(refusal)


def test_unregistered_rules_version_is_unknown(rules: Rules[Any]) -> None:
    with pytest.raises(r.UnknownRules):
        rules_of(rules.variant, 0)


def test_refusal_of_an_unknown_option_lists_the_known_ones(rules: Rules[Any]) -> None:
    known = tuple(field.name for field in msgspec.structs.fields(rules.options))
    command = c.CreateGame(by="ann", variant=rules.variant, options={"jokers": 2})
    given().when(command).refused(r.UnknownOption(option="jokers", known=known))


@pytest.mark.parametrize("value", ["never", "", 1, True])
def test_invalid_option_value_is_refused(rules: Rules[Any], value: e.OptionValue) -> None:
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


def test_new_game_waits_for_players(rules: Rules[Any]) -> None:
    game = fold(lobby(rules))
    assert game.stage is Stage.WAITING_FOR_PLAYERS
    assert game.table is None


def test_game_before_its_first_event_is_empty() -> None:
    assert fold(()) == NEW
