"""Queries that combine the daily, weekly and monthly tables and sum them by period."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Date,
    DateTime,
    Table,
    cast,
    func,
    literal_column,
    null,
    select,
    type_coerce,
)

from projections.engine.projection import Tables
from projections.statistics.periods import DAILY, MONTHLY, WEEKLY, split_range
from projections.statistics.selection import Bucket, Selection, TooManyRows

BUCKET_TABLES: Final[Mapping[Bucket | None, str]] = {
    Bucket.DAY: DAILY,
    Bucket.WEEK: WEEKLY,
    Bucket.MONTH: MONTHLY,
}
"""The tables whose rows cover exactly one period of a bucket; longer periods are summed from months."""
_TRUNCATED: Final = {Bucket.SEASON: "quarter"}
"""PostgreSQL's names of the periods that it names differently."""
_MODIFIERS: Final = {
    # Six days back, then forward to the next Monday: the first day of the week.
    Bucket.WEEK: ("-6 days", "weekday 1"),
    Bucket.MONTH: ("start of month",),
    Bucket.YEAR: ("start of year",),
}
"""SQLite's date modifiers that turn a day into the first day of its period."""


class Source(NamedTuple):
    """A table and a range of its days: one of the sources that a query combines."""

    table: Table
    conditions: Sequence[ColumnElement[bool]]
    """The conditions that select the range of days."""
    begins: ColumnElement[Any]
    """The first day of the period that contains a row; null where the query has a single period."""
    exact: bool
    """True if each row covers a whole period of the selection's bucket."""


def sources_of(connection: Connection, tables: Tables, selection: Selection) -> Iterator[Source]:
    """Yield the table with the longest usable periods, and the days at the ends of the range."""
    exact = BUCKET_TABLES.get(selection.bucket)
    longest = exact or MONTHLY
    for name, since, until in split_range(longest, selection.since, selection.until):
        day = tables[name].c.day
        begins = day if name == exact else first_day_of(connection, day, selection.bucket)
        days = within_days(tables[name], since, until)
        yield Source(tables[name], days, null() if begins is None else begins, name == exact)


def within_days(table: Table, since: date | None, until: date | None) -> list[ColumnElement[bool]]:
    """Return the conditions for rows from the day `since` up to, but not including, the day `until`."""
    after = [] if since is None else [table.c.day >= since]
    return after if until is None else [*after, table.c.day < until]


def summed(
    connection: Connection,
    where: Sequence[ColumnElement[bool]],
    groups: Mapping[str, ColumnElement[Any] | None],
    sums: Mapping[str, ColumnElement[Any]],
    limit: int,
) -> Sequence[Any]:
    """Return the groups and their sums, in the order of the groups; a group that is None is null.

    Raises TooManyRows.
    """
    grouped = [column for column in groups.values() if column is not None]
    shown = [(null() if column is None else column).label(name) for name, column in groups.items()]
    # PostgreSQL sums big integers as `numeric`, which Python does not read as an int.
    columns = [cast(func.sum(column), BigInteger).label(name) for name, column in sums.items()]
    query = select(*shown, *columns).where(*where).group_by(*grouped).order_by(*grouped).limit(limit + 1)
    if not grouped:
        # Without groups, the sum of no rows is a row, too.
        query = query.having(func.count() > 0)
    found: Sequence[Any] = connection.execute(query).all()
    if len(found) > limit:
        raise TooManyRows(limit)
    return found


def first_day_of(
    connection: Connection, day: ColumnElement[date], bucket: Bucket | None
) -> ColumnElement[date] | None:
    """Return the first day of the period that contains a day; None without a bucket."""
    if bucket is None:
        return None
    if bucket is Bucket.DAY:
        return day
    if connection.dialect.name == "postgresql":
        # Not a parameter: the selected and the grouped expression would differ by it.
        name: ColumnElement[str] = literal_column(f"'{_TRUNCATED.get(bucket, bucket.value)}'")
        # Without a time zone, so that the session's does not matter.
        return cast(func.date_trunc(name, cast(day, DateTime)), Date)
    return type_coerce(func.date(day, *_modifiers(day, bucket)), Date)


def _modifiers(day: ColumnElement[date], bucket: Bucket) -> list[ColumnElement[str]]:
    if bucket is Bucket.SEASON:
        months = (cast(func.strftime(literal_column("'%m'"), day), BigInteger) - 1) % 3
        return [literal_column("'start of month'"), func.printf(literal_column("'-%d months'"), months)]
    return [literal_column(f"'{each}'") for each in _MODIFIERS[bucket]]
