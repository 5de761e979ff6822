"""Laws of the course of games: they end, never wait for a machine, and refusals leave no trace."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from domain.events import GameClosed, GameWon
from domain.game import Stage, decide, settle
from domain.refusals import Refusal
from tests.domain.given import NOON
from tests.laws.playouts import (
    SEEDS,
    Playout,
    every_variant,
    every_variant_with_a_player,
    machines_only,
    playout,
    same_games,
)

MOST_EVENTS_OF_MACHINES = 5000


def check_course(played: Playout) -> None:
    for commit in played.commits:
        game = commit.after.game
        assert commit.events, "what is accepted leads to something"
        assert settle(game) == (), "whatever follows was committed with it"
        if game.stage is Stage.PLAYING:
            to_move = game.rules.to_move(game.table)
            assert to_move, "a game that is being played waits for a seat"
            assert not any(game.seats[seat].automated for seat in to_move), "and never for the machine"
    ends = [event for event in played.log if isinstance(event, GameWon | GameClosed)]
    assert len(ends) == 1
    assert played.known.game.stage is (Stage.WON if isinstance(ends[0], GameWon) else Stage.CLOSED)


def check_refusals(played: Playout) -> None:
    """Refuse again what was refused: the same, and nothing has changed."""
    for refused in played.refused:
        game = refused.known.game
        before = msgspec.json.encode(game, order="deterministic")
        with pytest.raises(type(refused.refusal)) as again:
            decide(game, refused.command, NOON)
        assert again.value == refused.refusal
        assert (again.value.message, again.value.code) == (refused.refusal.message, refused.refusal.code)
        assert msgspec.json.encode(game, order="deterministic") == before
        assert isinstance(again.value, Refusal)


def check_outcome(played: Playout) -> None:
    """Look at who won: every seat has one place, the winners the first."""
    game = played.known.game
    if game.stage is Stage.WON:
        assert game.outcome is not None
        ranked = [seat for place in game.outcome.ranking for seat in place]
        assert sorted(ranked) == list(range(len(game.seats)))
        assert game.outcome.winners == game.outcome.ranking[0]


@every_variant
@same_games
@given(seed=SEEDS)
def test_every_game_ends_and_never_waits_for_the_server(variant: str, seed: int) -> None:
    check_course(playout(variant, seed))


@every_variant
@same_games
@given(seed=SEEDS)
def test_a_refusal_is_the_same_again_and_changes_nothing(variant: str, seed: int) -> None:
    check_refusals(playout(variant, seed))


@every_variant
@same_games
@given(seed=SEEDS)
def test_every_seat_has_its_place_at_the_end(variant: str, seed: int) -> None:
    check_outcome(playout(variant, seed))


@every_variant_with_a_player
@same_games
@given(seed=SEEDS)
def test_machines_play_a_game_to_its_end_in_one_go(variant: str, seed: int) -> None:
    played = machines_only(variant, seed)
    assert played.known.game.stage is Stage.WON
    assert len(played.log) < MOST_EVENTS_OF_MACHINES


@every_variant
@same_games
@given(seed=SEEDS)
def test_the_same_seed_plays_the_same_game(variant: str, seed: int) -> None:
    assert playout.__wrapped__(variant, seed) == playout(variant, seed)
