"""Results of people in won games: their ratings, and their sums by day.

They are those of leaderboards and profiles: a game in which only machines played counts for nobody, a person
whose seat the machine plays at the end has lost, and games are rated in the order of their ends, by the code
that rates them there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Date,
    Double,
    Index,
    Integer,
    Select,
    String,
    Table,
    bindparam,
    select,
)

from application.codec import RecordedEvent
from domain.events import GameStarted, GameWon, PlayerId, PlayerJoined
from projections.engine.projection import Change, Increase, Naming, Put, Row, Tables
from projections.finished_games.progress import FinishedGame
from projections.finished_games.storage import ProgressStates
from projections.players.game_rating import SeatRating, rate
from projections.players.rating import Rating
from projections.statistics.progress import StatisticsProgress

RATED: Final = "rated"
"""The table of the current ratings."""
PLAYER_DAY: Final = "player_day"

_MILLISECOND: Final = timedelta(milliseconds=1)
_Key = tuple[Any, ...]

_RATINGS: Final = ("rating_before", "rating_after", "uncertainty_before", "uncertainty_after")
SEAT_RESULTS: Final = (*_RATINGS, "opponents_rating", "person_moves", "machine_moves")
"""The columns of the table of seats that are known once the game is won."""
_NO_RESULTS: Final = dict.fromkeys(SEAT_RESULTS)


def seat_columns() -> list[Column[Any]]:
    """Return the columns of SEAT_RESULTS."""
    counts = ("person_moves", "machine_moves")
    return [Column(name, Integer if name in counts else Double) for name in SEAT_RESULTS]


def tables(define: Callable[..., Table], called: Naming) -> Tables:
    """Define the tables of people; `define` makes a table of a name and columns."""

    def key(name: str, kind: Any = String) -> Column[Any]:
        return Column(name, kind, primary_key=True, autoincrement=False)

    def value(name: str, kind: Any = Integer) -> Column[Any]:
        return Column(name, kind, nullable=False)

    day = define(
        PLAYER_DAY,
        key("player"),
        key("variant"),
        key("day", Date),
        key("board"),
        *map(value, ("games", "wins", "places", "opponents")),
        value("points", BigInteger),
        value("moves"),
        value("duration_ms", BigInteger),
    )
    # For questions about everybody in a range of days.
    Index(called("player_day_by_day"), day.c.variant, day.c.day)
    return {
        PLAYER_DAY: day,
        RATED: define(
            RATED,
            *map(key, ("player", "variant", "board")),
            value("mu", Double),
            value("sigma", Double),
        ),
    }


def load_ratings(
    connection: Connection,
    tables: Tables,
    batch: Sequence[RecordedEvent],
    states: ProgressStates[StatisticsProgress],
) -> Sequence[Row]:
    """Return the ratings of the people who have a seat in the games that a batch ends."""
    ended = {each.game for each in batch if type(each.event) is GameWon}
    if not ended:
        return []
    of_games, of_players = _queries(tables["seat"], tables[RATED])
    joined = {
        each.event.player
        for each in batch
        if type(each.event) is PlayerJoined and not each.event.machine and each.game in ended
    }
    # Games that start in the batch have no rows of seats yet, and their players may have joined before it.
    for game in {each.game for each in batch if type(each.event) is GameStarted} & ended:
        if (lobby := states.get(game)) is not None:
            joined.update(lobby.game.people.values())
    # Rows of seats name the players of games that started before; decoding their states would take longer.
    found = [*connection.execute(of_games, {"games": [*ended]})]
    if joined:
        found += connection.execute(of_players, {"players": sorted(joined)})
    return [row._asdict() for row in found]


@cache
def _queries(seat: Table, rated: Table) -> tuple[Select[Any], Select[Any]]:
    """Return the queries for the ratings of the people of some games, and of some people.

    Cached, because they run often.
    """
    seated = seat.join(rated, seat.c.player == rated.c.player)
    of_games = select(rated).select_from(seated)
    of_games = of_games.where(seat.c.game.in_(bindparam("games", expanding=True)))
    return of_games, select(rated).where(rated.c.player.in_(bindparam("players", expanding=True)))


class PlayerResults:
    """Ratings and sums of people, collected while a batch is folded."""

    def __init__(self, ratings: Sequence[Row]) -> None:
        self._ratings: dict[_Key, Rating] = {
            (row["player"], row["variant"], row["board"]): Rating(row["mu"], row["sigma"]) for row in ratings
        }
        self._changed: dict[_Key, Row] = {}
        self._days: dict[_Key, Row] = {}

    def add(self, progress: StatisticsProgress, game: FinishedGame) -> list[dict[str, Any]]:
        """Add a won game; return the columns of SEAT_RESULTS for each seat.

        Games must be added in the order of their ends.
        """
        by_person = progress.person_moves
        seats = [
            {**_NO_RESULTS, "person_moves": person, "machine_moves": machine}
            for person, machine in zip(by_person, progress.machine_moves, strict=True)
        ]
        # A game of machines alone has no board on which people are ranked.
        if game.boards:
            self._rate(game, seats)
            self._count(progress, game, by_person)
        return seats

    def changes(self) -> list[Change]:
        """Return all changes of the batch."""
        return [
            Put(RATED, list(self._changed.values())),
            Increase(PLAYER_DAY, list(self._days.values())),
        ]

    def _rate(self, game: FinishedGame, seats: Sequence[dict[str, Any]]) -> None:
        variant, board = game.progress.variant, game.progress.board.value
        ratings = rate(game, partial(self._known, variant, board))
        for number, player in game.progress.people.items():
            before, after, _ = ratings[number]
            columns = (before.mu, after.mu, before.sigma, after.sigma)
            seats[number].update(zip(_RATINGS, columns, strict=True))
            key = player, variant, board
            self._ratings[key] = after
            self._changed[key] = {"player": player, "variant": variant, "board": board, **after._asdict()}
        for number, seat in enumerate(seats):
            seat["opponents_rating"] = _mean_of_opponents(ratings, number)

    def _known(self, variant: str, board: str, player: PlayerId) -> Rating | None:
        return self._ratings.get((player, variant, board))

    def _count(self, progress: StatisticsProgress, game: FinishedGame, moves: Sequence[int]) -> None:
        at, ranks, variant = game.recorded.at, game.ranks, game.progress.variant
        board, others = game.progress.board.value, len(ranks) - 1
        duration = _milliseconds(progress.started_at or progress.created_at, at)
        for number, player in game.progress.people.items():
            result = game.result(number)
            key: Row = {"player": player, "variant": variant, "board": board}
            _add(
                self._days,
                {**key, "day": at.date()},
                {
                    "games": 1,
                    "wins": int(result.won),
                    "places": min(ranks[number], len(ranks)),
                    "opponents": others,
                    "points": result.points or 0,
                    "moves": moves[number],
                    "duration_ms": duration,
                },
            )


def _mean_of_opponents(ratings: Sequence[SeatRating], of: int) -> float | None:
    known = [rating.before.mu for seat, rating in enumerate(ratings) if seat != of and not rating.first]
    return sum(known) / len(known) if known else None


def _milliseconds(since: datetime, until: datetime) -> int:
    return (until - since) // _MILLISECOND


def _add(sums: dict[_Key, Row], key: Row, numbers: Mapping[str, int]) -> None:
    values = tuple(key.values())
    before = sums.get(values)
    added = numbers if before is None else {name: before[name] + number for name, number in numbers.items()}
    sums[values] = {**key, **added}
