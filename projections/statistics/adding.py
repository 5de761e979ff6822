"""How what is kept by days, weeks and months is put together and added up by stretches of time."""

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

from projections.projection import Tables
from projections.statistics.selection import Bucket, Selection, TooManyRows
from projections.statistics.stretches import DAILY, MONTHLY, WEEKLY, parts

OWN: Final[Mapping[Bucket | None, str]] = {Bucket.DAY: DAILY, Bucket.WEEK: WEEKLY, Bucket.MONTH: MONTHLY}
"""The sums that are kept of the very stretches of time; longer ones are put together of months."""
_TRUNCATED: Final = {Bucket.SEASON: "quarter"}
"""What PostgreSQL calls a stretch of time, where it has another name for it."""
_MODIFIERS: Final = {
    # The Monday that is on the day or follows the sixth day before it.
    Bucket.WEEK: ("-6 days", "weekday 1"),
    Bucket.MONTH: ("start of month",),
    Bucket.YEAR: ("start of year",),
}
"""How SQLite gets from a day to the first of a stretch of time."""


class Part(NamedTuple):
    """What a question is answered from, with others."""

    table: Table
    within: Sequence[ColumnElement[bool]]
    """Which of its days are meant."""
    begins: ColumnElement[Any]
    """The first day of the stretch of time that a row lies in; null where all is in one."""
    own: bool
    """Whether each row is of a whole stretch of time of those that are told apart."""


def parts_of(connection: Connection, tables: Tables, selection: Selection) -> Iterator[Part]:
    """Give what is kept of as long stretches of time as will do, and the days at the ends of the range."""
    own = OWN.get(selection.bucket)
    kept = own or MONTHLY
    for name, since, until in parts(kept, selection.since, selection.until):
        day = tables[name].c.day
        begins = day if name == own else begins_of(connection, day, selection.bucket)
        days = of_days(tables[name], since, until)
        yield Part(tables[name], days, null() if begins is None else begins, name == own)


def of_days(table: Table, since: date | None, until: date | None) -> list[ColumnElement[bool]]:
    """Return which rows of a table are meant, from a day on and up to before another."""
    after = [] if since is None else [table.c.day >= since]
    return after if until is None else [*after, table.c.day < until]


def summed(
    connection: Connection,
    where: Sequence[ColumnElement[bool]],
    groups: Mapping[str, ColumnElement[Any] | None],
    sums: Mapping[str, ColumnElement[Any]],
    limit: int,
) -> Sequence[Any]:
    """Return groups and their sums, in the order of the groups; None for what is not told apart.

    Raises TooManyRows.
    """
    apart = [column for column in groups.values() if column is not None]
    shown = [(null() if column is None else column).label(name) for name, column in groups.items()]
    # PostgreSQL's sums of large numbers are no longer whole numbers to Python.
    columns = [cast(func.sum(column), BigInteger).label(name) for name, column in sums.items()]
    query = select(*shown, *columns).where(*where).group_by(*apart).order_by(*apart).limit(limit + 1)
    if not apart:
        # The sum of nothing is a row as well, where nothing is told apart.
        query = query.having(func.count() > 0)
    found: Sequence[Any] = connection.execute(query).all()
    if len(found) > limit:
        raise TooManyRows(limit)
    return found


def begins_of(
    connection: Connection, day: ColumnElement[date], bucket: Bucket | None
) -> ColumnElement[date] | None:
    """Return the first day of the stretch of time that a day lies in; None where all is in one."""
    if bucket is None:
        return None
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
