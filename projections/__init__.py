"""Read models: built from the log alone, so each can be dropped and rebuilt."""

from __future__ import annotations

from typing import Final

from projections.engine.projection import Projection
from projections.games.deadlines import DEADLINES
from projections.games.game_list import GAME_LIST
from projections.games.game_view import GAME_VIEW
from projections.luck.projection import LUCK
from projections.players.leaderboard import LEADERBOARD
from projections.players.profile import PROFILE
from projections.statistics.projection import STATISTICS
from projections.transparency.log_tree import LOG_TREE

ALL: Final[tuple[Projection, ...]] = (
    GAME_VIEW,
    GAME_LIST,
    DEADLINES,
    LEADERBOARD,
    PROFILE,
    STATISTICS,
    LUCK,
    LOG_TREE,
)
"""All read models of the server."""
