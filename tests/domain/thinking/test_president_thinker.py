"""The machine player of President that searches: whole games, and decisions whose best move is known."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain import commands as c
from domain import events as e
from domain.game import judge
from domain.machine.thinking import thinker_of
from domain.machine.thinking.decision import assess, choose
from domain.machine.thinking.president import decision, remember
from domain.machine.thinking.president.cards import NUMBERS, whole_plays
from domain.machine.thinking.president.decisions import Turn, moves_ahead
from domain.machine.thinking.president.play_out import (
    Position,
    Seating,
    after_move,
    play_on,
    position_of,
    seating,
    seats_behind,
)
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.president import PlayCards, PresidentTable
from domain.view import View
from domain.visibility import redact
from tests.domain.given import Log
from tests.domain.president.tables import ALL_OTHERS, beating, leading, pass_, play
from tests.domain.thinking.moments import Player, published, random_player
from tests.domain.thinking.president_games import OPTIONS, Moment, decisions

every_table = pytest.mark.parametrize("options", OPTIONS, ids=["full circle", "all others"])


def thinker(seed: int, worlds: int = 3) -> Player:
    made = 0

    def move(moment: Moment) -> c.Move:
        nonlocal made
        made += 1
        numbers = RandomNumbers(f"{seed} {moment.seat} {made}".encode())
        return choose(decision(moment.view, moment.seat, moment.memory, numbers), worlds)

    return move


def turn_at(log: Log, also: c.Move | None = None) -> Turn:
    """Return the decision of seat 0."""
    seen = [redact(event, 0, frozenset()) for event in log]
    memory = remember(None, seen)
    assert memory is not None, "the cards have been dealt"
    return decision(View(viewer=0).after(log).game, 0, memory, RandomNumbers(b"turn"), also)


def chosen(log: Log) -> c.Move:
    return choose(turn_at(log), 30)


def test_it_is_the_thinker_of_the_variant() -> None:
    found = thinker_of("president", 1)
    assert found is not None
    assert found.decision is decision


@every_table
@pytest.mark.parametrize("seats", range(3, 9))
def test_it_plays_whole_games_and_plays_them_again_alike(
    seats: int, options: Mapping[str, e.OptionValue]
) -> None:
    def moves() -> list[c.Move]:
        others = [published, random_player(seats)]
        players = [thinker(seat) if seat % 3 < 2 else others[seat % 2] for seat in range(seats)]
        return [move for _, move in decisions(players, seats, options)]

    assert moves() == moves()


@every_table
def test_all_its_moves_are_legal_whoever_the_others_are(options: Mapping[str, e.OptionValue]) -> None:
    for seed in range(4):
        for moment, _ in decisions([random_player(seed)] * 5, seed, options):
            numbers = RandomNumbers(b"legal")
            turn = decision(moment.view, moment.seat, moment.memory, numbers)
            assert len(set(turn.moves)) == len(turn.moves)
            assert all(judge(moment.game, moment.seat, move) for move in turn.moves)
            assert choose(turn, 1) in turn.moves


def test_its_memory_is_the_same_by_single_events_as_at_once() -> None:
    *_, (last, _) = decisions([published] * 4, 3, {})
    log = beating("5H", "6H 6S 2C", "JS QS", "JD QD")
    seen = [redact(event, 0, frozenset()) for event in log]
    memory = None
    for event in seen:
        memory = remember(memory, [event])
    assert memory == remember(None, seen)
    assert remember(last.memory, []) is last.memory


def test_a_move_to_be_weighed_too_takes_the_place_of_its_equal() -> None:
    log = leading("9H 9S 9D KC", "JS QS", "JD QD")
    also = play("ann", "9D 9S")
    turn = turn_at(log, also)
    assert also in turn.moves
    assert len(turn.moves) == len(turn_at(log).moves)
    assert [move for move in turn.moves if isinstance(move, PlayCards) and len(move.cards) == 2] == [also]


def test_it_plays_a_two_first_when_it_goes_out_with_the_rest() -> None:
    # The published player leads the five, and one of the others goes out on it with a higher card.
    turn = turn_at(leading("5H 2S", "KS", "KD", "KC"))
    assert choose(turn, 30) == play("ann", "2S")
    best = max(assess(turn, 10), key=lambda each: each.value)
    assert best.move == play("ann", "2S")
    assert best.value == 1


@pytest.mark.parametrize("options", [None, ALL_OTHERS])
def test_it_plays_its_last_cards(options: Mapping[str, e.OptionValue] | None) -> None:
    assert chosen(beating("5H", "KH KS", "JS QS 7S", "JD QD 7D", options=options)) == play("ann", "KH KS")


def searched(hands: list[int], order: Seating, position: Position, seat: int, ahead: int) -> int:
    """Return how many seats are behind one in the end, by trying out everything."""
    position = play_on(hands, order, position, seat, pausing=ahead > 0)
    turn, _, lying, value, _, active, _ = position
    if not ahead or turn != seat or not active >> seat & 1 or active == 1 << seat:
        return seats_behind(active, seat)
    moves = [*whole_plays(hands[seat], lying, value), *([(0, 0)] if lying else [])]
    found = []
    for bit, count in moves:
        after = list(hands)
        found.append(searched(after, order, after_move(after, order, position, bit, count), seat, ahead - 1))
    return max(found)


@every_table
@pytest.mark.parametrize("seats", [3, 5])
def test_a_search_that_is_cut_short_finds_the_best_place(
    seats: int, options: Mapping[str, e.OptionValue]
) -> None:
    for number, (moment, _) in enumerate(decisions([published] * seats, seats, options)):
        if number % 3:
            continue
        turn = decision(moment.view, moment.seat, moment.memory, RandomNumbers(b"search"))
        table = moment.game.table
        assert isinstance(table, PresidentTable)
        order = seating(seats, table.options.clear_after)
        position = position_of(table, 1 << NUMBERS[table.to_beat[0].rank] if table.to_beat else 0)
        world = turn.draw_world()
        ranks = len({card.rank for card in table.hands[moment.seat]})
        ahead = moves_ahead(len(turn.moves), ranks)
        for index, move in enumerate(turn.moves):
            bit, count = 0, 0
            if isinstance(move, PlayCards):
                bit, count = 1 << NUMBERS[move.cards[0].rank], len(move.cards)
            hands = list(world)
            after = after_move(hands, order, position, bit, count)
            behind = searched(hands, order, after, moment.seat, ahead)
            assert turn.value(world, index) == behind / (seats - 1)


def test_its_value_is_the_share_of_the_best_place() -> None:
    (goes_out,) = (
        each
        for each in assess(turn_at(beating("5H", "KH", "JS QS 7S", "JD QD 7D", "", out=(3,))), 5)
        if each.move == play("ann", "KH")
    )
    assert goes_out.value == pytest.approx(2 / 3)
    assert goes_out.error == pytest.approx(0, abs=1e-6)


def test_it_passes_when_it_holds_nothing_that_goes() -> None:
    assert turn_at(beating("KH", "5S 7S", "JS QS", "JD QD")).moves == [pass_("ann")]
