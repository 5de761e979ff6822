"""Reads profiles: a player's totals in a variant, and pages of the player's games and opponents."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Select, Table, and_, or_, select

from application.codec import GameId, Position
from domain.events import PlayerId
from projections.database.bounded_count import count_rows
from projections.engine.generations import active_tables
from projections.engine.projection import Row, rows_of
from projections.finished_games.progress import MACHINE
from projections.players.boards import Board
from projections.players.profile import PROFILE

T = TypeVar("T", bound=Struct)

MAX_PAGE_SIZE: Final = 100
FORM_GAMES: Final = 10
"""The number of games that recent form consists of."""


class ProfileKey(Struct, frozen=True):
    """The key of a profile: a variant, a board and a player."""

    variant: str
    board: Board
    player: PlayerId


class PlayedGame(Struct, frozen=True, kw_only=True):
    """A game that a player has finished."""

    game: GameId
    ended: Position
    """The game's key in the order of the list; the next page begins after it."""
    ended_at: datetime
    seats: int
    seat: int
    place: int
    """From 1; equal seats share one."""
    won: bool
    points: int | None
    """None in a variant without points and for a forfeited seat."""
    mu: float
    """The estimate of the player's strength after the game."""
    sigma: float
    """The uncertainty of the estimate."""


class Bid(Struct, frozen=True, kw_only=True):
    """The number of bids of an amount, made and failed."""

    amount: int
    made: int
    failed: int


class Trump(Struct, frozen=True, kw_only=True):
    """The number of times the player named a suit as trump."""

    suit: str
    times: int


class SeatTotals(Struct, frozen=True, kw_only=True):
    """Results at one seat of tables with one number of seats."""

    seats: int
    seat: int
    games: int
    wins: int
    places: int
    """The sum of the places."""


class Opponent(Struct, frozen=True, kw_only=True):
    """Results against one opponent; `player` is None for all machine players together."""

    player: PlayerId | None
    games: int
    ahead: int
    level: int

    @property
    def key(self) -> OpponentKey:
        """The opponent's key in the order of the list; the next page begins after it."""
        return OpponentKey(games=self.games, player=self.player or MACHINE)


class OpponentKey(Struct, frozen=True, kw_only=True):
    """A key in the order of opponents: the opponent met most often first, then by id."""

    games: int
    player: PlayerId


class PlayerTotals(Struct, frozen=True, kw_only=True):
    """A profile without the lists of all games and opponents, which have pages."""

    games: int
    wins: int
    places: int
    """The sum of the places."""
    points: int
    rounds: int
    tricks: int
    tricks_played: int
    """The number of tricks that all seats have won in these games."""
    bids_made: int
    bids_failed: int
    winning: int
    longest_winning: int
    losing: int
    longest_losing: int
    mu: float
    """The estimate of the player's strength."""
    sigma: float
    """The uncertainty of the estimate."""
    best: PlayedGame
    worst: PlayedGame
    recent: tuple[PlayedGame, ...]
    """The last games, the latest first."""
    bids: tuple[Bid, ...]
    trumps: tuple[Trump, ...]
    seats: tuple[SeatTotals, ...]


class Games(Struct, frozen=True, kw_only=True):
    """A page of a player's games."""

    rows: tuple[PlayedGame, ...]
    has_next: bool
    """True if older games follow."""
    has_previous: bool
    """True if later games come before."""


class Opponents(Struct, frozen=True, kw_only=True):
    """A page of a player's opponents."""

    rows: tuple[Opponent, ...]
    has_next: bool
    """True if other opponents follow."""
    has_previous: bool
    """True if other opponents come before."""


def profile(connection: Connection, profile_key: ProfileKey) -> PlayerTotals | None:
    """Return a profile, or None if the player has finished no such game; raises NotBuilt."""
    tables = active_tables(connection, PROFILE)

    def found(name: str, *order: str) -> Sequence[Row]:
        columns = tables[name].c
        return rows_of(
            connection, _of(tables[name], profile_key).order_by(*(columns[each] for each in order))
        )

    sums = found("player")
    if not sums:
        return None
    [row] = sums
    game = tables["game"]
    extremes = _of(game, profile_key).where(game.c.ended.in_((row["best_ended"], row["worst_ended"])))
    known = {each["ended"]: _struct(PlayedGame, each) for each in rows_of(connection, extremes)}
    lists = {
        "best": known[row["best_ended"]],
        "worst": known[row["worst_ended"]],
        "recent": games(connection, profile_key, limit=FORM_GAMES).rows,
        "bids": tuple(_struct(Bid, each) for each in found("bid", "amount")),
        "trumps": tuple(_struct(Trump, each) for each in found("trump", "suit")),
        "seats": tuple(_struct(SeatTotals, each) for each in found("seat", "seats", "seat")),
    }
    return _struct(PlayerTotals, {**row, **lists})


def games(
    connection: Connection,
    profile_key: ProfileKey,
    after: Position | None = None,
    limit: int = MAX_PAGE_SIZE,
    *,
    before: Position | None = None,
    last: bool = False,
) -> Games:
    """Return up to `limit` finished games between two keys, the first of them or, with `last`, the last.

    The latest game comes first.

    Raises ValueError for a limit out of bounds, and NotBuilt.
    """
    _check(limit)
    table = active_tables(connection, PROFILE)["game"]
    query = _of(table, profile_key)
    if after is not None:
        query = query.where(table.c.ended < after)
    if before is not None:
        query = query.where(table.c.ended > before)
    order = table.c.ended.asc() if last else table.c.ended.desc()
    rows = rows_of(connection, query.order_by(order).limit(limit + 1))
    more = len(rows) > limit
    return Games(
        rows=tuple(_struct(PlayedGame, row) for row in _forward(rows[:limit], last)),
        has_next=before is not None or (more and not last),
        has_previous=after is not None or (more and last),
    )


def opponents(
    connection: Connection,
    profile_key: ProfileKey,
    after: OpponentKey | None = None,
    limit: int = MAX_PAGE_SIZE,
    *,
    before: OpponentKey | None = None,
    last: bool = False,
) -> Opponents:
    """Return up to `limit` opponents between two keys, the first of them or, with `last`, the last.

    The opponent met most often comes first.

    Raises ValueError for a limit out of bounds, and NotBuilt.
    """
    _check(limit)
    table = active_tables(connection, PROFILE)["opponent"]
    games, opponent = table.c.games, table.c.opponent
    query = _of(table, profile_key)
    if after is not None:
        # The first condition is redundant, but lets the database enter the index where the page begins.
        later = or_(games < after.games, opponent > after.player)
        query = query.where(and_(games <= after.games, later))
    if before is not None:
        earlier = or_(games > before.games, opponent < before.player)
        query = query.where(and_(games >= before.games, earlier))
    order = (games.asc(), opponent.desc()) if last else (games.desc(), opponent.asc())
    rows = rows_of(connection, query.order_by(*order).limit(limit + 1))
    more = len(rows) > limit
    return Opponents(
        rows=tuple(map(_opponent, _forward(rows[:limit], last))),
        has_next=before is not None or (more and not last),
        has_previous=after is not None or (more and last),
    )


def count_games(connection: Connection, profile_key: ProfileKey) -> int:
    """Return the number of finished games, as `count_rows` counts; raises NotBuilt."""
    return count_rows(connection, _of(active_tables(connection, PROFILE)["game"], profile_key))


def count_opponents(connection: Connection, profile_key: ProfileKey) -> int:
    """Return the number of opponents, as `count_rows` counts; raises NotBuilt."""
    return count_rows(connection, _of(active_tables(connection, PROFILE)["opponent"], profile_key))


def _forward(rows: Sequence[Row], last: bool) -> Sequence[Row]:
    return rows[::-1] if last else rows


def _of(table: Table, profile_key: ProfileKey) -> Select[Any]:
    columns = table.c
    return select(table).where(
        columns.variant == profile_key.variant,
        columns.board == profile_key.board.value,
        columns.player == profile_key.player,
    )


def _opponent(row: Row) -> Opponent:
    player = None if row["opponent"] == MACHINE else row["opponent"]
    return Opponent(player=player, games=row["games"], ahead=row["ahead"], level=row["level"])


def _struct(kind: type[T], row: Row) -> T:
    return kind(**{name: row[name] for name in kind.__struct_fields__})


def _check(limit: int) -> None:
    if not 0 <= limit <= MAX_PAGE_SIZE:
        raise ValueError(f"a page holds 0 to {MAX_PAGE_SIZE} rows, not {limit}")
