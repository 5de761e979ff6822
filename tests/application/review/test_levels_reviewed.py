"""Reviews tell players of different strength apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from uuid import UUID

import pytest

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from application.review.seat_past import past_of_seat
from domain import commands as c
from domain.events import MachineLevel
from domain.machine.thinking import levels_of
from domain.machine.thinking.decision_review import review_decision, review_seed
from domain.machine.thinking.levels import choose_move
from domain.rules import rules_of, variants
from domain.state import Stage
from tests.domain.given import Log
from tests.domain.tables import PLAYERS

GAMES = 2
THINKING = [name for name in variants() if len(levels_of(name, rules_of(name).version)) > 1]


def played(variant: str, level: MachineLevel, seed: int) -> Log:
    """Return a game of which a player of a level has seat 1, among published players."""
    croupier = Croupier(seeded_entropy(seed))
    known, log = croupier.create(c.CreateGame(by=PLAYERS[0], variant=variant))
    commands: Iterator[c.Command] = chain(map(joining, PLAYERS[1:4]), [c.StartGame(by=PLAYERS[0])])
    while known.game.stage is not Stage.WON:
        known, events = croupier.carry_out(known, next(commands, None) or chosen(known, level, len(log)))
        log += events
    return log


def joining(player: str) -> c.Command:
    return c.JoinGame(by=player)


def chosen(known: CroupierState, level: MachineLevel, version: int) -> c.Move:
    seat = known.game.rules.to_move(known.game.table)[0]
    view = known.views[seat]
    own = level if seat == 1 else MachineLevel.PUBLISHED
    return choose_move(view.game, seat, own, view.memory, version.to_bytes(4))


def loss_of(variant: str, level: MachineLevel) -> float:
    """Return what a player of a level has lost by its decisions in some games."""
    return sum(
        review_decision(
            each.view, 1, each.memory, each.move, review_seed(str(UUID(int=seed)), 1, each.version)
        ).loss
        for seed in range(GAMES)
        for each in past_of_seat(played(variant, level, seed), 1, 1).decisions
    )


@pytest.mark.parametrize("variant", THINKING)
def test_the_published_player_loses_more_by_its_decisions_than_the_expert(variant: str) -> None:
    assert loss_of(variant, MachineLevel.PUBLISHED) > 1.5 * loss_of(variant, MachineLevel.EXPERT)
