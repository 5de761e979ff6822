"""Levels of machine players, and the memory of a seat from which they choose."""

from __future__ import annotations

from collections import Counter

import pytest

from domain import events as e
from domain import refusals as r
from domain.cards import Suit
from domain.machine import player_of
from domain.machine.thinking import levels_of
from domain.machine.thinking.levels import choose_move
from domain.view import View
from domain.visibility import SPECTATOR, redact
from tests.domain.given import Log
from tests.domain.levels.thinkers import LastMoveDecision, Remembering, legal_moves, no_thinker, thinker
from tests.domain.tables import HUNDRED_AND_TEN, lobby, started, tricks

__all__ = ["no_thinker", "thinker"]

LEVELS = tuple(e.MachineLevel)
LOG = tricks("5H JH KH QH 2S", "5C JC KC QC 3S", trump=Suit.HEARTS, bidder=0)
START = len((*lobby(HUNDRED_AND_TEN, 2), started(2)))
NAME, VERSION = HUNDRED_AND_TEN.variant, HUNDRED_AND_TEN.version


def seen_by(seat: int, log: Log = LOG) -> View:
    return View(viewer=seat, remembers=True).after(log)


def to_move(view: View) -> int:
    return view.game.rules.to_move(view.game.table)[0]


@pytest.mark.usefixtures("thinker")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_remembers_its_redacted_events_after_the_start(seat: int) -> None:
    remembered = tuple(redact(event, seat) for event in LOG[START:])
    assert remembered != LOG[START:]
    assert seen_by(seat).memory == remembered
    live = View(remembers=True)
    for event in LOG[:START]:
        live = live.after([event])
    assert live.memory is None
    live = live.by_seat()[seat]
    for event in LOG[START:]:
        live = live.after([event])
    assert live == seen_by(seat)


@pytest.mark.usefixtures("thinker")
def test_a_spectator_and_a_seat_before_the_start_remember_nothing() -> None:
    assert View(viewer=SPECTATOR, remembers=True).after(LOG).memory is None
    for length in (START - 1, START):
        assert seen_by(0, LOG[:length]).memory is None


@pytest.mark.usefixtures("no_thinker")
def test_without_a_thinker_only_the_published_player_can_play() -> None:
    seat = to_move(seen_by(0))
    view = seen_by(seat)
    assert view.memory is None
    assert levels_of(NAME, VERSION) == (e.MachineLevel.PUBLISHED,)
    published = choose_move(view.game, seat, e.MachineLevel.PUBLISHED, None, b"")
    assert published == player_of(NAME, VERSION)(view.game, seat)
    for level in set(LEVELS) - {e.MachineLevel.PUBLISHED}:
        with pytest.raises(r.LevelNotAvailable) as refused:
            choose_move(view.game, seat, level, None, b"")
        assert refused.value == r.LevelNotAvailable(NAME, level, (e.MachineLevel.PUBLISHED,))


@pytest.mark.usefixtures("thinker")
@pytest.mark.parametrize("level", Remembering.WORLDS)
def test_a_thinker_tries_moves_in_as_many_worlds_as_its_level_says(
    level: e.MachineLevel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LastMoveDecision, "worlds", 0)
    seat = to_move(seen_by(0))
    view = seen_by(seat)
    moves = legal_moves(view.game, seat)
    assert choose_move(view.game, seat, level, view.memory, b"") == moves[-1]
    # Each of the rounds of sequential halving has an equal share of the worlds times the moves.
    assert Remembering.WORLDS[level] <= LastMoveDecision.worlds <= Remembering.WORLDS[level] * len(moves)


@pytest.mark.usefixtures("thinker")
def test_three_of_ten_moves_of_a_beginner_are_random_and_follow_from_the_seed() -> None:
    seat = to_move(seen_by(0))
    view = seen_by(seat).game
    moves, published = legal_moves(view, seat), player_of(NAME, VERSION)(view, seat)
    seeds = [number.to_bytes(2) for number in range(1000)]
    chosen = [choose_move(view, seat, e.MachineLevel.BEGINNER, None, seed) for seed in seeds]
    assert chosen == [choose_move(view, seat, e.MachineLevel.BEGINNER, None, seed) for seed in seeds]
    counts = Counter(map(moves.index, chosen))
    share_of_random = 0.3 / len(moves)
    assert len(moves) > 1
    for index, move in enumerate(moves):
        expected = 1000 * (share_of_random + (0.7 if move == published else 0.0))
        assert abs(counts[index] - expected) < 50
