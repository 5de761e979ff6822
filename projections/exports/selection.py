"""Selection of exported rows by period and variant, and their reading page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Date, Select, Table

from application.export.sheets import Page, Period, Sheet

PAGE: Final = 2_000
"""Rows read at once."""


def ended_within(game: Table, period: Period, variant: str | None) -> list[ColumnElement[bool]]:
    """Return the conditions that games of a variant ended in a period."""
    return [
        *([] if variant is None else [game.c.variant == variant]),
        *([] if period.since is None else [game.c.ended_at >= period.since]),
        *([] if period.until is None else [game.c.ended_at < period.until]),
    ]


def begun_within(column: ColumnElement[Any], period: Period) -> list[ColumnElement[bool]]:
    """Return the conditions that a day or an hour began in a period."""
    since, until = (
        first_day(bound) if bound is not None and isinstance(column.type, Date) else bound
        for bound in (period.since, period.until)
    )
    return [
        *([] if since is None else [column >= since]),
        *([] if until is None else [column < until]),
    ]


def first_day(moment: datetime) -> date:
    """Return the first day that begins at or after a moment, at most `date.max`."""
    day = moment.date()
    begins = datetime.combine(day, time(), UTC) >= moment
    return day if begins or day == date.max else day + timedelta(days=1)


def rows(connection: Connection, query: Select[Any]) -> Iterator[Any]:
    """Yield the rows of a query, which are read one page at a time."""
    # On PostgreSQL with a server-side cursor.
    yield from connection.execution_options(yield_per=PAGE).execute(query)


def by_column(sheet: Sheet, found: Sequence[Any]) -> list[Sequence[Any]]:
    """Return rows as a page."""
    return list(zip(*found, strict=True)) if found else [() for _ in sheet.columns]


def pages(sheet: Sheet, found: Iterable[Any]) -> Iterator[Page]:
    """Yield rows as pages; the first page is empty, so that a sheet without rows has one too."""
    yield by_column(sheet, ())
    remaining = iter(found)
    while page := list(islice(remaining, PAGE)):
        yield by_column(sheet, page)
