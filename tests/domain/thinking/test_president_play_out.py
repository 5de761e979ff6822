"""The play-out of President on sets of bits: equal to the rules and the published player."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain import commands as c
from domain import events as e
from domain.game import Stage, evolve, judge, settle
from domain.machine.president import suggest
from domain.machine.thinking.president.cards import NUMBERS, counts_of, hand_of
from domain.machine.thinking.president.play_out import (
    Position,
    Seating,
    after_move,
    places,
    position_of,
    seating,
)
from domain.rules.president import PlayCards, PresidentTable
from domain.state import Game
from tests.domain.thinking.president_games import OPTIONS, decisions, mixed_players
from tests.long_form import usually

every_table = pytest.mark.parametrize("options", OPTIONS, ids=["full circle", "all others"])
every_number_of_seats = pytest.mark.parametrize("seats", range(3, 9))


def table_of(game: Game) -> PresidentTable:
    assert isinstance(game.table, PresidentTable)
    return game.table


def hands_of(table: PresidentTable) -> list[int]:
    return [hand_of(counts_of(hand)) for hand in table.hands]


def position_at(table: PresidentTable) -> Position:
    return position_of(table, 1 << NUMBERS[table.to_beat[0].rank] if table.to_beat else 0)


def seating_at(table: PresidentTable) -> Seating:
    return seating(table.seats, table.options.clear_after)


def after(game: Game, seat: int, move: c.Move) -> Game:
    """Return the game after a move and its automatic consequences."""
    events: object = judge(game, seat, move)
    while isinstance(events, tuple) and events:
        for event in events:
            game = evolve(game, event)
        if game.stage is not Stage.PLAYING:
            return game
        events = settle(game)
    return game


def ranking_by_rules(game: Game) -> list[int]:
    """Play on by the rules and the published player."""
    while game.stage is Stage.PLAYING:
        (seat,) = game.rules.to_move(game.table)
        game = after(game, seat, suggest(game, seat))
    assert game.outcome is not None
    return [seat for tied in game.outcome.ranking for seat in tied]


@every_table
@every_number_of_seats
@pytest.mark.parametrize("seed", usually(range(12), 0, 1, 2))
def test_play_out_from_each_decision_ends_like_a_game_of_the_published_player(
    seats: int, seed: int, options: Mapping[str, e.OptionValue]
) -> None:
    for number, (moment, _) in enumerate(decisions(mixed_players(seats, seed), seed, options)):
        if number % 4 and seed < 3:
            continue
        game = moment.game
        table = table_of(game)
        out = list(table.out)
        played_out = places(hands_of(table), seating_at(table), position_at(table))
        expected = ranking_by_rules(game)
        assert expected[: len(out)] == out
        assert [seat for seat in played_out if seat not in out] == expected[len(out) :]


@every_table
@every_number_of_seats
@pytest.mark.parametrize("seed", range(4))
def test_each_move_leads_to_the_position_of_the_rules(
    seats: int, seed: int, options: Mapping[str, e.OptionValue]
) -> None:
    for moment, move in decisions(mixed_players(seats, seed), seed, options):
        before = table_of(moment.game)
        game = after(moment.game, moment.seat, move)
        bit, count = 0, 0
        if isinstance(move, PlayCards):
            bit, count = 1 << NUMBERS[move.cards[0].rank], len(move.cards)
        hands = hands_of(before)
        position = after_move(hands, seating_at(before), position_at(before), bit, count)
        assert hands == hands_of(table_of(game))
        if game.stage is Stage.PLAYING:
            assert position == position_at(table_of(game))
