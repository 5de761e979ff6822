"""The leaderboard: how the people who play a variant have done in the games that they finished.

A game counts once it was won, and for who sat there to the end. Whoever filled a seat as a machine player is
on no board; nor does a game count for somebody whose seat the machine took over, since from then on it
was not that player who played. Private games do not count: to all but their players they do not exist.

Whether a bid was made is read from the round's score. A variant without bids has none here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Uuid,
    and_,
    func,
    or_,
    select,
)

from application.recorded import GameId, Recorded
from domain.events import (
    Access,
    Event,
    GameClosed,
    GameCreated,
    GameWon,
    PlayerId,
    PlayerJoined,
    PlayerLeft,
    RoundScored,
    SeatAutomated,
)
from domain.lobby import MEMORIES
from domain.state import Game, Seat
from projections.projection import (
    Change,
    Naming,
    Projection,
    Put,
    Remove,
    Row,
    Rows,
    Tables,
    by_game,
    rows_of,
)
from projections.tables import active_tables

LARGEST_PAGE: Final = 100


class Leaderboard(Projection):
    """One row for each player of each variant, and one for each public game that is not over."""

    name = "leaderboard"
    version = 2

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define a table of players and one of games that are under way."""
        player = Table(
            called("player"),
            metadata,
            Column("variant", String, primary_key=True),
            Column("player", String, primary_key=True),
            Column("games", Integer, nullable=False),
            Column("wins", Integer, nullable=False),
            Column("points", BigInteger, nullable=False),
            Column("bids_made", Integer, nullable=False),
            Column("bids_failed", Integer, nullable=False),
        )
        order = player.c.wins.desc(), player.c.points.desc(), player.c.player
        Index(called("by_place"), player.c.variant, *order)
        under_way = Table(
            called("under_way"),
            metadata,
            Column("game", Uuid, primary_key=True),
            Column("course", LargeBinary, nullable=False),
        )
        return {"player": player, "under_way": under_way}

    def load(self, connection: Connection, tables: Tables, batch: Sequence[Recorded]) -> Rows:
        """Return the courses of the batch's games, and the rows of the players of those that it ends."""
        player, under_way = tables["player"], tables["under_way"]
        games = by_game(batch)
        courses = rows_of(connection, select(under_way).where(under_way.c.game.in_(list(games))))
        ended = {each.game for each in batch if isinstance(each.event, GameWon)}
        players = {seat.player for row in courses if row["game"] in ended for seat in _course(row).seats}
        players |= {
            each.event.player for each in batch if isinstance(each.event, PlayerJoined) and each.game in ended
        }
        wanted = select(player).where(player.c.player.in_(players))
        return {"under_way": courses, "player": rows_of(connection, wanted) if players else []}

    def fold(self, rows: Rows, batch: Sequence[Recorded]) -> list[Change]:
        """Follow the games that are under way, and count those that are won."""
        courses: dict[GameId, _Course] = {row["game"]: _course(row) for row in rows["under_way"]}
        board = {(row["variant"], row["player"]): dict(row) for row in rows["player"]}
        counted: dict[tuple[str, PlayerId], Row] = {}
        under_way: list[Row] = []
        over: list[Row] = []
        for game, recorded in by_game(batch).items():
            before = course = courses.get(game)
            for each in recorded:
                event = each.event
                if isinstance(event, GameCreated) and event.access is Access.PUBLIC:
                    course = _Course(variant=event.variant)
                elif course is None:
                    # A private game, or one that is over: what still comes are the reveals of its cards.
                    break
                elif isinstance(event, GameWon):
                    for row in course.results(event):
                        key = row["variant"], row["player"]
                        board[key] = counted[key] = _added(board.get(key), row)
                    course = None
                elif isinstance(event, GameClosed):
                    course = None
                else:
                    course = course.after(event)
            if course is not None and course != before:
                under_way.append({"game": game, "course": msgspec.json.encode(course)})
            if course is None and before is not None:
                over.append({"game": game})
        return [
            Put("under_way", under_way),
            Remove("under_way", over),
            Put("player", list(counted.values())),
        ]


LEADERBOARD: Final = Leaderboard()


class Place(Struct, frozen=True, kw_only=True):
    """A key of the leaderboard's order: most wins first, then most points, then by the player's id."""

    wins: int
    points: int
    player: PlayerId


class Standing(Struct, frozen=True, kw_only=True):
    """How a player has done in a variant."""

    rank: int
    """The place, from 1; equal wins and points share one."""
    player: PlayerId
    games: int
    wins: int
    points: int
    bids_made: int
    bids_failed: int

    @property
    def place(self) -> Place:
        """The key after which a page goes on."""
        return Place(wins=self.wins, points=self.points, player=self.player)


class Page(Struct, frozen=True, kw_only=True):
    """A part of a leaderboard."""

    rows: tuple[Standing, ...]
    has_next: bool
    """Whether others follow."""


def page(connection: Connection, variant: str, after: Place | None = None, limit: int = LARGEST_PAGE) -> Page:
    """Return up to `limit` of a variant's players after a place, the best first.

    Raises ValueError for a limit out of bounds, and NotBuilt.
    """
    if not 0 <= limit <= LARGEST_PAGE:
        raise ValueError(f"a page holds 0 to {LARGEST_PAGE} players, not {limit}")
    player = active_tables(connection, LEADERBOARD)["player"]
    of_variant = select(player).where(player.c.variant == variant)
    if after is not None:
        worse = or_(
            player.c.wins < after.wins, and_(player.c.wins == after.wins, player.c.points < after.points)
        )
        of_variant = of_variant.where(or_(worse, and_(_equal(player, after), player.c.player > after.player)))
    order = player.c.wins.desc(), player.c.points.desc(), player.c.player
    found = rows_of(connection, of_variant.order_by(*order).limit(limit + 1))
    rows = found[:limit]
    return Page(rows=tuple(_ranked(connection, player, variant, rows)), has_next=len(found) > limit)


def _ranked(connection: Connection, player: Table, variant: str, rows: Sequence[Row]) -> Iterator[Standing]:
    if not rows:
        return
    first = _place(rows[0])
    better = or_(
        player.c.wins > first.wins, and_(player.c.wins == first.wins, player.c.points > first.points)
    )
    equal_before = and_(_equal(player, first), player.c.player < first.player)

    def count(condition: ColumnElement[bool]) -> int:
        counted = select(func.count()).select_from(player).where(player.c.variant == variant, condition)
        return connection.execute(counted).scalar_one()

    rank = 1 + count(better)
    number = rank + count(equal_before)
    before = first
    for row in rows:
        place = _place(row)
        if (place.wins, place.points) != (before.wins, before.points):
            rank = number
        values = {name: value for name, value in row.items() if name != "variant"}
        yield Standing(rank=rank, **values)
        before, number = place, number + 1


def _equal(player: Table, place: Place) -> ColumnElement[bool]:
    return and_(player.c.wins == place.wins, player.c.points == place.points)


def _place(row: Row) -> Place:
    return Place(wins=row["wins"], points=row["points"], player=row["player"])


class _Course(Struct, frozen=True, kw_only=True):
    """What must be remembered of a game that is under way."""

    variant: str
    seats: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    """The seats whose bids were made, once for each."""
    failed: tuple[int, ...] = ()

    def after(self, event: Event) -> _Course:
        """Return the course after a further event."""
        match event:
            case PlayerJoined() | PlayerLeft() | SeatAutomated():
                return replace(self, seats=MEMORIES[type(event)](Game(seats=self.seats), event).seats)
            case RoundScored(scores=scores, bids_made=bids):
                made = (seat for seat, met in enumerate(bids) if met is True)
                failed = (seat for seat, met in enumerate(bids) if met is False)
                return replace(self, scores=scores, made=(*self.made, *made), failed=(*self.failed, *failed))
            case _:
                return self

    def results(self, won: GameWon) -> Iterator[Row]:
        """Give what the game adds to the row of each person who sat there to the end."""
        for number, seat in enumerate(self.seats):
            if seat.machine or seat.automated:
                continue
            yield {
                "variant": self.variant,
                "player": seat.player,
                "games": 1,
                "wins": int(number in won.winners),
                "points": self.scores[number] if self.scores else 0,
                "bids_made": self.made.count(number),
                "bids_failed": self.failed.count(number),
            }


_course_decoder = msgspec.json.Decoder(_Course)


def _course(row: Row) -> _Course:
    return _course_decoder.decode(row["course"])


def _added(row: Row | None, more: Row) -> dict[str, Any]:
    if row is None:
        return dict(more)
    return {name: row[name] if name in _KEY else row[name] + value for name, value in more.items()}


_KEY = ("variant", "player")
