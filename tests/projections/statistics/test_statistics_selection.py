"""Validation of the selections that statistics are read by."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from domain.refusals import UnknownVariant, WrongNumberOfPlayers
from domain.rules import variants
from projections.statistics.selection import (
    MAX_RANGE_YEARS,
    MAX_ROWS,
    Bucket,
    InvalidRange,
    Selection,
    TooManyBuckets,
)

TODAY = date(2026, 11, 21)


def check(variant: str = "president", **given: Any) -> None:
    Selection(variant=variant, **given).check(TODAY)


@pytest.mark.parametrize("variant", list(variants()))
def test_what_makes_sense_is_taken(variant: str) -> None:
    seats = variants()[variant].seats
    for given in (
        {},
        {"seats": seats[0]},
        {"seats": seats[-1]},
        {"since": date(2026, 1, 1), "until": date(2026, 1, 2), "bucket": Bucket.HOUR},
        {"since": date(2026, 1, 1), "bucket": Bucket.DAY},
        {"until": date(1, 1, 1)},
        {"until": date.max, "bucket": Bucket.HOUR},
        {"since": date(9900, 1, 1), "until": date.max},
        # Nothing has been played yet then.
        {"since": date(2027, 1, 1)},
    ):
        check(variant, **given)


@pytest.mark.parametrize("variant", ["whist", "", "Oh-Hell", "\x00"])
def test_a_variant_that_is_none_is_refused(variant: str) -> None:
    with pytest.raises(UnknownVariant):
        check(variant)


@pytest.mark.parametrize("seats", [-1, 0, 1, 100, 2**40])
def test_a_table_at_which_nobody_plays_is_refused(seats: int) -> None:
    with pytest.raises(WrongNumberOfPlayers):
        check(seats=seats)


@pytest.mark.parametrize("until", [date(2026, 4, 1), date(2026, 3, 31), date.min])
def test_a_range_that_ends_before_it_begins_is_refused(until: date) -> None:
    with pytest.raises(InvalidRange, match="begins on 2026-04-01, which is not before its end on"):
        check(since=date(2026, 4, 1), until=until)


@pytest.mark.parametrize(
    ("since", "until"),
    [
        (date.min, None),
        (date.min, date.max),
        (date(1926, 11, 20), date(2026, 11, 21)),
        (date(1926, 11, 20), None),
    ],
)
def test_a_range_that_is_longer_than_anybody_lives_is_refused(since: date, until: date | None) -> None:
    with pytest.raises(InvalidRange, match=f"longer than {MAX_RANGE_YEARS} years"):
        check(since=since, until=until)


def test_a_hundred_years_are_not_too_long() -> None:
    check(since=date(1926, 11, 21), until=date(2026, 11, 21))
    check(since=date(1926, 11, 22))


@pytest.mark.parametrize(
    ("bucket", "since", "longest"),
    [
        (Bucket.HOUR, date(2026, 1, 1), timedelta(days=MAX_ROWS // 24)),
        (Bucket.DAY, date(2000, 5, 5), timedelta(days=MAX_ROWS)),
        # From a Monday on.
        (Bucket.WEEK, date(1929, 1, 7), timedelta(weeks=MAX_ROWS)),
    ],
)
def test_so_many_stretches_of_time_are_told_apart_and_no_more(
    bucket: Bucket, since: date, longest: timedelta
) -> None:
    check(since=since, until=since + longest, bucket=bucket)
    with pytest.raises(TooManyBuckets, match=f"periods of an? {bucket}; at most 5,000") as raised:
        check(since=since, until=since + longest + timedelta(days=1), bucket=bucket)
    assert raised.value.limit == MAX_ROWS
    assert raised.value.sent is not None
    assert raised.value.sent > MAX_ROWS


def test_without_an_end_it_is_today() -> None:
    check(since=date(2026, 6, 1), bucket=Bucket.HOUR)
    with pytest.raises(TooManyBuckets):
        check(since=date(2026, 1, 1), bucket=Bucket.HOUR)


@pytest.mark.parametrize("bucket", [Bucket.MONTH, Bucket.SEASON, Bucket.YEAR])
def test_long_stretches_are_never_too_many(bucket: Bucket) -> None:
    check(since=date(1926, 12, 1), bucket=bucket)
