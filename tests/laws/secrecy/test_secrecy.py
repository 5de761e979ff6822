"""No viewer gets anything from which it could tell what it has not seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from hypothesis import given, settings

from domain.visibility import SPECTATOR
from tests.laws.playouts import (
    SEEDS,
    Commit,
    Playout,
    every_variant,
    every_variant_with_a_player,
    machines_only,
    playout,
    same_games,
)
from tests.laws.secrecy.glimpses import accepted, consequences, everything, outcome
from tests.laws.secrecy.secrecy_check import assert_secret

LOGS_OF_A_GAME = 4
MOVES_OF_A_SEAT = 4


def check_secrecy(played: Playout, random: Random) -> None:
    check_secrecy_where(lambda _: True, played, random)


def check_secrecy_where(bears: Callable[[Commit], bool], played: Playout, random: Random) -> None:
    """Check the secrecy after commits of a kind, some of a game's."""
    found = [
        log for commit, log in zip(played.commits, played.committed_logs(), strict=True) if bears(commit)
    ]
    for log in random.sample(found, min(LOGS_OF_A_GAME, len(found))):
        for viewer in (SPECTATOR, *range(len(played.known.game.seats))):
            assert_secret(log, viewer, everything, random)


def check_secrecy_of_outcomes(played: Playout, random: Random) -> None:
    moments = list(enumerate(played.committed_logs()))
    for number, log in random.sample(moments, min(LOGS_OF_A_GAME, len(moments))):
        for viewer in range(len(played.commits[number].after.game.seats)):
            moves = accepted(log, viewer)
            for move in random.sample(moves, min(MOVES_OF_A_SEAT, len(moves))):
                shown = consequences(log, move)
                assert_secret(log, viewer, partial(outcome, move=move), random, shown=shown)


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=6)
def test_a_view_does_not_depend_on_unseen_cards(variant: str, seed: int) -> None:
    check_secrecy(playout(variant, seed), Random(seed))


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=6)
def test_the_consequences_of_a_move_show_only_public_cards(variant: str, seed: int) -> None:
    check_secrecy_of_outcomes(playout(variant, seed), Random(seed))


@every_variant_with_a_player
@same_games
@given(seed=SEEDS)
@settings(max_examples=5)
def test_spectators_of_a_game_of_machines_see_nothing_hidden(variant: str, seed: int) -> None:
    check_secrecy(machines_only(variant, seed), Random(seed))
