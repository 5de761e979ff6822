"""Building blocks of exports, for any source and format: sheets with named columns, page by page."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from datetime import datetime, timedelta
from enum import Enum, auto, unique
from typing import Any, Final

from msgspec import Struct

MAX_PERIOD: Final = timedelta(days=36_525)
"""Maximum length of a period, a hundred years; a longer one is a typing mistake."""


@unique
class ColumnType(Enum):
    """Type of a column's values; a missing value is None."""

    INTEGER = auto()
    NUMBER = auto()
    TRUTH = auto()
    TEXT = auto()
    WORD = auto()
    """A text that is repeated in many rows."""
    MOMENT = auto()
    """A datetime in UTC."""
    DAY = auto()
    """A date."""
    JSON = auto()
    """JSON in bytes."""


class Column(Struct, frozen=True):
    """A column of a sheet."""

    name: str
    kind: ColumnType
    comment: str = ""


class ForeignKey(Struct, frozen=True):
    """Columns of a sheet that are the key of another sheet."""

    columns: tuple[str, ...]
    sheet: str


class Sheet(Struct, frozen=True):
    """An exported table."""

    name: str
    columns: tuple[Column, ...]
    comment: str = ""
    key: tuple[str, ...] = ()
    """The columns that identify a row."""
    foreign_keys: tuple[ForeignKey, ...] = ()


Page = Sequence[Sequence[Any]]
"""Rows of a sheet, stored by column."""


class Part(Struct, frozen=True):
    """A page of a sheet and the progress after it; the first page of a sheet may be empty."""

    sheet: Sheet
    page: Page
    done: int


Parts = AsyncGenerator[Part, None]
"""One sheet after the other, each with at least one part."""


class InvalidPeriod(ValueError):
    """The period is empty, lies in the future or is longer than `MAX_PERIOD`."""


class Period(Struct, frozen=True):
    """A half-open period: `since` is included, `until` is not; None means no bound."""

    since: datetime | None = None
    until: datetime | None = None

    def check(self, now: datetime) -> None:
        """Raise InvalidPeriod if the period is empty, lies in the future or is too long."""
        if self.since is None:
            return
        until = now if self.until is None else self.until
        if self.since >= until:
            end = f"{until} is its end" if self.until else f"it is {until:%Y-%m-%d %H:%M} UTC"
            raise InvalidPeriod(f"nothing can have happened from {self.since} on: {end}")
        if until - self.since > MAX_PERIOD:
            raise InvalidPeriod(
                f"from {self.since} to {until} it is longer than 100 years, the most there may be"
            )

    def holds(self, moment: datetime) -> bool:
        """Return whether a moment lies in the period."""
        return (self.since is None or self.since <= moment) and (self.until is None or moment < self.until)


ALWAYS: Final = Period()
