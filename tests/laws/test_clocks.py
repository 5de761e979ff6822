"""Laws of games with clocks: every one ends, replays, keeps its secrets, and never takes time away."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from domain import events as e
from domain.clocks import time_control
from domain.commands import ExpireDeadlines, Move
from domain.deadlines import GRACE
from domain.game import Game, Stage, settle
from domain.state import SeatClock
from tests.application.audit.audits import audited_commits
from tests.laws.playouts import SEEDS, Playout, every_variant_with_a_player, same_games
from tests.laws.secrecy.test_secrecy import check_secrecy
from tests.laws.test_cards_conserved import check_cards
from tests.laws.test_replay import check_prefixes, check_replay, check_views
from tests.laws.timed_playouts import timed_playout


def check_clocks(played: Playout) -> None:
    """Whenever the game waits, just the awaited people's clocks run, and started last in their commit."""
    for commit in played.commits:
        game = commit.after.game
        assert settle(game, commit.at) == (), "whatever follows was committed with it"
        kinds = [type(event) for event in commit.events]
        started = kinds.count(e.ClockStarted)
        assert kinds[len(kinds) - started :] == [e.ClockStarted] * started
        if game.stage is not Stage.PLAYING:
            assert not game.has_deadline or game.stage is Stage.WAITING_FOR_SEEDS
            continue
        assert game.clocks is not None
        awaited = () if game.is_paused else game.rules.to_move(game.table)
        assert sorted(game.clocks.running) == sorted(awaited)
        assert not any(game.seats[seat].automated for seat in awaited)


def check_deadlines(played: Playout) -> None:
    """A seat has its whole time, keeps its clock while others move, and is timed out after the grace."""
    for before, after in pairwise(played.commits):
        game = before.after.game
        moved = after.command.by if isinstance(after.command, Move) else None
        for seat, clock in running(game).items():
            assert clock.deadline is not None
            assert clock.deadline + GRACE > after.at or isinstance(after.command, ExpireDeadlines)
            left = running(after.after.game).get(seat)
            if left is not None and game.seats[seat].player != moved and clock.deadline + GRACE > after.at:
                assert left == clock, "another player's command changes nobody's clock"
        for event in after.events:
            if isinstance(event, e.ClockStarted):
                control = time_control(game)
                assert control is not None
                assert event.deadline >= after.at + control.move


def running(game: Game) -> dict[int, SeatClock]:
    """Return the running clocks by seat."""
    return {seat: game.clocks.seats[seat] for seat in game.clocks.running} if game.clocks else {}


@every_variant_with_a_player
@same_games
@given(seed=SEEDS)
def test_every_game_ends_and_its_clocks_run_while_people_are_awaited(variant: str, seed: int) -> None:
    played = timed_playout(variant, seed)
    assert played.known.game.stage in (Stage.WON, Stage.CLOSED)
    check_clocks(played)


@every_variant_with_a_player
@same_games
@given(seed=SEEDS)
def test_nobody_loses_time_by_what_others_do(variant: str, seed: int) -> None:
    check_deadlines(timed_playout(variant, seed))


@every_variant_with_a_player
@same_games
@given(seed=SEEDS)
def test_replay_equals_live_with_clocks(variant: str, seed: int) -> None:
    played, random = timed_playout(variant, seed), Random(seed)
    check_replay(played)
    check_prefixes(played, random)
    check_views(played, random)


@every_variant_with_a_player
@same_games
@given(seed=SEEDS)
@settings(max_examples=20)
def test_clocks_and_the_machines_moves_tell_nothing_of_unseen_cards(variant: str, seed: int) -> None:
    check_secrecy(timed_playout(variant, seed), Random(seed))
    check_cards(timed_playout(variant, seed))


@every_variant_with_a_player
async def test_the_audit_accepts_games_with_clocks(variant: str) -> None:
    for seed in range(10):
        assert await audited_commits(timed_playout(variant, seed)) == []


@every_variant_with_a_player
async def test_the_audit_accepts_logs_from_before_a_handed_over_clock_was_stopped(variant: str) -> None:
    games = (timed_playout(variant, seed) for seed in range(60))
    per_move = [game for game in games if game.known.game.options["clock"] == "per_move"]
    shortened = [older for game in per_move if (older := without_later_stops(game)) != game][:3]
    assert len(shortened) == 3
    for game in shortened:
        assert await audited_commits(game) == []


def without_later_stops(game: Playout) -> Playout:
    """Return a game without the stops of clocks that a handed-over seat or a pause has ended."""

    def kept(events: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
        ended = (None, *(isinstance(event, e.SeatAutomated | e.GamePaused) for event in events))
        return tuple(
            event
            for event, follows in zip(events, ended, strict=False)
            if not (follows and isinstance(event, e.ClockStopped))
        )

    return replace(game, commits=tuple(replace(each, events=kept(each.events)) for each in game.commits))


@pytest.mark.slow
@every_variant_with_a_player
async def test_many_games_with_clocks_end_and_are_sound(variant: str) -> None:
    for seed in range(10, 500):
        played = timed_playout.__wrapped__(variant, seed)
        check_clocks(played)
        check_deadlines(played)
        assert await audited_commits(played) == [], seed
