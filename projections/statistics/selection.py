"""Selects statistics: the games, the range of days and the length of the periods."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from domain.refusals import WrongNumberOfPlayers
from domain.rules import versions_of
from projections.players.boards import Board

MAX_RANGE_YEARS: Final = 100
"""The maximum number of years in a range."""
MAX_ROWS: Final = 5_000
"""The maximum number of rows in a result, and therefore of periods in a range."""

_DAYS: Final = MAX_RANGE_YEARS * 36_525 // 100
_A_DAY: Final = timedelta(days=1)


@unique
class Bucket(StrEnum):
    """The length of the periods by which rows are grouped; periods begin and end in UTC."""

    HOUR = "hour"
    """An hour; only activity is counted by the hour."""
    DAY = "day"
    """A calendar day."""
    WEEK = "week"
    """A week from Monday to Sunday."""
    MONTH = "month"
    """A calendar month."""
    SEASON = "season"
    """A quarter of the year, beginning in January, April, July or October."""
    YEAR = "year"
    """A calendar year."""


class InvalidSelection(ValueError):
    """The selection is invalid or its result exceeds a limit; the message gives the reason."""


class InvalidRange(InvalidSelection):
    """The range is empty or too long."""

    def __init__(self, text: str, field: str) -> None:
        super().__init__(text)
        self.field = field
        """The bound to blame; of two bounds that exclude each other, the upper one."""


class NotByHour(InvalidSelection):
    """Only activity is counted by the hour."""

    def __init__(self) -> None:
        super().__init__("only activity is counted by the hour; all other statistics are counted by the day")


class BoardNotCounted(InvalidSelection):
    """The statistics do not count the games of the board separately."""

    def __init__(self, board: Board) -> None:
        super().__init__(f"there are no statistics of the board {board.name} alone")


class TooMany(InvalidSelection):
    """The result would exceed a limit."""

    def __init__(self, text: str, limit: int, sent: int | None = None) -> None:
        super().__init__(text)
        self.limit = limit
        self.sent = sent


class TooManyBuckets(TooMany):
    """The range has too many periods of the selected length."""

    def __init__(self, bucket: Bucket, sent: int) -> None:
        text = f"the range has {sent:,} periods of a{'n' * (bucket is Bucket.HOUR)} {bucket}"
        super().__init__(f"{text}; at most {MAX_ROWS:,} are allowed", MAX_ROWS, sent)


class TooManyRows(TooMany):
    """The result has more rows than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"there are more than {limit:,} rows", limit)


class Selection(Struct, frozen=True, kw_only=True):
    """A filter on public games, with a range of days and a length of periods."""

    variant: str
    since: date | None = None
    """The first day, in UTC; None for the earliest."""
    until: date | None = None
    """The day after the last, in UTC; None for no end."""
    board: Board | None = None
    """Only games of people among themselves, of people with machine players, or of machines alone."""
    seats: int | None = None
    """Only games with this number of seats."""
    machine: bool | None = None
    """Only seats played by machines, or only seats played by people."""
    bucket: Bucket | None = None
    """None for a single period."""

    def check(self, today: date | None = None) -> None:
        """Validate the selection; `today` is the last day of a range without an end.

        Raises UnknownVariant, WrongNumberOfPlayers, BoardNotCounted, InvalidRange and TooManyBuckets.
        """
        if self.board is Board.VOUCHED:
            raise BoardNotCounted(self.board)
        # Games of all versions of the rules are counted together.
        possible = {seats for rules in versions_of(self.variant) for seats in rules.seats}
        if self.seats is not None and self.seats not in possible:
            raise WrongNumberOfPlayers(self.seats, min(possible), max(possible))
        if self.since is None:
            return
        if self.until is not None and self.since >= self.until:
            text = f"it begins on {self.since}, which is not before its end on {self.until}"
            raise InvalidRange(text, "until")
        until = self.until or (today or datetime.now(UTC).date()) + _A_DAY
        if (until - self.since).days > _DAYS:
            raise InvalidRange(
                f"from {self.since} to {until} it is longer than {MAX_RANGE_YEARS} years, "
                "the most there may be",
                "since" if self.until is None else "until",
            )
        if self.bucket is not None and self.since < until:
            periods = _number(self.bucket, until - _A_DAY) - _number(self.bucket, self.since) + 1
            if self.bucket is Bucket.HOUR:
                periods = 24 * (until - self.since).days
            if periods > MAX_ROWS:
                raise TooManyBuckets(self.bucket, periods)


def _number(bucket: Bucket, day: date) -> int:
    """Return the number of the period that contains a day; successive periods have successive numbers."""
    match bucket:
        case Bucket.WEEK:
            # Ordinal 1, the first day of year 1, is a Monday.
            return (day.toordinal() - 1) // 7
        case Bucket.MONTH:
            return 12 * day.year + day.month
        case Bucket.SEASON:
            return 4 * day.year + (day.month - 1) // 3
        case Bucket.YEAR:
            return day.year
        case _:
            return day.toordinal()
