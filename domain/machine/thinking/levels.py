"""The choice of a move at a level; a level of a thinker is a number of worlds, never a time."""

from __future__ import annotations

from typing import Any, Final

from domain.commands import DiscardCards, Move, PlaceBid, SelectTrump
from domain.events import MachineLevel
from domain.game import legal
from domain.machine import player_of
from domain.machine.thinking import require_level, thinker_of
from domain.machine.thinking.decision import choose
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.state import Game

RANDOM_SHARE: Final = 0.3
"""The share of a beginner's moves that are random."""
NEVER_RANDOM: Final = (PlaceBid, SelectTrump, DiscardCards)
"""The moves that a beginner makes like the published player: a random bid would decide the game."""
SEARCHING: Final = (MachineLevel.SKILLED, MachineLevel.EXPERT)
"""The levels that play moves out in worlds."""


def choose_move(view: Game, seat: int, level: MachineLevel, memory: Any, seed: bytes) -> Move:
    """Return the move of a machine player of the given level, for a seat that is to move.

    The move follows from the arguments alone: `view` is the game as the seat sees it, `memory` is what the
    thinker remembers of the seat's events. Raises NoMachinePlayer and LevelNotAvailable.
    """
    published = player_of(view.variant, view.rules_version)
    if level is MachineLevel.PUBLISHED:
        return published(view, seat)
    require_level(view.variant, view.rules_version, level)
    random = RandomNumbers(seed)
    if level is MachineLevel.BEGINNER:
        move = published(view, seat)
        if isinstance(move, NEVER_RANDOM) or random.random() >= RANDOM_SHARE:
            return move
        by = view.seats[seat].player
        moves = (each for offer in legal(view, seat) for each in offer.moves(by=by))
        return random.choice([each for each in moves if not isinstance(each, NEVER_RANDOM)])
    thinker = thinker_of(view.variant, view.rules_version)
    assert thinker is not None, "without a thinker the level is not available"
    return choose(thinker.decision(view, seat, memory, random), thinker.WORLDS[level])
