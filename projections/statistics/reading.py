"""Reading statistics: the sums of what was played, and how busy it was, by stretches of time.

Each question is one query over few rows: the sums of a metric lie together in the order of their days.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Date,
    DateTime,
    FromClause,
    Table,
    case,
    cast,
    func,
    literal_column,
    select,
    type_coerce,
    union_all,
)

from projections.projection import Row, Tables, rows_of
from projections.statistics.metrics import Metric
from projections.statistics.projection import STATISTICS
from projections.statistics.selection import MOST_ROWS, Bucket, NotByHour, Selection, TooManyRows
from projections.statistics.stretches import DAILY, parts
from projections.tables import active_tables

Columns = Mapping[str, ColumnElement[Any]]

OF_NOBODY: Final = frozenset({Metric.TRUMP, Metric.GAME, Metric.MOVES})
"""Metrics of what nobody in particular did, so that it does not matter who was a machine."""

_KEPT: Final[Mapping[Bucket | None, str]] = {Bucket.HOUR: DAILY, Bucket.DAY: DAILY, Bucket.WEEK: "weekly"}
"""Which sums answer for which stretches of time, where months do not."""
_TRUNCATED: Final = {Bucket.SEASON: "quarter"}
"""What PostgreSQL calls a stretch of time, where it has another name for it."""
_MODIFIERS: Final = {
    # The Monday that is on the day or follows the sixth day before it.
    Bucket.WEEK: ("-6 days", "weekday 1"),
    Bucket.MONTH: ("start of month",),
    Bucket.YEAR: ("start of year",),
}
"""How SQLite gets from a day to the first of a stretch of time."""
_SECOND: Final = 1_000_000


class Figure(Struct, frozen=True, kw_only=True):
    """A sum; what its numbers mean says `MEANINGS` of the metric."""

    begins: date | None
    """The first day of the stretch of time; None where all is in one."""
    x: int
    """0 where it is not told apart."""
    y: int
    """0 where it is not told apart."""
    count: int
    total: int


class Lengths(Struct, frozen=True, kw_only=True):
    """How long games were: their number, and the sums over them."""

    begins: date | None
    games: int
    rounds: int
    moves: int
    seconds: int


class Activity(Struct, frozen=True, kw_only=True):
    """How busy it was."""

    begins: datetime | None
    created: int
    """Games that were created."""
    started: int
    ended: int
    """Games that were won or closed."""
    moves: int
    machine_moves: int
    """How many of the moves machines made."""
    people: int | None
    """How many people made a move; None by the hour, for which it is not counted."""


def figures(
    connection: Connection,
    metric: Metric,
    selection: Selection,
    *,
    x: bool = True,
    y: bool = True,
    limit: int = MOST_ROWS,
) -> tuple[Figure, ...]:
    """Return the sums of a metric in the order of time, x and y; `x` and `y` say what is told apart.

    Raises NotByHour, TooManyRows, and NotBuilt.
    """
    found = _sums(active_tables(connection, STATISTICS), selection, metric).c
    apart = {name: found[name] for name, wanted in (("x", x), ("y", y)) if wanted}
    sums = {"count": found["count"], "total": found.total}
    groups = {**_by_day(connection, found.day, selection), **apart}
    rows = _summed(connection, (), groups, sums, limit)
    nothing = {"begins": None, "x": 0, "y": 0}
    return tuple(Figure(**{**nothing, **row}) for row in rows)


def lengths(connection: Connection, selection: Selection, *, limit: int = MOST_ROWS) -> tuple[Lengths, ...]:
    """Return how long the games were, in the order of time.

    Raises NotByHour, TooManyRows, and NotBuilt.
    """
    found = _sums(active_tables(connection, STATISTICS), selection, Metric.GAME, Metric.MOVES).c
    count, total = found["count"], found.total
    games, moves = found.metric == Metric.GAME.value, found.metric == Metric.MOVES.value
    sums = {
        "games": case((games, count), else_=0),
        "rounds": case((games, found.x * count), else_=0),
        "seconds": case((games, total), else_=0),
        "moves": case((moves, total), else_=0),
    }
    rows = _summed(connection, (), _by_day(connection, found.day, selection), sums, limit)
    return tuple(Lengths(**{"begins": None, **row}) for row in rows)


def activity(connection: Connection, selection: Selection, *, limit: int = MOST_ROWS) -> tuple[Activity, ...]:
    """Return how busy it was in all public games of the variant, in the order of time.

    Only variant, time and bucket are looked at. Raises TooManyRows, and NotBuilt.
    """
    tables = active_tables(connection, STATISTICS)
    hourly, bucket = tables["hourly"], selection.bucket
    names = ("created", "started", "ended", "moves", "machine_moves")
    within = [hourly.c.variant == selection.variant]
    if selection.since is not None:
        within.append(hourly.c.hour >= _midnight(selection.since))
    if selection.until is not None:
        within.append(hourly.c.hour < _midnight(selection.until))
    groups: dict[str, ColumnElement[Any]] = {}
    if bucket is Bucket.HOUR:
        groups["begins"] = hourly.c.hour
    elif bucket is not None:
        groups["begins"] = _begins(connection, _day(connection, hourly), bucket)
    rows = _summed(connection, within, groups, {name: hourly.c[name] for name in names}, limit)
    if bucket is Bucket.HOUR:
        return tuple(Activity(people=None, **row) for row in rows)
    people = _people(connection, tables["active"], selection) if rows else {}
    return tuple(
        Activity(
            people=people.get(begins, 0),
            begins=None if begins is None else _midnight(begins),
            **{name: row[name] for name in names},
        )
        for row in rows
        for begins in (row.get("begins"),)
    )


def _people(connection: Connection, active: Table, selection: Selection) -> dict[date | None, int]:
    """Return how many people were active in each stretch of time, everybody counted once in each."""
    within = [active.c.variant == selection.variant, *_days(active, selection.since, selection.until)]
    groups = _by_day(connection, active.c.day, selection)
    # Each in a row of its own first: a database counts rows much sooner than it counts what is distinct.
    once = select(*_labelled(groups), active.c.player).where(*within).distinct().subquery()
    begins = [once.c[name] for name in groups]
    counted = select(*begins, func.count().label("people")).select_from(once).group_by(*begins)
    return {row.get("begins"): row["people"] for row in rows_of(connection, counted)}


def _sums(tables: Tables, selection: Selection, *metrics: Metric) -> FromClause:
    """Return the sums that are asked for, of as long stretches of time as will do."""
    kept = _KEPT.get(selection.bucket, "monthly")
    found = [
        select(*(table.c[name] for name in ("metric", "day", "x", "y", "count", "total"))).where(
            *_where(table, selection, *metrics), *_days(table, since, until)
        )
        for name, since, until in parts(kept, selection.since, selection.until)
        for table in (tables[name],)
    ]
    return union_all(*found).subquery()


def _where(table: Table, selection: Selection, *metrics: Metric) -> list[ColumnElement[bool]]:
    c = table.c
    found = [c.variant == selection.variant, c.metric.in_([metric.value for metric in metrics])]
    if selection.board is not None:
        found.append(c.board == selection.board.value)
    if selection.seats is not None:
        found.append(c.seats == selection.seats)
    if selection.machine is not None and OF_NOBODY.isdisjoint(metrics):
        found.append(c.machine == selection.machine)
    return found


def _days(table: Table, since: date | None, until: date | None) -> list[ColumnElement[bool]]:
    after = [] if since is None else [table.c.day >= since]
    return after if until is None else [*after, table.c.day < until]


def _by_day(connection: Connection, day: ColumnElement[date], selection: Selection) -> Columns:
    if selection.bucket is Bucket.HOUR:
        raise NotByHour
    return {} if selection.bucket is None else {"begins": _begins(connection, day, selection.bucket)}


def _summed(
    connection: Connection,
    within: Sequence[ColumnElement[bool]],
    groups: Columns,
    sums: Columns,
    limit: int,
) -> list[Row]:
    """Return sums by group, in the order of the groups; raises TooManyRows."""
    # PostgreSQL's sums of large numbers are no longer whole numbers to Python.
    summed = [cast(func.sum(column), BigInteger).label(name) for name, column in sums.items()]
    query = select(*_labelled(groups), *summed, func.count().label("rows")).where(*within)
    found = rows_of(connection, query.group_by(*groups.values()).order_by(*groups.values()).limit(limit + 1))
    if len(found) > limit:
        raise TooManyRows(limit)
    # The sum of nothing is a row as well, where nothing is told apart.
    return [{name: row[name] for name in (*groups, *sums)} for row in found if row["rows"]]


def _labelled(groups: Columns) -> list[ColumnElement[Any]]:
    return [column.label(name) for name, column in groups.items()]


def _begins(connection: Connection, day: ColumnElement[date], bucket: Bucket) -> ColumnElement[date]:
    """Return the first day of the stretch of time that a day lies in."""
    if bucket is Bucket.DAY:
        return day
    if connection.dialect.name == "postgresql":
        # Not a parameter: what is selected and what is grouped by would be told apart by it.
        name: ColumnElement[str] = literal_column(f"'{_TRUNCATED.get(bucket, bucket.value)}'")
        # Without a zone, whatever the session's is.
        return cast(func.date_trunc(name, cast(day, DateTime)), Date)
    return type_coerce(func.date(day, *_modifiers(day, bucket)), Date)


def _modifiers(day: ColumnElement[date], bucket: Bucket) -> list[ColumnElement[str]]:
    if bucket is Bucket.SEASON:
        months = (cast(func.strftime(literal_column("'%m'"), day), BigInteger) - 1) % 3
        return [literal_column("'start of month'"), func.printf(literal_column("'-%d months'"), months)]
    return [literal_column(f"'{each}'") for each in _MODIFIERS[bucket]]


def _day(connection: Connection, hourly: Table) -> ColumnElement[date]:
    """Return the day that an hour lies in."""
    seconds = type_coerce(hourly.c.hour, BigInteger) // literal_column(str(_SECOND), BigInteger)
    if connection.dialect.name == "postgresql":
        return cast(func.timezone(literal_column("'UTC'"), func.to_timestamp(seconds)), Date)
    return type_coerce(func.date(seconds, literal_column("'unixepoch'")), Date)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
