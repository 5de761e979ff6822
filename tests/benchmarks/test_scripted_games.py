"""Games that benchmarks play ahead: the croupier plays the same ones."""

from __future__ import annotations

from random import Random

import pytest

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from application.games.simulation import Setup
from benchmarks.scripted_games import SEATS, VARIANT, play_ahead
from domain.state import Stage


def started(croupier: Croupier, setup: Setup) -> CroupierState:
    known, _ = croupier.create(setup.creation)
    for command in setup.joining_commands:
        known, _ = croupier.carry_out(known, command)
    return known


@pytest.mark.parametrize("seed", range(3))
def test_the_croupier_accepts_all_moves_until_the_game_is_won(seed: int) -> None:
    croupier = Croupier(seeded_entropy(seed))
    known = started(croupier, Setup(variant=VARIANT, seats=SEATS))
    for seat, move, count in play_ahead(known.game, Random(seed)):
        assert move.by == known.game.seats[seat].player
        known, events = croupier.carry_out(known, move)
        assert len(events) == count
    assert known.game.stage is Stage.WON


def test_a_game_whose_shuffles_are_made_from_entropy_is_not_played_ahead() -> None:
    # By chance alone nobody wins within the 256 shuffles that follow from a deal.
    known = started(Croupier(seeded_entropy(1)), Setup(variant="hundred-and-ten", seats=2))
    with pytest.raises(RuntimeError, match="NeedsShuffle"):
        for _ in play_ahead(known.game, Random(1)):
            pass
