"""Eligibility of players for a rank on a board."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from domain.events import PlayerId
from projections.boards import Board
from projections.windows import ALL_TIME_KEY

LEAST_GAMES: Final = 5
"""Games that a player must have finished in a window to be ranked."""
LEAST_GAMES_EVER: Final = 10
"""Games that it takes on the board of all time."""
LEAST_OPPONENTS: Final = 5
"""Different people that a player must have met in a window to be ranked."""


def eligible(board: Board, period: str, games: int, opponents: Collection[PlayerId]) -> bool:
    """Return whether a player can be ranked after so many games, having met these people.

    With machine players one may also play alone: they are the same opponents for everybody.
    """
    least = LEAST_GAMES_EVER if period == ALL_TIME_KEY else LEAST_GAMES
    alone = board is Board.MIXED and not opponents
    return games >= least and (alone or len(opponents) >= LEAST_OPPONENTS)
