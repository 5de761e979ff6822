"""Reads one player's rating."""

from __future__ import annotations

from sqlalchemy import Connection, select

from domain.events import PlayerId
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt, active_tables
from projections.players.boards import Board
from projections.players.leaderboard import LEADERBOARD
from projections.players.rating import Rating
from projections.players.time_windows import ALL_TIME_KEY


async def rating_of(database: ReadDatabase, player: PlayerId, variant: str) -> Rating | None:
    """Return a player's rating of all time among people; None before the first game.

    None, too, while the leaderboard is not built.
    """
    try:
        return await database.read(_rating, player, variant)
    except NotBuilt:
        return None


def _rating(connection: Connection, player: PlayerId, variant: str) -> Rating | None:
    c = active_tables(connection, LEADERBOARD)["standing"].c
    query = select(c.mu, c.sigma).where(
        c.variant == variant, c.board == Board.PEOPLE.value, c.period == ALL_TIME_KEY, c.player == player
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else Rating(row.mu, row.sigma)
