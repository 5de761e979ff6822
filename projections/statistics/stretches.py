"""The stretches of time for which sums are kept: days, and weeks and months, whose rows are far fewer.

A question about a year is answered from its months; only what a range has of a month at its ends is taken
from days.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Final, TypeAlias

Begins: TypeAlias = Callable[[date], date]
"""Returns the first day of the stretch of time that a day lies in."""
Part: TypeAlias = tuple[str, date | None, date | None]
"""Sums, and from which day on and up to before which day they count; None for no bound."""

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
"""The tables of sums, and to which day's row each counts what happened on a day."""

ACTIVE: Final[Mapping[str, str]] = {DAILY: "active", WEEKLY: "active_weekly", MONTHLY: "active_monthly"}
"""The tables of people who were active in the same stretches of time as the sums are of."""


def parts(sums: str, since: date | None, until: date | None) -> Iterator[Part]:
    """Give what a range is put together of: whole stretches of the sums, and the days before and after."""
    begins = SUMS[sums]
    last = None if until is None else begins(until)
    try:
        first = None if since is None else _next(begins, since)
    except OverflowError:
        # No stretch begins any more before the end of all time.
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
    """Return the first day on which a stretch begins, from a day on."""
    while begins(day) != day:
        day += timedelta(days=1)
    return day
