"""Read models: built from the log alone, so each can be dropped and rebuilt."""

from __future__ import annotations

from typing import Final

from projections.game_list import GAME_LIST
from projections.game_view import GAME_VIEW
from projections.leaderboard import LEADERBOARD
from projections.profile import PROFILE
from projections.projection import Projection
from projections.statistics.projection import STATISTICS
from projections.timeline import TIMELINE

ALL: Final[tuple[Projection, ...]] = (GAME_VIEW, GAME_LIST, TIMELINE, LEADERBOARD, PROFILE, STATISTICS)
"""All read models of the server."""
