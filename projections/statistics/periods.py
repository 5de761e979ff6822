"""The periods of the aggregate tables: days, and weeks and months, which have far fewer rows.

A query about a year reads its months. It reads days only for the incomplete months at the ends of its range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Final, TypeAlias

Begins: TypeAlias = Callable[[date], date]
"""Returns the first day of the period that contains a day."""
DayRange: TypeAlias = tuple[str, date | None, date | None]
"""A table of sums, the first day to read, and the day after the last; None for no bound."""

DAILY: Final = "daily"
WEEKLY: Final = "weekly"
MONTHLY: Final = "monthly"


def _day(day: date) -> date:
    return day


def _week(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month(day: date) -> date:
    return day.replace(day=1)


SUMS: Final[Mapping[str, Begins]] = {DAILY: _day, WEEKLY: _week, MONTHLY: _month}
"""The tables of sums, and the function that maps a day to the first day of its period in each."""

ACTIVE: Final[Mapping[str, str]] = {DAILY: "active", WEEKLY: "active_weekly", MONTHLY: "active_monthly"}
"""The tables of active people for the periods of each table of sums."""


def split_range(sums: str, since: date | None, until: date | None) -> Iterator[DayRange]:
    """Yield the parts of a range: the whole periods of a table of sums, and the days before and after."""
    begins = SUMS[sums]
    last = None if until is None else begins(until)
    try:
        first = None if since is None else _next(begins, since)
    except OverflowError:
        # No period begins between `since` and the last representable date.
        yield DAILY, since, until
        return
    if first is not None and last is not None and first >= last:
        yield DAILY, since, until
        return
    yield sums, first, last
    if since != first:
        yield DAILY, since, first
    if until != last:
        yield DAILY, last, until


def _next(begins: Begins, day: date) -> date:
    """Return the first day, from `day` on, on which a period begins."""
    while begins(day) != day:
        day += timedelta(days=1)
    return day
