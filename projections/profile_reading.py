"""Reading profiles: a player's sums in a variant, and pages of its games and of its opponents."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Select, Table, and_, or_, select

from application.recorded import GameId, Position
from domain.events import PlayerId
from projections.boards import Board
from projections.profile import PROFILE
from projections.profile_course import MACHINE
from projections.projection import Row, rows_of
from projections.tables import active_tables

T = TypeVar("T", bound=Struct)

LARGEST_PAGE: Final = 100
FORM: Final = 10
"""How many games recent form is made of."""


class Whose(Struct, frozen=True):
    """Whose profile is meant, and of which games."""

    variant: str
    board: Board
    player: PlayerId


class Finished(Struct, frozen=True, kw_only=True):
    """A game that a player has finished."""

    game: GameId
    ended: Position
    """The game's key in the order of the list: what a page goes on after."""
    ended_at: datetime
    seats: int
    seat: int
    place: int
    """From 1; equals share one."""
    won: bool
    points: int | None
    """None in a variant without points."""
    mu: float
    """The player's strength as it was thought to be after the game."""
    sigma: float
    """How uncertain that was."""


class Bid(Struct, frozen=True, kw_only=True):
    """How often an amount was bid, and with which success."""

    amount: int
    made: int
    failed: int


class Trump(Struct, frozen=True, kw_only=True):
    """How often a suit was made trump."""

    suit: str
    times: int


class AtSeat(Struct, frozen=True, kw_only=True):
    """What was won at a seat of a table of a size."""

    seats: int
    seat: int
    games: int
    wins: int
    places: int
    """The sum of the places."""


class Opponent(Struct, frozen=True, kw_only=True):
    """How a player has done against another; no player is all machines together."""

    player: PlayerId | None
    games: int
    ahead: int
    level: int

    @property
    def key(self) -> Met:
        """The key after which a page goes on."""
        return Met(games=self.games, player=self.player or MACHINE)


class Met(Struct, frozen=True, kw_only=True):
    """A key in the order of opponents: who was met most often first, then by id."""

    games: int
    player: PlayerId


class Sums(Struct, frozen=True, kw_only=True):
    """A profile, but for the lists that grow."""

    games: int
    wins: int
    places: int
    """The sum of the places."""
    points: int
    rounds: int
    tricks: int
    tricks_played: int
    """How many tricks all seats have won in these games."""
    bids_made: int
    bids_failed: int
    winning: int
    longest_winning: int
    losing: int
    longest_losing: int
    mu: float
    """How strong the player is thought to be."""
    sigma: float
    """How uncertain that is."""
    best: Finished
    worst: Finished
    recent: tuple[Finished, ...]
    """The last games, the latest first."""
    bids: tuple[Bid, ...]
    trumps: tuple[Trump, ...]
    seats: tuple[AtSeat, ...]


class Games(Struct, frozen=True, kw_only=True):
    """A part of the list of a player's games."""

    rows: tuple[Finished, ...]
    has_next: bool
    """Whether older ones follow."""
    has_previous: bool
    """Whether later ones come before."""


class Opponents(Struct, frozen=True, kw_only=True):
    """A part of the list of a player's opponents."""

    rows: tuple[Opponent, ...]
    has_next: bool
    """Whether others follow."""
    has_previous: bool
    """Whether others come before."""


def profile(connection: Connection, whose: Whose) -> Sums | None:
    """Return a profile, None for who has finished no such game; raises NotBuilt."""
    tables = active_tables(connection, PROFILE)

    def found(name: str, *order: str) -> Sequence[Row]:
        columns = tables[name].c
        return rows_of(connection, _of(tables[name], whose).order_by(*(columns[each] for each in order)))

    sums = found("player")
    if not sums:
        return None
    [row] = sums
    game = tables["game"]
    extremes = _of(game, whose).where(game.c.ended.in_((row["best_ended"], row["worst_ended"])))
    known = {each["ended"]: _made(Finished, each) for each in rows_of(connection, extremes)}
    lists = {
        "best": known[row["best_ended"]],
        "worst": known[row["worst_ended"]],
        "recent": games(connection, whose, limit=FORM).rows,
        "bids": tuple(_made(Bid, each) for each in found("bid", "amount")),
        "trumps": tuple(_made(Trump, each) for each in found("trump", "suit")),
        "seats": tuple(_made(AtSeat, each) for each in found("seat", "seats", "seat")),
    }
    return _made(Sums, {**row, **lists})


def games(
    connection: Connection,
    whose: Whose,
    after: Position | None = None,
    limit: int = LARGEST_PAGE,
    *,
    before: Position | None = None,
    last: bool = False,
) -> Games:
    """Return up to `limit` of a player's finished games between two keys, the first of them or the `last`.

    The latest game comes first.

    Raises ValueError for a limit out of bounds, and NotBuilt.
    """
    _check(limit)
    table = active_tables(connection, PROFILE)["game"]
    wanted = _of(table, whose)
    if after is not None:
        wanted = wanted.where(table.c.ended < after)
    if before is not None:
        wanted = wanted.where(table.c.ended > before)
    order = table.c.ended.asc() if last else table.c.ended.desc()
    rows = rows_of(connection, wanted.order_by(order).limit(limit + 1))
    more = len(rows) > limit
    return Games(
        rows=tuple(_made(Finished, row) for row in _in_order(rows[:limit], last)),
        has_next=before is not None or (more and not last),
        has_previous=after is not None or (more and last),
    )


def opponents(
    connection: Connection,
    whose: Whose,
    after: Met | None = None,
    limit: int = LARGEST_PAGE,
    *,
    before: Met | None = None,
    last: bool = False,
) -> Opponents:
    """Return up to `limit` of a player's opponents between two keys, the first of them or the `last`.

    Who was met most often comes first.

    Raises ValueError for a limit out of bounds, and NotBuilt.
    """
    _check(limit)
    table = active_tables(connection, PROFILE)["opponent"]
    games, opponent = table.c.games, table.c.opponent
    wanted = _of(table, whose)
    if after is not None:
        # The first condition says nothing new, but by it the index is entered where the page begins.
        later = or_(games < after.games, opponent > after.player)
        wanted = wanted.where(and_(games <= after.games, later))
    if before is not None:
        earlier = or_(games > before.games, opponent < before.player)
        wanted = wanted.where(and_(games >= before.games, earlier))
    order = (games.asc(), opponent.desc()) if last else (games.desc(), opponent.asc())
    rows = rows_of(connection, wanted.order_by(*order).limit(limit + 1))
    more = len(rows) > limit
    return Opponents(
        rows=tuple(map(_opponent, _in_order(rows[:limit], last))),
        has_next=before is not None or (more and not last),
        has_previous=after is not None or (more and last),
    )


def _in_order(rows: Sequence[Row], last: bool) -> Sequence[Row]:
    return rows[::-1] if last else rows


def _of(table: Table, whose: Whose) -> Select[Any]:
    columns = table.c
    return select(table).where(
        columns.variant == whose.variant,
        columns.board == whose.board.value,
        columns.player == whose.player,
    )


def _opponent(row: Row) -> Opponent:
    player = None if row["opponent"] == MACHINE else row["opponent"]
    return Opponent(player=player, games=row["games"], ahead=row["ahead"], level=row["level"])


def _made(kind: type[T], row: Row) -> T:
    return kind(**{name: row[name] for name in kind.__struct_fields__})


def _check(limit: int) -> None:
    if not 0 <= limit <= LARGEST_PAGE:
        raise ValueError(f"a page holds 0 to {LARGEST_PAGE} rows, not {limit}")
