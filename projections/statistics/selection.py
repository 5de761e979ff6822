"""What of the statistics is asked for: which games, from when to when, and in stretches of what length."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from domain.refusals import WrongNumberOfPlayers
from domain.rules import versions_of
from projections.boards import Board

LONGEST_RANGE: Final = 100
"""How many years are looked at together at most."""
MOST_ROWS: Final = 5_000
"""How many rows are given at most, and so how many stretches of time may be told apart."""

_DAYS: Final = LONGEST_RANGE * 36_525 // 100
_A_DAY: Final = timedelta(days=1)


@unique
class Bucket(StrEnum):
    """How long the stretches of time are that are told apart; each begins and ends in UTC."""

    HOUR = "hour"
    """An hour; only activity is counted so finely."""
    DAY = "day"
    """A calendar day."""
    WEEK = "week"
    """A week from Monday to Sunday."""
    MONTH = "month"
    """A calendar month."""
    SEASON = "season"
    """A quarter of the year, from January, April, July or October on."""
    YEAR = "year"
    """A calendar year."""


class InvalidSelection(ValueError):
    """The question makes no sense, or has more answers than are given; the text says why."""


class InvalidRange(InvalidSelection):
    """No time lies between the bounds, or too much."""


class NotByHour(InvalidSelection):
    """What was played is counted by days."""

    def __init__(self) -> None:
        super().__init__("only activity is counted by the hour; the shortest stretch otherwise is a day")


class NotApart(InvalidSelection):
    """The statistics do not tell the games of the board apart."""

    def __init__(self, board: Board) -> None:
        super().__init__(f"there are no statistics of the board {board.name} alone")


class TooMany(InvalidSelection):
    """The answer would be longer than is given."""

    def __init__(self, text: str, limit: int, sent: int | None = None) -> None:
        super().__init__(text)
        self.limit = limit
        self.sent = sent


class TooManyBuckets(TooMany):
    """The range has too many stretches of the wanted length."""

    def __init__(self, bucket: Bucket, sent: int) -> None:
        text = f"the range has {sent:,} stretches of a{'n' * (bucket is Bucket.HOUR)} {bucket}"
        super().__init__(f"{text}; at most {MOST_ROWS:,} are told apart", MOST_ROWS, sent)


class TooManyRows(TooMany):
    """There are more rows than were asked for."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"there are more than {limit:,} rows", limit)


class Selection(Struct, frozen=True, kw_only=True):
    """Which public games are looked at, and how time is divided."""

    variant: str
    since: date | None = None
    """The first day, in UTC; None for the first that there is."""
    until: date | None = None
    """The day after the last, in UTC; None for no end."""
    board: Board | None = None
    """Only games of people among themselves, or only those with machines."""
    seats: int | None = None
    """Only games of so many."""
    machine: bool | None = None
    """Only what machines did, or only what people did."""
    bucket: Bucket | None = None
    """None for all in one."""

    def check(self, today: date | None = None) -> None:
        """Make sure that the question makes sense; `today` stands for the end where none is given.

        Raises UnknownVariant, WrongNumberOfPlayers, NotApart, InvalidRange and TooManyBuckets.
        """
        if self.board is Board.VOUCHED:
            raise NotApart(self.board)
        # Games of every version of the rules are counted together.
        possible = {seats for rules in versions_of(self.variant) for seats in rules.seats}
        if self.seats is not None and self.seats not in possible:
            raise WrongNumberOfPlayers(self.seats, min(possible), max(possible))
        if self.since is None:
            return
        if self.until is not None and self.since >= self.until:
            raise InvalidRange(f"it begins on {self.since}, which is not before its end on {self.until}")
        until = self.until or (today or datetime.now(UTC).date()) + _A_DAY
        if (until - self.since).days > _DAYS:
            raise InvalidRange(
                f"from {self.since} to {until} it is longer than {LONGEST_RANGE} years, the most there may be"
            )
        if self.bucket is not None and self.since < until:
            stretches = _number(self.bucket, until - _A_DAY) - _number(self.bucket, self.since) + 1
            if self.bucket is Bucket.HOUR:
                stretches = 24 * (until - self.since).days
            if stretches > MOST_ROWS:
                raise TooManyBuckets(self.bucket, stretches)


def _number(bucket: Bucket, day: date) -> int:
    """Number the stretches of time, so that each has one more than the one before it."""
    match bucket:
        case Bucket.WEEK:
            # The first day of all is a Monday.
            return (day.toordinal() - 1) // 7
        case Bucket.MONTH:
            return 12 * day.year + day.month
        case Bucket.SEASON:
            return 4 * day.year + (day.month - 1) // 3
        case Bucket.YEAR:
            return day.year
        case _:
            return day.toordinal()
