"""Windows of time: the days, weeks, months and seasons in UTC by which games are counted."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum, unique
from typing import Final


@unique
class Window(StrEnum):
    """The length of the period in which games are counted together; it begins and ends in UTC."""

    DAY = "day"
    """A calendar day: 2026-11-20."""
    WEEK = "week"
    """An ISO 8601 week, from Monday to Sunday: 2026-W47."""
    MONTH = "month"
    """A calendar month: 2026-11."""
    SEASON = "season"
    """A quarter of the year, beginning in January, April, July or October: 2026-Q4."""
    ALL_TIME = "all_time"
    """All time, from the first game on: all."""


ALL_TIME_KEY: Final = "all"


class InvalidWindowKey(ValueError):
    """The text is not a key of the window."""

    def __init__(self, window: Window, given: str) -> None:
        super().__init__(_EXPECTED[window])
        self.window = window
        self.given = given


_EXPECTED = {
    Window.DAY: "the key of a day is written like 2026-11-20",
    Window.WEEK: "the key of a week of ISO 8601 is written like 2026-W47",
    Window.MONTH: "the key of a month is written like 2026-11",
    Window.SEASON: "the key of a season is written like 2026-Q4, for the last of 2026",
    Window.ALL_TIME: f"the key of all time is '{ALL_TIME_KEY}'",
}


def key(window: Window, at: datetime) -> str:
    """Return the key of the period that contains a moment; periods of two windows never share a key."""
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
    """Return the keys of the periods that contain a moment, one for each window, in definition order."""
    return tuple(key(window, at) for window in Window)


def bounds(window: Window, named: str) -> tuple[datetime, datetime] | None:
    """Return the beginning of a period and that of the next one; None for all time.

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
    return midnight(begins), midnight(ends)


def _days(window: Window, named: str) -> tuple[date, date]:
    # The formats are strict, because Python parses several forms of a date.
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


def midnight(day: date) -> datetime:
    """Return the beginning of a day, in UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _quarter(day: date) -> int:
    return (day.month + 2) // 3
