"""Read model of the leaderboards: results of people in finished public games, by variant.

A won game counts for all people who had a seat, in each of the five windows that contain its end. Games
without machine players count on one board, and on a second one if an identity provider vouched for every
player at the start; games with machine players count on a third. A player whose seat the machine plays at the
end has lost: the player is rated behind all others, and the seat's points and bids do not count. The other
players keep their results. Private games do not count, because only their players may know of them.

A rank requires enough games and enough different opponents, so that nobody becomes champion by beating a few
guests of their own. On the board with machine players, a player who has met no people can be ranked too.

Each window starts without ratings. Games are rated in the log order of their ends, from the rows of their own
window alone, so a rebuild gives the same ratings to the last digit. The round's score says whether a bid was
made; in a variant without bids the counts stay 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import product
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Uuid,
    select,
)

from application.codec import GameId, RecordedEvent
from application.store.port import EventTypes
from domain.events import (
    Access,
    Event,
    GameClosed,
    GameCreated,
    GameStarted,
    GameWon,
    PlayerId,
    PlayerJoined,
    RoundScored,
)
from domain.state import Seat
from projections.engine.generations import Instant
from projections.engine.projection import Change, Naming, Projection, Put, Remove, Row, Rows, Tables, rows_of
from projections.players.boards import SEATING, Board, boards_of, forfeited, ranks_of, seated
from projections.players.eligibility import LEAST_OPPONENTS, NOBODY, eligible, with_others
from projections.players.rating import MACHINE, UNRATED, Rating, rated
from projections.players.time_windows import keys

_COUNTED: Final[EventTypes] = frozenset((GameCreated, GameStarted, RoundScored, GameWon, GameClosed, *SEATING))
_Key = tuple[str, str, str, PlayerId]


class Leaderboard(Projection):
    """One row for each player, board, variant and period, and one for each unfinished public game."""

    name = "leaderboard"
    version = 5

    @property
    def kinds(self) -> EventTypes:
        """The event classes that are counted; most events are moves, which are not among them."""
        return _COUNTED

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define a table of standings and one of games in progress."""
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
        under_way = Table(
            called("under_way"),
            metadata,
            Column("game", Uuid, primary_key=True),
            Column("course", LargeBinary, nullable=False),
        )
        return {"standing": standing, "under_way": under_way}

    def load(self, connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> Rows:
        """Return the courses of the batch's games, and the standings that the batch may change."""
        standing, under_way = tables["standing"], tables["under_way"]
        games = {each.game for each in batch}
        courses = rows_of(connection, select(under_way).where(under_way.c.game.in_(games)))
        ends = [each for each in batch if isinstance(each.event, GameWon)]
        if not ends:
            return {"under_way": courses, "standing": []}
        ended = {each.game for each in ends}
        known = (seat for row in courses if row["game"] in ended for seat in _course(row).seats)
        players = {seat.player for seat in known if not seat.machine}
        players |= {
            each.event.player
            for each in batch
            if isinstance(each.event, PlayerJoined) and each.game in ended and not each.event.machine
        }
        periods = {period for each in ends for period in keys(each.at)}
        # Not by variant and board, which would make the database choose the index by place.
        wanted = select(standing).where(
            standing.c.player.in_(sorted(players)), standing.c.period.in_(sorted(periods))
        )
        return {"under_way": courses, "standing": rows_of(connection, wanted)}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Update games in progress, and count the games that are won, in the order of the log."""
        before = {row["game"]: _course(row) for row in rows["under_way"]}
        courses: dict[GameId, _Course | None] = dict(before)
        standings = _Standings(rows["standing"])
        for each in batch:
            event = each.event
            if isinstance(event, GameCreated) and event.access is Access.PUBLIC:
                courses[each.game] = _Course(variant=event.variant)
                continue
            course = courses.get(each.game)
            if course is None:
                # The game is private or has ended.
                continue
            if isinstance(event, GameWon):
                standings.count(course, event, each.at)
            over = isinstance(event, GameWon | GameClosed)
            courses[each.game] = None if over else course.after(event)
        changed = {game: course for game, course in courses.items() if course != before.get(game)}
        return [
            Put(
                "under_way",
                [
                    {"game": game, "course": msgspec.json.encode(course)}
                    for game, course in changed.items()
                    if course is not None
                ],
            ),
            Remove("under_way", [{"game": game} for game, course in changed.items() if course is None]),
            Put("standing", list(standings.changed.values())),
        ]


LEADERBOARD: Final = Leaderboard()


class _Course(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of a public game in progress."""

    variant: str
    seats: tuple[Seat, ...] = ()
    vouched: tuple[int, ...] = ()
    """The seats of the players for whom an identity provider vouched at the start."""
    scores: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    """The number of bids that each seat made; empty before the first one."""
    failed: tuple[int, ...] = ()

    def after(self, event: Event) -> _Course:
        """Return the course after another event."""
        if isinstance(event, RoundScored):
            made, failed = self._bids(self.made, event, True), self._bids(self.failed, event, False)
            return replace(self, scores=event.scores, made=made, failed=failed)
        if isinstance(event, GameStarted):
            return replace(self, vouched=event.vouched)
        if type(event) in SEATING:
            return replace(self, seats=seated(self.seats, event))
        return self

    def _bids(self, counts: tuple[int, ...], scored: RoundScored, which: bool) -> tuple[int, ...]:
        if which not in scored.bids_made:
            return counts
        more = list(counts or (0,) * len(self.seats))
        for seat, made in enumerate(scored.bids_made):
            more[seat] += made is which
        return tuple(more)


class _Standings:
    """The rows of a batch's players, updated while the batch is folded."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows: dict[_Key, Row] = {
            (row["player"], row["period"], row["board"], row["variant"]): row for row in rows
        }
        self.changed: dict[_Key, Row] = {}

    def count(self, course: _Course, won: GameWon, at: datetime) -> None:
        """Count a game on each of its boards in each of its windows."""
        people = [None if seat.machine else seat.player for seat in course.seats]
        ranks = ranks_of(won.ranking, course.seats)
        results = [_result(course, won, number) for number in range(len(people))]
        met = [sorted({other for other in people if other not in (None, player)}) for player in people]
        for board, period in product(boards_of(course.seats, course.vouched), keys(at)):
            named = [
                None if player is None else (player, period, board.value, course.variant) for player in people
            ]
            before = [MACHINE if key is None else self._rating(key) for key in named]
            after = rated(course.variant, before, ranks)
            for number, key in enumerate(named):
                if key is not None:
                    known = self._rows.get(key)
                    row = _added(known, results[number], met[number], after[number], at, key, board)
                    self._rows[key] = self.changed[key] = row

    def _rating(self, key: _Key) -> Rating:
        row = self._rows.get(key)
        return UNRATED if row is None else Rating(row["mu"], row["sigma"])


def _result(course: _Course, won: GameWon, seat: int) -> dict[str, int]:
    if forfeited(course.seats[seat]):
        return {"games": 1, "wins": 0, "points": 0, "bids_made": 0, "bids_failed": 0}
    return {
        "games": 1,
        "wins": int(seat in won.winners),
        "points": course.scores[seat] if course.scores else 0,
        "bids_made": course.made[seat] if course.made else 0,
        "bids_failed": course.failed[seat] if course.failed else 0,
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
    opponents, names = (0, NOBODY) if before is None else (before["opponents"], before["met"])
    if opponents < LEAST_OPPONENTS:
        opponents, names = with_others(names, met)
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


_course_decoder = msgspec.json.Decoder(_Course)


def _course(row: Row) -> _Course:
    return _course_decoder.decode(row["course"])
