"""What exports are made of, wherever they come from and go to: sheets with named columns, page by page."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from datetime import datetime, timedelta
from enum import Enum, auto, unique
from typing import Any, Final

from msgspec import Struct

LONGEST_PERIOD: Final = timedelta(days=36_525)
"""A hundred years; whoever asks for more has mistyped one."""


@unique
class Kind(Enum):
    """What the values of a column are; any of them may be missing, which is None."""

    INTEGER = auto()
    NUMBER = auto()
    TRUTH = auto()
    TEXT = auto()
    WORD = auto()
    """A text that many rows have."""
    MOMENT = auto()
    """A datetime in UTC."""
    DAY = auto()
    """A date."""
    JSON = auto()
    """JSON in bytes."""


class Column(Struct, frozen=True):
    """A column of a sheet."""

    name: str
    kind: Kind


class Sheet(Struct, frozen=True):
    """A table as it is exported."""

    name: str
    columns: tuple[Column, ...]


Page = Sequence[Sequence[Any]]
"""Some rows of a sheet, column by column."""


class Part(Struct, frozen=True):
    """A page of a sheet, and how much of the work is done with it; the first of a sheet may be empty."""

    sheet: Sheet
    page: Page
    done: int


Parts = AsyncGenerator[Part, None]
"""One sheet after the other, each with one part at least."""


class AbsurdPeriod(ValueError):
    """Nothing can have happened in a period, or more than anybody can mean."""


class Period(Struct, frozen=True):
    """From one moment on and up to, but without, another; None for no bound."""

    since: datetime | None = None
    until: datetime | None = None

    def check(self, now: datetime) -> None:
        """Make sure that something can have happened in it; raises AbsurdPeriod."""
        if self.since is None:
            return
        until = now if self.until is None else self.until
        if self.since >= until:
            end = f"{until} is its end" if self.until else f"it is {until:%Y-%m-%d %H:%M} UTC"
            raise AbsurdPeriod(f"nothing can have happened from {self.since} on: {end}")
        if until - self.since > LONGEST_PERIOD:
            raise AbsurdPeriod(
                f"from {self.since} to {until} it is longer than 100 years, the most there may be"
            )

    def holds(self, moment: datetime) -> bool:
        """Tell whether a moment lies in the period."""
        return (self.since is None or self.since <= moment) and (self.until is None or moment < self.until)


ALWAYS: Final = Period()
