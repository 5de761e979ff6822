"""Looking through the list of games: pages of it, the newest game first, for whoever asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum, unique
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, or_, select

from application.recorded import GameId, Position, Version
from domain.events import Access, PlayerId
from domain.state import Stage
from projections.game_list import GAME_LIST, Membership
from projections.projection import Row, Tables, rows_of
from projections.tables import active_tables

LARGEST_PAGE: Final = 100


@unique
class GameFilter(StrEnum):
    """Which games to list; a private game is listed to nobody but its own players and whom they invited."""

    LOBBY = "lobby"
    """Games that wait for players and have a free seat."""
    MINE = "mine"
    """Games in which the player is seated or to which it is invited."""
    RUNNING = "running"
    """Games that are being played."""
    FINISHED = "finished"
    """Games that were played to their end."""


class Seated(Struct, frozen=True, kw_only=True):
    """Who sits at a seat."""

    player: PlayerId
    machine: bool


class Listed(Struct, frozen=True, kw_only=True):
    """A game in the list."""

    game: GameId
    created: Position
    """The game's key in the order of the list: what a page goes on after."""
    variant: str
    rules_version: int
    access: Access
    stage: Stage
    organizer: PlayerId | None
    seats_taken: int
    most_seats: int
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    version: Version
    position: Position
    winners: tuple[PlayerId, ...]
    seats: tuple[Seated, ...]
    """Who plays, in the order of the seats."""
    invited: tuple[PlayerId, ...]
    """Who is invited, in the order of the ids."""


class Page(Struct, frozen=True, kw_only=True):
    """A part of the list, always the newest game first."""

    rows: tuple[Listed, ...]
    has_next: bool
    """Whether older games follow."""
    has_previous: bool
    """Whether newer games come before."""


def page(
    connection: Connection,
    which: GameFilter,
    player: PlayerId | None = None,
    variant: str | None = None,
    after: Position | None = None,
    limit: int = LARGEST_PAGE,
    *,
    before: Position | None = None,
    last: bool = False,
) -> Page:
    """Return up to `limit` of the games between two keys, the first of them or the `last`.

    Raises ValueError for a limit out of bounds, and NotBuilt.
    """
    if not 0 <= limit <= LARGEST_PAGE:
        raise ValueError(f"a page holds 0 to {LARGEST_PAGE} games, not {limit}")
    tables = active_tables(connection, GAME_LIST)
    matching = _matching(tables, which, player, variant)
    created = tables["game"].c.created
    if which is GameFilter.MINE:
        # The same value; by this table's index the newest games of a player are found at once.
        created = tables["member"].c.created
    between = [created < after] if after is not None else []
    between += [created > before] if before is not None else []
    found = rows_of(
        connection,
        matching.where(*between).order_by(created.asc() if last else created.desc()).limit(limit + 1),
    )
    more = len(found) > limit
    rows = found[:limit][::-1] if last else found[:limit]
    members = _members(connection, tables, [row["game"] for row in rows])
    return Page(
        rows=tuple(_listed(row, members.get(row["game"], [])) for row in rows),
        has_next=before is not None if last else more,
        has_previous=more if last else after is not None,
    )


def _matching(tables: Tables, which: GameFilter, player: PlayerId | None, variant: str | None) -> Select[Any]:
    game, member = tables["game"], tables["member"]
    conditions: list[ColumnElement[bool]] = [] if variant is None else [game.c.variant == variant]
    if which is GameFilter.MINE:
        own = select(game).join(member, member.c.game == game.c.game)
        return own.where(member.c.player == player, *conditions)
    match which:
        case GameFilter.LOBBY:
            stage = Stage.WAITING_FOR_PLAYERS
            conditions.append(game.c.seats_taken < game.c.most_seats)
        case GameFilter.RUNNING:
            stage = Stage.PLAYING
        case GameFilter.FINISHED:
            stage = Stage.WON
    conditions.append(game.c.stage == stage.value)
    # No member's player is NULL: for an onlooker this leaves the public games.
    own_games = select(member.c.game).where(member.c.player == player)
    conditions.append(or_(game.c.access == Access.PUBLIC.value, game.c.game.in_(own_games)))
    return select(game).where(*conditions)


def _members(
    connection: Connection, tables: Tables, games: Sequence[GameId]
) -> Mapping[GameId, Sequence[Row]]:
    member = tables["member"]
    found: dict[GameId, list[Row]] = {}
    wanted = select(member).where(member.c.game.in_(games)).order_by(member.c.seat, member.c.player)
    for row in rows_of(connection, wanted):
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
        },
        seats=tuple(Seated(player=each["player"], machine=each["machine"]) for each in seated),
        invited=tuple(each["player"] for each in members if each["role"] == Membership.INVITED),
    )
