"""Reads the statistics: the sums of a metric, lengths of games and activity, by period.

Queries read few rows: the rows of a metric are stored together, in the order of their days.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Date,
    FromClause,
    Table,
    cast,
    func,
    literal_column,
    select,
    type_coerce,
    union,
    union_all,
)

from projections.engine.generations import active_tables
from projections.engine.projection import Tables
from projections.players.time_windows import midnight
from projections.statistics.aggregation import BUCKET_TABLES, first_day_of, sources_of, summed, within_days
from projections.statistics.metrics import HOURLY, LENGTHS, METRICS, Metric
from projections.statistics.periods import ACTIVE, SUMS
from projections.statistics.projection import STATISTICS
from projections.statistics.selection import MAX_ROWS, Bucket, NotByHour, Selection

_SECOND: Final = 1_000_000


class Figure(Struct, frozen=True, kw_only=True):
    """A row of sums of a metric. METRICS describes the numbers."""

    begins: date | None
    """The first day of the period; None without a bucket."""
    x: int
    """0 if the rows are not grouped by it."""
    y: int
    """0 if the rows are not grouped by it."""
    count: int
    total: int
    seats: int = 0
    """The number of seats at the table; 0 if the rows are not grouped by it."""


class Lengths(Struct, frozen=True, kw_only=True):
    """The number of games and the sums of their lengths."""

    begins: date | None
    games: int
    rounds: int
    moves: int
    seconds: int


class Activity(Struct, frozen=True, kw_only=True):
    """Counts of games, moves and active people."""

    begins: datetime | None
    created: int
    """Games that were created."""
    started: int
    ended: int
    """Games that were won or closed."""
    moves: int
    machine_moves: int
    """The number of those moves that machines made."""
    people: int | None
    """The number of people who made a move; None by the hour, because it is not counted by the hour."""


def figures(
    connection: Connection,
    metric: Metric,
    selection: Selection,
    *,
    x: bool = True,
    y: bool = True,
    seats: bool = False,
    limit: int = MAX_ROWS,
) -> tuple[Figure, ...]:
    """Return the sums of a metric, ordered by time, seats, x and y, of which the arguments select some.

    Raises NotByHour, TooManyRows, and NotBuilt.
    """
    _raise_if_by_hour(selection)
    found = _sums(connection, active_tables(connection, STATISTICS), selection, metric).c
    groups = {
        "begins": found.begins if selection.bucket else None,
        "seats": found.seats if seats else None,
        "x": found.x if x else None,
        "y": found.y if y else None,
    }
    rows = summed(connection, [], groups, {"count": found["count"], "total": found.total}, limit)
    return tuple(
        Figure(begins=begins, seats=seats or 0, x=x or 0, y=y or 0, count=count, total=total)
        for begins, seats, x, y, count, total in rows
    )


def lengths(connection: Connection, selection: Selection, *, limit: int = MAX_ROWS) -> tuple[Lengths, ...]:
    """Return the number and lengths of games by period, in chronological order.

    Raises NotByHour, TooManyRows, and NotBuilt.
    """
    _raise_if_by_hour(selection)
    table = active_tables(connection, STATISTICS)["length"]
    conditions = [*_of_games(table, selection), *within_days(table, selection.since, selection.until)]
    groups = {"begins": first_day_of(connection, table.c.day, selection.bucket)}
    sums = {measure.name: table.c[measure.name] for measure in LENGTHS}
    return tuple(Lengths(**row._asdict()) for row in summed(connection, conditions, groups, sums, limit))


def activity(connection: Connection, selection: Selection, *, limit: int = MAX_ROWS) -> tuple[Activity, ...]:
    """Return the activity in all public games of the variant, in chronological order.

    Only the variant, range and bucket of the selection apply. Raises TooManyRows, and NotBuilt.
    """
    tables = active_tables(connection, STATISTICS)
    hourly, bucket = tables["hourly"], selection.bucket
    by_hour = bucket is Bucket.HOUR
    conditions = [hourly.c.variant == selection.variant]
    if selection.since is not None:
        conditions.append(hourly.c.hour >= midnight(selection.since))
    if selection.until is not None:
        conditions.append(hourly.c.hour < midnight(selection.until))
    begins = hourly.c.hour if by_hour else first_day_of(connection, _day(connection, hourly), bucket)
    sums = {measure.name: hourly.c[measure.name] for measure in HOURLY}
    rows = summed(connection, conditions, {"begins": begins}, sums, limit)
    people = _people(connection, tables, selection) if rows and not by_hour else {}
    return tuple(
        Activity(
            begins=begins if by_hour or begins is None else midnight(begins),
            people=None if by_hour else people.get(begins, 0),
            **{measure.name: getattr(row, measure.name) for measure in HOURLY},
        )
        for row in rows
        for begins in (row.begins,)
    )


def _people(connection: Connection, tables: Tables, selection: Selection) -> dict[date | None, int]:
    """Return the number of people active in each period; each person is counted once a period."""
    found, exact = [], selection.bucket in BUCKET_TABLES
    for source in sources_of(connection, {name: tables[ACTIVE[name]] for name in SUMS}, selection):
        active = source.table.c
        players = select(source.begins.label("begins"), active.player)
        players = players.where(active.variant == selection.variant, *source.conditions)
        # Duplicates are removed before counting: databases count rows much faster than distinct values.
        # A table whose rows cover whole periods of the bucket has none.
        found.append(players if source.exact else players.distinct())
    # With such tables, the days at the ends of the range lie in other periods than the days between them.
    players_once = (union_all if exact else union)(*found).subquery().c
    counted = select(players_once.begins, func.count().label("people")).group_by(players_once.begins)
    return {row.begins: row.people for row in connection.execute(counted).all()}


def _sums(connection: Connection, tables: Tables, selection: Selection, metric: Metric) -> FromClause:
    """Return a query of the selected rows of sums."""
    found = []
    for source in sources_of(connection, tables, selection):
        c = source.table.c
        conditions = [*_of_games(source.table, selection), c.metric == metric.value, *source.conditions]
        if selection.machine is not None and METRICS[metric].machine is not None:
            conditions.append(c.machine == selection.machine)
        columns = (source.begins.label("begins"), c.seats, c.x, c.y, c["count"], c.total)
        found.append(select(*columns).where(*conditions))
    return union_all(*found).subquery()


def _of_games(table: Table, selection: Selection) -> list[ColumnElement[bool]]:
    """Return the conditions that select the games."""
    c = table.c
    found = [c.variant == selection.variant]
    if selection.board is not None:
        found.append(c.board == selection.board.value)
    if selection.seats is not None:
        found.append(c.seats == selection.seats)
    return found


def _raise_if_by_hour(selection: Selection) -> None:
    if selection.bucket is Bucket.HOUR:
        raise NotByHour


def _day(connection: Connection, hourly: Table) -> ColumnElement[date]:
    """Return the day, in UTC, that contains the hour."""
    seconds = type_coerce(hourly.c.hour, BigInteger) // literal_column(str(_SECOND), BigInteger)
    if connection.dialect.name == "postgresql":
        return cast(func.timezone(literal_column("'UTC'"), func.to_timestamp(seconds)), Date)
    return type_coerce(func.date(seconds, literal_column("'unixepoch'")), Date)
