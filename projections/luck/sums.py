"""Sums of luck and play over the games of a selection, of people and of machines."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import BigInteger, ColumnElement, Connection, Float, Row, cast, func, select
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from domain.luck.table import UNIT
from projections.engine.generations import active_tables
from projections.luck.projection import LUCK
from projections.players.time_windows import midnight
from projections.statistics.projection import STATISTICS
from projections.statistics.selection import Selection

_UNIT: Final = float(UNIT)


class KnownLuck(Struct, frozen=True, kw_only=True):
    """The means of results whose luck is known."""

    results: int
    """The number of results of seats."""
    result: float
    """The mean of the result less par."""
    luck: float
    play: float
    play_error: float
    """The standard error of the mean play of players that play like the published player."""
    explained: float | None
    """The share of the variance of results less par that luck explains; None if they do not vary."""


class LuckSums(Struct, frozen=True, kw_only=True):
    """The luck and the play of the seats that people or machines had at the end of their games."""

    machine: bool
    in_points: bool
    """True if the values are points, false if they are places."""
    known: KnownLuck | None
    """None if the luck of no result is known."""
    without_table: int
    """The number of results of games whose rules have no table of luck."""
    not_public: int
    """The number of results that wait until their hands are public."""


def luck_sums(connection: Connection, selection: Selection) -> tuple[LuckSums, ...]:
    """Return the sums over the games that were won, of people first; a bucket does not apply.

    Raises NotBuilt.
    """
    of = active_tables(connection, LUCK)["luck"].c
    # Sums of squares of whole numbers of units would not fit into an integer.
    above, error = cast(of.result - of.par, Float), cast(of.play_error, Float)
    play = cast(of.result - of.par - of.luck, Float)
    sums = {
        "result": cast(of.result - of.par, BigInteger),
        "luck": cast(of.luck, BigInteger),
        "result_squares": above * above,
        "play_squares": play * play,
        "error_squares": error * error,
    }
    known = of.luck.is_not(None)
    rows = connection.execute(
        select(
            of.machine,
            of.in_points,
            func.count(of.luck).label("results"),
            *(func.sum(value).filter(known).label(name) for name, value in sums.items()),
            func.count().filter(of.luck_table.is_(None)).label("without_table"),
            func.count().filter(of.luck.is_(None), of.luck_table.is_not(None)).label("not_public"),
        )
        .where(*_conditions(connection, of, selection))
        .group_by(of.machine, of.in_points)
        .order_by(of.machine)
    )
    return tuple(_sums(row) for row in rows)


def _conditions(
    connection: Connection, of: ReadOnlyColumnCollection[str, Any], selection: Selection
) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions that select the rows."""
    yield of.variant == selection.variant
    if selection.seats is not None:
        yield of.seats == selection.seats
    if selection.machine is not None:
        yield of.machine == selection.machine
    if selection.since is not None:
        yield of.ended_at >= midnight(selection.since)
    if selection.until is not None:
        yield of.ended_at < midnight(selection.until)
    if selection.board is not None:
        game = active_tables(connection, STATISTICS)["game"].c
        yield of.game.in_(
            select(game.game).where(game.variant == selection.variant, game.board == selection.board.value)
        )


def _sums(row: Row[Any]) -> LuckSums:
    count = row.results
    return LuckSums(
        machine=row.machine,
        in_points=row.in_points,
        known=_known(row) if count else None,
        without_table=row.without_table,
        not_public=row.not_public,
    )


def _known(row: Row[Any]) -> KnownLuck:
    count = row.results
    result, luck = int(row.result), int(row.luck)
    play = result - luck
    spread = row.result_squares / count - (result / count) ** 2
    rest = row.play_squares / count - (play / count) ** 2
    return KnownLuck(
        results=count,
        result=result / count / _UNIT,
        luck=luck / count / _UNIT,
        play=play / count / _UNIT,
        play_error=sqrt(row.error_squares) / count / _UNIT,
        explained=1 - rest / spread if spread > 0 else None,
    )
