"""The values behind the parts of a view: every field of the schema, from the domain's own values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from api.graphql.games.view_fields import Deal, Result
from api.graphql.games.viewed_game import ViewedGame, moments_of
from api.graphql.types.derivation import settings
from api.graphql.types.tables import CardOrder, PlayedCard, Seat, SeatClock, Table
from domain.state import Stage
from domain.view import View
from domain.visibility import SPECTATOR, Viewer
from tests.laws.playouts import Playout, every_variant, playout

GAME = UUID(int=1)
SEEDS = range(3)


def moments(played: Playout, seat: Viewer) -> Iterator[tuple[int, View]]:
    view = View(viewer=seat)
    for version, event in enumerate(played.log, 1):
        view = view.after([event])
        yield version, view


def viewed(played: Playout, seat: Viewer) -> list[ViewedGame]:
    player = None if seat is SPECTATOR else played.known.game.seats[seat].player
    return moments_of(GAME, moments(played, seat), player)


def plain_fields(kind: Any) -> list[str]:
    return [field.python_name for field in kind.__strawberry_definition__.fields if field.is_basic_field]


def read(kind: Any, value: Any) -> dict[str, Any]:
    """Return what the schema shows of a value."""
    return {name: getattr(value, name) for name in plain_fields(kind)}


@every_variant
@pytest.mark.parametrize("seed", SEEDS)
def test_values_have_the_fields_of_their_types(variant: str, seed: int) -> None:
    for game in viewed(playout(variant, seed), 0)[::7]:
        for seat in game.seats:
            assert read(Seat, seat)["hand"] == seat.hand
            if seat.clock is not None:
                assert read(SeatClock, seat.clock)
        if game.deal is not None:
            assert read(Deal, game.deal)["foot"] == game.state.deal.foot  # type: ignore[union-attr]
        if game.result is not None:
            assert read(Result, game.result)["winners"] == game.winners
        if game.table is None:
            continue
        assert read(Table, game.table)["phase"].name in list(game.state.rules.phases)
        if game.table.card_order is not None:
            assert read(CardOrder, game.table.card_order)
        for card in (*game.table.trick, *game.table.last_trick):
            assert read(PlayedCard, card)


@every_variant
@pytest.mark.parametrize("seed", SEEDS)
def test_seats_and_tables_show_the_state_of_the_game(variant: str, seed: int) -> None:
    for game in viewed(playout(variant, seed), 1)[::7]:
        state = game.state
        assert [seat.player for seat in game.seats] == [seat.player for seat in state.seats]
        assert [seat.given_up for seat in game.seats] == [
            number in state.given_up for number in range(len(state.seats))
        ]
        assert [seat.votes_to_abandon for seat in game.seats] == [
            number in state.votes for number in range(len(state.seats))
        ]
        if state.table is None:
            assert game.table is None
            assert {seat.hand for seat in game.seats} <= {()}
            continue
        shown, table = state.rules.show(state.table), game.table
        assert table is not None
        playing = state.stage is Stage.PLAYING
        for seat, place in zip(game.seats, shown.places, strict=True):
            for name in place.__struct_fields__:
                assert getattr(seat, "place" if name == "rank" else name) == getattr(place, name)
        for name in shown.__struct_fields__:
            if name not in ("places", "to_move"):
                assert getattr(table, name) == getattr(shown, name)
        assert table.to_move == (shown.to_move if playing else ())
        assert table.card_order == state.rules.card_order(state.table)
        bids = state.rules.available_bids(state.table, game.you) if playing and game.you is not None else ()
        assert table.available_bids == bids


@every_variant
@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_changed_seats_are_those_of_which_the_schema_shows_a_change(variant: str, seat: Viewer) -> None:
    former: list[dict[str, Any]] = []
    changes = 0
    for game in viewed(playout(variant, 1), seat):
        shown = [read(Seat, each) for each in game.seats]
        changed = [each["index"] for each in shown if each not in former[each["index"] : each["index"] + 1]]
        assert [each.index for each in game.changed_seats] == changed
        changes += len(changed)
        former = shown
    assert changes


def test_equal_options_share_their_values_and_a_flag_is_no_number() -> None:
    assert settings({"b": 1, "a": "x"}) is settings({"b": 1, "a": "x"})
    assert [(each.name, each.value) for each in settings({"b": True, "a": "x"})] == [
        ("a", "x"),
        ("b", "true"),
    ]
    assert [each.value for each in settings({"b": 1, "a": "x"})] == ["x", "1"]
