"""Reads the game list: pages of it, filtered, searched and ordered for a caller."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from enum import StrEnum, unique
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select

from application.codec import GameId, Position, Version
from application.games.departures import Memberships
from domain.events import Access, PlayerId
from domain.state import OVER, Stage
from projections.database.bounded_count import count_rows
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt, active_tables
from projections.engine.projection import Row, Tables, rows_of
from projections.games.game_list import GAME_LIST, Membership
from projections.games.game_search import GameOrder, OrderSql, Place, Search, conditions, sort_value

MAX_PAGE_SIZE: Final = 100


@unique
class GameFilter(StrEnum):
    """The games to list; a private game is listed only to its seated and invited players."""

    JOINABLE = "joinable"
    """Games with a free seat for you or anyone that wait for players, also those in which you have one."""
    PLAYING = "playing"
    """Games in the stage `PLAYING`."""
    WON = "won"
    """Games in the stage `WON`. Closed games are only in the lists of one player, without a filter."""


_STAGES: Final = {
    GameFilter.JOINABLE: Stage.WAITING_FOR_PLAYERS,
    GameFilter.PLAYING: Stage.PLAYING,
    GameFilter.WON: Stage.WON,
}
ANY: Final = Search()
"""A search without conditions."""


class Member(Struct, frozen=True):
    """A player with a relation to games; only games that wait for players have invited ones."""

    player: PlayerId
    role: Membership


class Seated(Struct, frozen=True, kw_only=True):
    """The player of a seat, and whether it is a machine player."""

    player: PlayerId
    machine: bool


class Listed(Struct, frozen=True, kw_only=True):
    """A game in the list."""

    game: GameId
    created: Position
    """The position of the game's first event: the default order, and the tie-breaker of the others."""
    variant: str
    rules_version: int
    access: Access
    reserved: bool
    """True while seats are reserved for players: others join by invitation only."""
    stage: Stage
    organizer: PlayerId | None
    seats_taken: int
    most_seats: int
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    version: Version
    position: Position
    length: int | None
    """The number of events at the game's end; None before."""
    rematch_of: GameId | None
    """The game of which this one is the rematch; None if it is none."""
    series: GameId | None
    """The first game of the series of rematches; None for a game that is no rematch."""
    scores: tuple[int, ...]
    """The running total of each seat after the last round; empty before, and in games without points."""
    winners: tuple[PlayerId, ...]
    seats: tuple[Seated, ...]
    """The players, in the order of the seats."""
    invited: tuple[PlayerId, ...]
    """The invited players, in the order of their ids."""


class Page(Struct, frozen=True, kw_only=True):
    """A page of the list."""

    rows: tuple[Listed, ...]
    places: tuple[Place, ...]
    """The place of each row in the order; the next page begins after the last of them."""
    has_next: bool
    """True if games follow."""
    has_previous: bool
    """True if games come before."""


def page(
    connection: Connection,
    which: GameFilter | None,
    viewer: PlayerId | None = None,
    search: Search = ANY,
    order: GameOrder = GameOrder.NEWEST,
    after: Place | None = None,
    limit: int = MAX_PAGE_SIZE,
    *,
    before: Place | None = None,
    last: bool = False,
    member: Member | None = None,
) -> Page:
    """Return up to `limit` games between two places, the first of them or, with `last`, the last.

    They are the games of one kind or of one member that the viewer may see. Raises ValueError for a limit
    out of bounds and for places of another order, and NotBuilt.
    """
    if not 0 <= limit <= MAX_PAGE_SIZE:
        raise ValueError(f"a page holds 0 to {MAX_PAGE_SIZE} games, not {limit}")
    for place in (after, before):
        if place is not None and place.by is not sort_value(search, order):
            raise ValueError(f"the games are not in the order of {place.by}")
    tables = active_tables(connection, GAME_LIST)
    matching, created = _matching(tables, which, viewer, search, member)
    order_sql = OrderSql(tables, search, order, _stage(which), created)
    between = [order_sql.following(after)] if after is not None else []
    between += [order_sql.following(before, back=True)] if before is not None else []
    found = rows_of(
        connection, matching.where(*between).order_by(*order_sql.columns(back=last)).limit(limit + 1)
    )
    more = len(found) > limit
    rows = found[:limit][::-1] if last else found[:limit]
    members = _members(connection, tables, [row["game"] for row in rows])
    return Page(
        rows=tuple(_listed(row, members.get(row["game"], [])) for row in rows),
        places=tuple(map(order_sql.place, rows)),
        has_next=before is not None or (more and not last),
        has_previous=after is not None or (more and last),
    )


def count(
    connection: Connection,
    which: GameFilter | None,
    viewer: PlayerId | None = None,
    search: Search = ANY,
    *,
    member: Member | None = None,
) -> int:
    """Return the number of games that all pages together have, as `count_rows` counts; raises NotBuilt."""
    matching, _ = _matching(active_tables(connection, GAME_LIST), which, viewer, search, member)
    return count_rows(connection, matching)


def listed(connection: Connection, games: Collection[GameId]) -> tuple[Listed, ...]:
    """Return the known games among some ids, including private ones; raises NotBuilt."""
    tables = active_tables(connection, GAME_LIST)
    game = tables["game"]
    rows = rows_of(connection, select(game).where(game.c.game.in_(games)).order_by(game.c.created))
    members = _members(connection, tables, [row["game"] for row in rows])
    return tuple(_listed(row, members.get(row["game"], [])) for row in rows)


def newest_of_series(connection: Connection, first: GameId, limit: int) -> tuple[Listed, ...]:
    """Return the newest games of a series in the order of their creation; raises NotBuilt.

    They include private ones. `first` is the first game of the series.
    """
    tables = active_tables(connection, GAME_LIST)
    game = tables["game"]
    query = select(game).where(game.c.series == first).order_by(game.c.created.desc()).limit(limit)
    rows = rows_of(connection, query)[::-1]
    if len(rows) < limit:
        rows = rows_of(connection, select(game).where(game.c.game == first)) + rows
    members = _members(connection, tables, [row["game"] for row in rows])
    return tuple(_listed(row, members.get(row["game"], [])) for row in rows)


def memberships(connection: Connection, players: Collection[PlayerId]) -> Memberships:
    """Return players' memberships of unfinished games, and the position up to which they are known.

    Raises NotBuilt.
    """
    tables = active_tables(connection, GAME_LIST)
    game, member = tables["game"], tables["member"]
    # The position of the last folded event; the caller reads later events from the log.
    upto = connection.execute(select(func.max(game.c.position))).scalar()
    query = select(member.c.player, member.c.game).join(game, game.c.game == member.c.game)
    over = [stage.value for stage in OVER]
    query = query.where(member.c.player.in_(players), game.c.stage.not_in(over))
    found = frozenset((row.player, row.game) for row in connection.execute(query))
    return Memberships(upto=upto or 0, members=found)


def newest_games_of(
    connection: Connection, member: Member, stages: Collection[Stage], limit: int
) -> list[GameId]:
    """Return a member's newest games in some stages; raises NotBuilt."""
    tables = active_tables(connection, GAME_LIST)
    game, members = tables["game"], tables["member"]
    query = select(members.c.game).join(game, game.c.game == members.c.game)
    query = query.where(members.c.player == member.player, members.c.role == member.role.value)
    query = query.where(game.c.stage.in_([each.value for each in stages]))
    return list(connection.execute(query.order_by(members.c.created.desc()).limit(limit)).scalars())


async def known_memberships(database: ReadDatabase, players: Collection[PlayerId]) -> Memberships:
    """Return the memberships that the game list knows; none while it is not built."""
    try:
        return await database.read(memberships, players)
    except NotBuilt:
        return Memberships()


def _stage(which: GameFilter | None) -> Stage | None:
    return None if which is None else _STAGES[which]


def _matching(
    tables: Tables, which: GameFilter | None, viewer: PlayerId | None, search: Search, of: Member | None
) -> tuple[Select[Any], ColumnElement[int]]:
    """Return the query for the games, and the column that orders them by creation.

    A player's games are found through the table of members, whose index has them in that order.
    """
    assert which is not None or of is not None, "all games of all players are not listed"
    game, member = tables["game"], tables["member"]
    stage, created = _stage(which), game.c.created
    query = select(game).where(*conditions(tables, search, stage))
    if search.player is not None:
        seated = member.alias("seated")
        query = query.join(seated, seated.c.game == game.c.game)
        query = query.where(seated.c.player == search.player, seated.c.role == Membership.SEATED.value)
        created = seated.c.created
    if search.won_by is not None:
        winner = member.alias("winner")
        query = query.join(winner, winner.c.game == game.c.game)
        query = query.where(winner.c.player == search.won_by, winner.c.won.is_(True))
        created = winner.c.created
    if of is not None:
        theirs = member.alias("theirs")
        query = query.join(theirs, theirs.c.game == game.c.game)
        query = query.where(theirs.c.player == of.player, theirs.c.role == of.role.value)
        created = theirs.c.created
        if of.role is Membership.INVITED:
            query = query.where(game.c.stage == Stage.WAITING_FOR_PLAYERS.value)
    if stage is not None:
        query = query.where(game.c.stage == stage.value)
    if which is GameFilter.JOINABLE:
        query = query.where(game.c.seats_taken < game.c.most_seats)
    if of is not None and of.player == viewer:
        return query, created
    admitted = game.c.access == Access.PUBLIC.value
    if which is GameFilter.JOINABLE:
        admitted = and_(admitted, game.c.reserved.is_(False))
    if viewer is not None:
        # The join finds at most one row by its key; a subquery would be planned as one for each game.
        own = member.alias("own")
        query = query.outerjoin(own, and_(own.c.game == game.c.game, own.c.player == viewer))
        admitted = or_(admitted, own.c.player.is_not(None))
    return query.where(admitted), created


def _members(
    connection: Connection, tables: Tables, games: Sequence[GameId]
) -> Mapping[GameId, Sequence[Row]]:
    member = tables["member"]
    found: dict[GameId, list[Row]] = {}
    query = select(member).where(member.c.game.in_(games)).order_by(member.c.seat, member.c.player)
    for row in rows_of(connection, query):
        found.setdefault(row["game"], []).append(row)
    return found


def _listed(row: Row, members: Sequence[Row]) -> Listed:
    seated = (each for each in members if each["role"] == Membership.SEATED)
    return Listed(
        **{
            **row,
            "access": Access(row["access"]),
            "stage": Stage(row["stage"]),
            "winners": tuple(row["winners"]),
            "scores": tuple(row["scores"]),
        },
        seats=tuple(Seated(player=each["player"], machine=each["machine"]) for each in seated),
        invited=tuple(each["player"] for each in members if each["role"] == Membership.INVITED),
    )
