"""Windows of time: the days, weeks, months and seasons that games are counted in, by UTC."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum, unique
from typing import Final


@unique
class Window(StrEnum):
    """How long a stretch of time is counted together; each begins and ends in UTC."""

    DAY = "day"
    """A calendar day: 2026-11-20."""
    WEEK = "week"
    """A week of ISO 8601, from Monday to Sunday: 2026-W47."""
    MONTH = "month"
    """A calendar month: 2026-11."""
    SEASON = "season"
    """A quarter of the year, from January, April, July or October on: 2026-Q4."""
    ALL_TIME = "all_time"
    """From the first game on: all."""


ALL_TIME_KEY: Final = "all"


class InvalidWindowKey(ValueError):
    """A text names no day, week, month or season."""

    def __init__(self, window: Window, given: str) -> None:
        super().__init__(f"{given[:40]!r} is no {window.value}; {_LIKE[window]}")
        self.window = window
        self.given = given


_LIKE = {
    Window.DAY: "a day is written like 2026-11-20",
    Window.WEEK: "a week of ISO 8601 is written like 2026-W47",
    Window.MONTH: "a month is written like 2026-11",
    Window.SEASON: "a season is written like 2026-Q4, the last of 2026",
    Window.ALL_TIME: f"all time is written {ALL_TIME_KEY}",
}


def key(window: Window, at: datetime) -> str:
    """Name the day, week, month or season that a moment lies in; no two windows share a name."""
    day = at.astimezone(UTC)
    match window:
        case Window.DAY:
            return f"{day.year:04}-{day.month:02}-{day.day:02}"
        case Window.WEEK:
            year, week, _ = day.isocalendar()
            return f"{year:04}-W{week:02}"
        case Window.MONTH:
            return f"{day.year:04}-{day.month:02}"
        case Window.SEASON:
            return f"{day.year:04}-Q{_quarter(day)}"
        case Window.ALL_TIME:
            return ALL_TIME_KEY


def keys(at: datetime) -> tuple[str, ...]:
    """Name what a moment lies in, for each window in the order of their definition."""
    return tuple(key(window, at) for window in Window)


def bounds(window: Window, named: str) -> tuple[datetime, datetime] | None:
    """Return when a named stretch of time begins and when the next one does; None for all time.

    Raises InvalidWindowKey.
    """
    if window is Window.ALL_TIME:
        if named != ALL_TIME_KEY:
            raise InvalidWindowKey(window, named)
        return None
    try:
        begins, ends = _days(window, named)
    except (ValueError, OverflowError) as error:
        raise InvalidWindowKey(window, named) from error
    return _midnight(begins), _midnight(ends)


def _days(window: Window, named: str) -> tuple[date, date]:
    # The shapes are strict, since Python reads more forms of a date than one.
    match window:
        case Window.DAY:
            year, month, day = _numbers(r"(\d{4})-(\d\d)-(\d\d)", named)
            begins = date(year, month, day)
            return begins, begins + timedelta(days=1)
        case Window.WEEK:
            year, week = _numbers(r"(\d{4})-W(\d\d)", named)
            begins = date.fromisocalendar(year, week, 1)
            return begins, begins + timedelta(weeks=1)
        case Window.MONTH:
            year, month = _numbers(r"(\d{4})-(\d\d)", named)
            begins = date(year, month, 1)
            return begins, _months_later(begins, 1)
        case _:
            year, quarter = _numbers(r"(\d{4})-Q([1-4])", named)
            begins = date(year, 3 * quarter - 2, 1)
            return begins, _months_later(begins, 3)


def _numbers(shape: str, named: str) -> list[int]:
    found = re.fullmatch(shape, named, re.ASCII)
    if found is None:
        raise ValueError(named)
    return [int(part) for part in found.groups()]


def _months_later(day: date, months: int) -> date:
    years, month = divmod(day.month - 1 + months, 12)
    return date(day.year + years, month + 1, 1)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _quarter(day: date) -> int:
    return (day.month + 2) // 3
