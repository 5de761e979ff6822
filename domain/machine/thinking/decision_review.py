"""Reviews of a decision: what the move that was made has lost.

The best of several estimates is too high by chance, so one half of the worlds names the best move, and the
other half, which is independent of the first, prices all moves.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from msgspec import Struct

from domain.commands import Move
from domain.machine.thinking import Thinker, thinker_of
from domain.machine.thinking.decision import Assessment, Decision, mean_of, play_out
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.state import Game

REVIEW_VERSION: Final = 2
"""Increased when a review may have another result: here, by any thinker, or by other tables of luck."""
WORLDS: Final = 50
"""The number of worlds that name the best move, and the number of worlds that price the moves."""
ERRORS: Final = 2
"""A difference of fewer standard errors may be chance, and counts as no loss."""


class DecisionReview(Struct, frozen=True, kw_only=True):
    """The values of the moves of a decision, of which the seat has made one."""

    moves: tuple[Assessment, ...]
    """The moves with their values in the worlds that price them."""
    chosen: int
    """The index of the move that the seat made."""
    best: int
    """The index of the move that the other worlds name as the best."""
    loss: float
    """The value of the best move less that of the chosen one; 0 unless it is at least two standard errors."""


def review_seed(game: str, seat: int, version: int) -> bytes:
    """Return the seed of the review of a decision, which anyone can compute.

    `version` is the number of the game's events before the move.

    >>> review_seed("d3b07384-d113-4ec6-a5d8-0f3b6a1c9e57", seat=1, version=17).hex()[:12]
    '6130c38a8d5e'
    """
    text = f"review/v{REVIEW_VERSION} {game} {seat} {version}"
    return sha256(text.encode()).digest()


def review_decision(view: Game, seat: int, memory: Any, move: Move, seed: bytes) -> DecisionReview:
    """Return the review of a move that a seat made when it was to move.

    `view` is the game as the seat saw it, `memory` what the thinker remembers of the seat's events. Raises
    LookupError if the variant has no thinker.
    """
    decision = _thinker(view).decision(view, seat, memory, RandomNumbers(seed), also=move)
    return compare(decision, decision.moves.index(move))


def _thinker(view: Game) -> Thinker:
    thinker = thinker_of(view.variant, view.rules_version)
    if thinker is None:
        raise LookupError(f"no thinker plays {view.variant}")
    return thinker


def compare(decision: Decision[Any], chosen: int) -> DecisionReview:
    """Return the review of a decision in which the move at an index was made."""
    naming = [mean_of(values)[0] for values in play_out(decision, WORLDS)]
    # Of equal moves the chosen one is as good as the best.
    best = max(range(len(naming)), key=lambda move: (naming[move], move == chosen))
    pricing = play_out(decision, WORLDS)
    differences = [one - other for one, other in zip(pricing[best], pricing[chosen], strict=True)]
    loss, error = mean_of(differences)
    return DecisionReview(
        moves=tuple(Assessment(move, *mean_of(of)) for move, of in zip(decision.moves, pricing, strict=True)),
        chosen=chosen,
        best=best,
        loss=loss if loss > 0 and loss >= ERRORS * error else 0.0,
    )
