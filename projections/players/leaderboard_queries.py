"""Reads the leaderboards: pages of one board, ranked players first.

The order of a board is total: by tier, then by mu − 3 sigma, then by the player's id. A rank requires enough
games and opponents in the window and, in the long windows, a recent game. Players who lack only the recent
game come next, and players with too few games or opponents come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from enum import IntEnum, unique
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Table, and_, func, or_, select

from domain.events import PlayerId
from projections.database.bounded_count import count_rows
from projections.engine.generations import active_tables
from projections.engine.projection import Row, rows_of
from projections.players.boards import Board
from projections.players.leaderboard import LEADERBOARD
from projections.players.time_windows import Window, bounds, key

MAX_PAGE_SIZE: Final = 100

ACTIVE_WITHIN: Final = timedelta(days=30)
"""The maximum age of a ranked player's last game in a long window."""
LONG_WINDOWS: Final = (Window.SEASON, Window.ALL_TIME)
"""The windows in which a rank requires a recent game."""


@unique
class Tier(IntEnum):
    """The parts of a board, in their order."""

    RANKED = 0
    """Enough games and opponents, and a recent game where the window requires one."""
    RESTING = 1
    """Enough games and opponents, but no recent game."""
    NEW = 2
    """Too few games or opponents."""


class Place(Struct, frozen=True, kw_only=True):
    """A key in the order of a board."""

    tier: Tier
    ordinal: float
    player: PlayerId


class Standing(Struct, frozen=True, kw_only=True):
    """A player's results on a board."""

    tier: Tier
    rank: int | None
    """The place among ranked players, from 1; ties share one. None for a provisional player."""
    player: PlayerId
    mu: float
    sigma: float
    ordinal: float
    """mu − 3 sigma, by which players are ranked."""
    games: int
    opponents: int
    """The number of different people the player has met, counted only up to what a rank requires."""
    wins: int
    points: int
    bids_made: int
    bids_failed: int
    streak: int
    """The number of games won in a row, up to the last one."""
    best_streak: int
    last_at: datetime
    """The time at which the player's last game on this board ended."""

    @property
    def place(self) -> Place:
        """The player's key in the order of the board; the next page begins after it."""
        return Place(tier=self.tier, ordinal=self.ordinal, player=self.player)


class Page(Struct, frozen=True, kw_only=True):
    """A page of a board."""

    rows: tuple[Standing, ...]
    has_next: bool
    """True if other players follow."""
    has_previous: bool
    """True if other players come before."""


class BoardQuery(Struct, frozen=True, kw_only=True):
    """The board to read, and the part of it."""

    variant: str
    board: Board = Board.PEOPLE
    window: Window = Window.ALL_TIME
    key: str | None = None
    """The key of the day, week, month or season; None for the current one."""
    ranked: bool | None = None
    """True for ranked players only, False for provisional players only, None for all."""

    def period(self, now: datetime) -> str:
        """Return the key of the period; raises InvalidWindowKey."""
        if self.key is None:
            return key(self.window, now)
        bounds(self.window, self.key)
        return self.key

    def active_since(self, now: datetime) -> datetime | None:
        """Return the earliest time of a ranked player's last game, None for no such limit.

        A past period is judged as of its end. Raises InvalidWindowKey.
        """
        if self.window not in LONG_WINDOWS:
            return None
        within = bounds(self.window, self.period(now))
        return (now if within is None else min(now, within[1])) - ACTIVE_WITHIN

    def tiers(self, now: datetime) -> tuple[Tier, ...]:
        """Return the selected parts of the board, in their order; raises InvalidWindowKey."""
        recent = self.active_since(now) is not None
        parts = (tier for tier in Tier if recent or tier is not Tier.RESTING)
        return tuple(tier for tier in parts if self.ranked is None or self.ranked is (tier is Tier.RANKED))


def page(
    connection: Connection,
    board_query: BoardQuery,
    now: datetime,
    after: Place | None = None,
    limit: int = MAX_PAGE_SIZE,
    *,
    before: Place | None = None,
    last: bool = False,
) -> Page:
    """Return up to `limit` players between two places, the first of them or, with `last`, the last.

    Raises ValueError for a limit out of bounds, InvalidWindowKey, and NotBuilt.
    """
    if not 0 <= limit <= MAX_PAGE_SIZE:
        raise ValueError(f"a page holds 0 to {MAX_PAGE_SIZE} players, not {limit}")
    period, since = board_query.period(now), board_query.active_since(now)
    standing = active_tables(connection, LEADERBOARD)["standing"]
    c = standing.c
    on_board = _on_board(standing, board_query, period)
    found: list[tuple[Tier, Row]] = []
    order = (c.ordinal, c.player.desc()) if last else (c.ordinal.desc(), c.player)
    tiers = board_query.tiers(now)
    for tier in reversed(tiers) if last else tiers:
        if (after is not None and tier < after.tier) or (before is not None and tier > before.tier):
            continue
        query = select(standing).where(on_board, _in_tier(standing, tier, since))
        if after is not None and tier is after.tier:
            query = query.where(_after(standing, after))
        if before is not None and tier is before.tier:
            query = query.where(_before(standing, before))
        query = query.order_by(*order).limit(limit + 1 - len(found))
        found += [(tier, row) for row in rows_of(connection, query)]
        if len(found) > limit:
            break
    more = len(found) > limit
    shown = found[:limit][::-1] if last else found[:limit]
    ranked = and_(on_board, _in_tier(standing, Tier.RANKED, since))
    ranks = _ranks(
        connection,
        standing,
        ranked,
        [row for tier, row in shown if tier is Tier.RANKED],
        first=after is None and not last,
    )
    return Page(
        rows=tuple(_standing(tier, row, next(ranks, None)) for tier, row in shown),
        has_next=before is not None or (more and not last),
        has_previous=after is not None or (more and last),
    )


def count(connection: Connection, board_query: BoardQuery, now: datetime) -> int:
    """Return the number of players that all pages together have, as `count_rows` counts.

    Raises InvalidWindowKey and NotBuilt.
    """
    period, since = board_query.period(now), board_query.active_since(now)
    standing = active_tables(connection, LEADERBOARD)["standing"]
    selected = or_(*(_in_tier(standing, tier, since) for tier in board_query.tiers(now)))
    return count_rows(connection, select(standing).where(_on_board(standing, board_query, period), selected))


def _on_board(standing: Table, board_query: BoardQuery, period: str) -> ColumnElement[bool]:
    c = standing.c
    return and_(c.variant == board_query.variant, c.board == board_query.board.value, c.period == period)


def _in_tier(standing: Table, tier: Tier, since: datetime | None) -> ColumnElement[bool]:
    enough = standing.c.enough == (tier is not Tier.NEW)
    if since is None or tier is Tier.NEW:
        return enough
    last = standing.c.last_at
    return and_(enough, last >= since if tier is Tier.RANKED else last < since)


def _after(standing: Table, place: Place) -> ColumnElement[bool]:
    # In this form, a database starts reading its index at the place.
    ordinal = standing.c.ordinal
    return and_(ordinal <= place.ordinal, or_(ordinal < place.ordinal, standing.c.player > place.player))


def _before(standing: Table, place: Place) -> ColumnElement[bool]:
    ordinal = standing.c.ordinal
    return and_(ordinal >= place.ordinal, or_(ordinal > place.ordinal, standing.c.player < place.player))


def _ranks(
    connection: Connection, standing: Table, ranked: ColumnElement[bool], rows: Sequence[Row], *, first: bool
) -> Iterator[int]:
    """Yield the ranks of consecutive rows; with `first` they begin the board, so nothing is counted."""
    if not rows:
        return

    def count(condition: ColumnElement[bool]) -> int:
        counted = select(func.count()).select_from(standing).where(ranked, condition)
        return connection.execute(counted).scalar_one()

    best, rank, number = rows[0], 1, 1
    if not first:
        equal = standing.c.ordinal == best["ordinal"]
        rank += count(standing.c.ordinal > best["ordinal"])
        number = rank + count(and_(equal, standing.c.player < best["player"]))
    ordinal = best["ordinal"]
    for row in rows:
        if row["ordinal"] != ordinal:
            rank, ordinal = number, row["ordinal"]
        yield rank
        number += 1


_SHOWN = tuple(name for name in Standing.__struct_fields__ if name not in ("tier", "rank"))


def _standing(tier: Tier, row: Row, rank: int | None) -> Standing:
    return Standing(tier=tier, rank=rank, **{name: row[name] for name in _SHOWN})
