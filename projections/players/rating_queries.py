"""Reads ratings: a player's, and how a game changed those of its players."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, Table, select

from application.codec import GameId
from domain.events import PlayerId
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt, active_tables
from projections.engine.projection import Row, rows_of
from projections.players.boards import Board
from projections.players.leaderboard import LEADERBOARD
from projections.players.profile import PROFILE
from projections.players.profile_totals import OF_PLAYER
from projections.players.rating import UNRATED, Rating
from projections.players.time_windows import ALL_TIME_KEY

_BOARDS: Final = (Board.PEOPLE.value, Board.MIXED.value)
"""The boards of which each game counts on one."""


class RatingChange(Struct, frozen=True, kw_only=True):
    """The change of a player's rating by a game."""

    player: PlayerId
    board: Board
    """PEOPLE or MIXED, the board on which the game counts."""
    before: Rating
    """The rating before the game; `UNRATED` for the player's first."""
    after: Rating


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


def rating_changes(connection: Connection, game: GameId) -> tuple[RatingChange, ...]:
    """Return the changes of the ratings by a public game that was won, in the order of the seats.

    There are none for other games, and until the game is counted. Raises NotBuilt.
    """
    table = active_tables(connection, PROFILE)["game"]
    c = table.c
    on_boards = select(table).where(c.game == game, c.board.in_(_BOARDS)).order_by(c.seat)
    return tuple(_change(connection, table, row) for row in rows_of(connection, on_boards))


def _change(connection: Connection, table: Table, row: Row) -> RatingChange:
    c = table.c
    of_player = (c[part] == row[part] for part in OF_PLAYER)
    earlier = (
        select(c.mu, c.sigma).where(*of_player, c.ended < row["ended"]).order_by(c.ended.desc()).limit(1)
    )
    before = connection.execute(earlier).one_or_none()
    return RatingChange(
        player=row["player"],
        board=Board(row["board"]),
        before=UNRATED if before is None else Rating(before.mu, before.sigma),
        after=Rating(row["mu"], row["sigma"]),
    )
