"""Read model of the leaderboards: results of people in finished public games, by variant.

A won game counts for all people who had a seat, in each of the five windows that contain its end. Games
without machine players count on one board, and on a second one if an identity provider vouched for every
player at the start; games with machine players count on a third, unless machines played all seats from the
start on: no person is ranked for such a game. A player whose seat the machine plays at the
end has lost: the player is rated behind all others, and the seat's points and bids do not count. The other
players keep their results. Private games do not count, because only their players may know of them.

A rank requires enough games and enough different opponents, so that no player becomes champion by
beating a few guests of their own. On the board with machine players, a player who has met no people can be
ranked too.

Each window starts without ratings. Games are rated in the log order of their ends, from the rows of their own
window alone, so a rebuild gives the same ratings to the last digit. The round's score says whether a bid was
made; in a variant without bids the counts stay 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from itertools import product
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    select,
)

from application.store.port import EventTypes
from domain.events import GameClosed, GameCreated, GameStarted, GameWon, PlayerId, RoundScored
from projections.engine.generations import Instant
from projections.engine.projection import Change, Naming, Put, Row, Rows, Tables, rows_of
from projections.finished_games.progress import FinishedGame
from projections.finished_games.projection import Ending, FinishedGamesProjection
from projections.players.boards import SEATING, Board
from projections.players.eligibility import MIN_OPPONENTS, NO_OPPONENTS, add_opponents, eligible
from projections.players.game_rating import rate
from projections.players.rating import Rating
from projections.players.time_windows import keys

_COUNTED: Final[EventTypes] = frozenset(
    (GameCreated, GameStarted, RoundScored, GameWon, GameClosed, *SEATING)
)
_Key = tuple[str, str, str, PlayerId]


class Leaderboard(FinishedGamesProjection):
    """One row for each player, board, variant and period, and one for each unfinished public game."""

    name = "leaderboard"
    version = 10

    @property
    def kinds(self) -> EventTypes:
        """The event classes that are counted; most events are moves, which are not among them."""
        return _COUNTED

    def define_counts(self, metadata: MetaData, called: Naming) -> Tables:
        """Define the table of standings."""
        standing = Table(
            called("standing"),
            metadata,
            # The player comes first, so that a batch reads the rows of few players, not of whole boards.
            Column("player", String, primary_key=True),
            # The key of the day, week, month or season; its format tells them apart.
            Column("period", String, primary_key=True),
            Column("board", String, primary_key=True),
            Column("variant", String, primary_key=True),
            Column("mu", Double, nullable=False),
            Column("sigma", Double, nullable=False),
            Column("ordinal", Double, nullable=False),
            # Whether games and opponents are enough for a rank: the first key of a board's order.
            Column("enough", Boolean, nullable=False),
            # Different people the player met, counted only up to the number that a rank requires.
            Column("opponents", Integer, nullable=False),
            Column("games", Integer, nullable=False),
            Column("wins", Integer, nullable=False),
            Column("points", BigInteger, nullable=False),
            Column("bids_made", Integer, nullable=False),
            Column("bids_failed", Integer, nullable=False),
            Column("streak", Integer, nullable=False),
            Column("best_streak", Integer, nullable=False),
            Column("last_at", Instant, nullable=False),
            # The opponents as JSON while they are too few for a rank; empty after that.
            Column("met", String, nullable=False),
        )
        c = standing.c
        # The last column does not affect the order; it spares fetching the rows that are passed over.
        order = c.enough, c.ordinal.desc(), c.player, c.last_at
        Index(called("by_place"), c.variant, c.board, c.period, *order)
        return {"standing": standing}

    def load_counts(self, connection: Connection, tables: Tables, endings: Sequence[Ending]) -> Rows:
        """Return the standings of the people who have had a seat, in the windows of the ends."""
        if not endings:
            return {"standing": []}
        standing = tables["standing"]
        players = {player for ending in endings for player in ending.people}
        periods = {period for ending in endings for period in keys(ending.at)}
        # Not by variant and board, which would make the database choose the index by place.
        query = select(standing).where(
            standing.c.player.in_(sorted(players)), standing.c.period.in_(sorted(periods))
        )
        return {"standing": rows_of(connection, query)}

    def count(self, rows: Rows, finished: Sequence[FinishedGame]) -> list[Change]:
        """Add each game to the standings of its players."""
        standings = _Standings(rows["standing"])
        for game in finished:
            standings.count(game)
        return [Put("standing", list(standings.changed.values()))]


LEADERBOARD: Final = Leaderboard()


class _Standings:
    """The rows of a batch's players, updated while the batch is folded."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows: dict[_Key, Row] = {
            (row["player"], row["period"], row["board"], row["variant"]): row for row in rows
        }
        self.changed: dict[_Key, Row] = {}

    def count(self, game: FinishedGame) -> None:
        """Count a game on each of its boards in each of its windows."""
        seats, variant, at = game.progress.seats, game.progress.variant, game.recorded.at
        people = [None if seat.machine else seat.player for seat in seats]
        results = [_result(game, seat) for seat in range(len(people))]
        met = [sorted({other for other in people if other not in (None, player)}) for player in people]
        for board, period in product(game.boards, keys(at)):
            of_board = period, board.value, variant
            ratings = rate(game, partial(self._rating, of_board))
            for seat, player in enumerate(people):
                if player is not None:
                    key = (player, *of_board)
                    known = self._rows.get(key)
                    row = _added(known, results[seat], met[seat], ratings[seat].after, at, key, board)
                    self._rows[key] = self.changed[key] = row

    def _rating(self, of_board: tuple[str, str, str], player: PlayerId) -> Rating | None:
        row = self._rows.get((player, *of_board))
        return None if row is None else Rating(row["mu"], row["sigma"])


def _result(game: FinishedGame, seat: int) -> dict[str, int]:
    result = game.result(seat)
    return {
        "games": 1,
        "wins": int(result.won),
        "points": result.points or 0,
        "bids_made": result.bids.made,
        "bids_failed": result.bids.failed,
    }


def _added(
    before: Row | None,
    result: dict[str, int],
    met: Sequence[PlayerId],
    rating: Rating,
    at: datetime,
    key: _Key,
    on: Board,
) -> dict[str, Any]:
    player, period, board, variant = key
    totals = result if before is None else {name: before[name] + value for name, value in result.items()}
    streak = 0 if not result["wins"] else 1 if before is None else before["streak"] + 1
    opponents, names = (0, NO_OPPONENTS) if before is None else (before["opponents"], before["met"])
    if opponents < MIN_OPPONENTS:
        opponents, names = add_opponents(names, met)
    return {
        "player": player,
        "period": period,
        "board": board,
        "variant": variant,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "ordinal": rating.ordinal,
        "enough": eligible(on, period, totals["games"], opponents),
        "opponents": opponents,
        **totals,
        "streak": streak,
        "best_streak": streak if before is None else max(streak, before["best_streak"]),
        # The clocks of two processes may differ, so a later event in the log may have an earlier time.
        "last_at": at if before is None else max(at, before["last_at"]),
        "met": names,
    }
