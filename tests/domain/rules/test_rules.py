"""Declarations of every game, by which all layers find it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated, Any

import msgspec
import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import Card
from domain.game import NEW, decide, evolve, fold
from domain.rules import (
    NameAlreadyRegistered,
    Options,
    Rules,
    Table,
    all_rules,
    register,
    rules_of,
    variants,
    versions_of,
)
from domain.visibility import MisplacedMark, Private
from tests.domain.given import NOON
from tests.domain.rules.registering import forgetting
from tests.domain.tables import lobby, started


def test_variant_has_a_name_in_lower_case_with_hyphens_and_a_title(rules: Rules[Any]) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rules.variant)
    assert rules.title.strip()


def test_a_variant_is_found_by_its_name_and_by_the_version_that_a_game_keeps(rules: Rules[Any]) -> None:
    assert rules.version >= 1
    assert rules_of(rules.variant) is rules_of(rules.variant, rules.version) is variants()[rules.variant]


def test_at_least_two_can_play(rules: Rules[Any]) -> None:
    assert 2 <= rules.seats[0] <= rules.seats[-1]
    assert rules.seats.step == 1


def test_no_seat_is_to_move_before_the_first_deal(rules: Rules[Any]) -> None:
    assert issubclass(rules.options, Options)
    assert issubclass(rules.table, Table)
    for players in rules.seats:
        table = rules.start(players, rules.options())
        assert type(table) is rules.table
        assert rules.to_move(table) == ()


def test_moves_out_of_turn_are_declared_moves(rules: Rules[Any]) -> None:
    assert rules.moves
    assert all(issubclass(move, c.Move) for move in rules.moves)
    assert set(rules.out_of_turn) < set(rules.moves)


class TossTheCoin(c.Move, frozen=True, kw_only=True):
    """A move of no game."""


def test_move_of_another_game_is_refused(rules: Rules[Any]) -> None:
    game = fold((*lobby(rules, rules.seats[0]), started(rules.seats[0])))
    with pytest.raises(r.MoveNotInGame) as refused:
        decide(game, TossTheCoin(by="ann"), NOON)
    assert refused.value == r.MoveNotInGame("tossTheCoin", rules.variant)


def test_facts_and_offers_of_a_game_are_not_common_ones(rules: Rules[Any]) -> None:
    assert not set(rules.events) & set(e.COMMON_EVENTS)
    assert not set(rules.offers) & set(c.COMMON_OFFERS)


def test_every_event_of_a_game_has_an_evolver(rules: Rules[Any]) -> None:
    assert set(rules.events) <= set(rules.evolvers)
    assert set(rules.evolvers) <= {*e.COMMON_EVENTS, *rules.events}


def test_all_facts_of_its_file_are_declared(rules: Rules[Any]) -> None:
    module = import_module(type(rules).__module__)
    own = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, e.Event) and thing.__module__ == module.__name__
    ]
    assert set(own) == set(rules.events)


def test_every_fact_is_described_for_the_schema(rules: Rules[Any]) -> None:
    for event in (*e.COMMON_EVENTS, *rules.events):
        assert event.__doc__
        assert event.__doc__.rstrip().endswith(".")


def test_the_tags_of_facts_are_the_names_of_their_classes_and_no_two_share_one() -> None:
    every = {*e.COMMON_EVENTS, *(event for rules in variants().values() for event in rules.events)}
    tags = [event.__struct_config__.tag for event in every]
    assert tags == [event.__name__ for event in every]
    assert len(set(tags)) == len(tags)


def test_phases_are_described(rules: Rules[Any]) -> None:
    assert all(re.fullmatch(r"[A-Z]+(_[A-Z]+)*", phase) for phase in rules.phases)


def test_table_can_be_shown_before_the_first_deal(rules: Rules[Any]) -> None:
    for players in rules.seats:
        game = fold((*lobby(rules, players), started(players)))
        shown = rules.show(game.table)
        assert shown.phase in list(rules.phases)
        assert [place.hand for place in shown.places] == [()] * players
        assert isinstance(msgspec.to_builtins(game), dict)


def test_folding_is_evolving_event_by_event(rules: Rules[Any]) -> None:
    log = (*lobby(rules, rules.seats[0]), started(rules.seats[0]))
    game = NEW
    for event in log:
        game = evolve(game, event)
    assert game == fold(log)
    assert fold(log[2:], fold(log[:2])) == game


def test_table_event_without_a_table_is_ignored() -> None:
    assert evolve(NEW, e.BidPlaced(seat=0, amount=15)) == NEW


@pytest.fixture
def registry() -> Iterator[None]:
    """Remove a test's registrations after it."""
    with forgetting():
        yield


@pytest.mark.usefixtures("registry")
def test_a_game_keeps_the_rules_it_was_played_with(rules: Rules[Any]) -> None:
    later = type("Later", (type(rules),), {"version": rules.version + 1})()
    register(later)
    assert rules_of(rules.variant) is later
    assert variants()[rules.variant] is later
    assert rules_of(rules.variant, rules.version) is rules
    assert fold(lobby(rules)).rules is rules


@pytest.mark.usefixtures("registry")
def test_every_version_is_found_with_the_newest_last(rules: Rules[Any]) -> None:
    later = type("Later", (type(rules),), {"version": rules.version + 1})()
    register(later)
    assert versions_of(rules.variant)[-2:] == (rules, later)
    assert {rules, later} <= set(all_rules())


@pytest.mark.usefixtures("registry")
def test_a_version_is_registered_once(rules: Rules[Any]) -> None:
    again = type("Again", (type(rules),), {})()
    with pytest.raises(NameAlreadyRegistered, match=f"{type(rules).__name__} and .*Again") as refused:
        register(again)
    assert (refused.value.first, refused.value.second) == (type(rules), type(again))
    assert rules_of(rules.variant) is rules


class BidPlaced(e.SeatEvent, frozen=True, kw_only=True):
    """An event with the name of another one."""


class PlayCard(c.Move, frozen=True, kw_only=True):
    """A move with the name of another one."""


class PassOffer(c.Offer, frozen=True, kw_only=True):
    """An offer with the name of another one."""


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize(
    ("declared", "first", "second"),
    [
        ({"events": (BidPlaced,)}, e.BidPlaced, BidPlaced),
        ({"moves": (PlayCard,)}, c.PlayCard, PlayCard),
        ({"offers": (PassOffer,)}, c.PassOffer, PassOffer),
    ],
)
def test_class_name_can_be_registered_only_once(declared: dict[str, Any], first: type, second: type) -> None:
    variants()
    later = type("Later", (type(rules_of("president")),), {"version": 2, **declared})()
    with pytest.raises(NameAlreadyRegistered, match=second.__name__) as refused:
        register(later)
    assert (refused.value.first, refused.value.second) == (first, second)


class Whispered(e.SeatEvent, frozen=True, kw_only=True):
    """An event with a mark that hides nothing."""

    card: Annotated[Card, Private()] | None


@pytest.mark.usefixtures("registry")
def test_an_event_with_a_mark_that_hides_nothing_is_not_registered() -> None:
    later = type("Later", (type(rules_of("president")),), {"version": 2, "events": (Whispered,)})()
    with pytest.raises(MisplacedMark, match=r"Whispered\.card"):
        register(later)
    assert rules_of("president").version == 1


def test_an_unregistered_rules_version_raises_unknown_rules(rules: Rules[Any]) -> None:
    with pytest.raises(r.UnknownRules) as refused:
        rules_of(rules.variant, 99)
    known = tuple(each.version for each in versions_of(rules.variant))
    assert refused.value == r.UnknownRules(rules.variant, 99, known)


def test_refusal_of_a_missing_variant_lists_the_known_ones() -> None:
    with pytest.raises(r.UnknownVariant) as refused:
        rules_of("snap")
    assert refused.value.known == tuple(sorted(variants()))
