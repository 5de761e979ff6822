"""A range of days is split into whole periods and single days; each day is in exactly one part."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import product

import pytest

from projections.statistics.periods import DAILY, SUMS, split_range

FIRST = date(2026, 11, 28)
DAYS = [FIRST + timedelta(days=number) for number in range(70)]


@pytest.mark.parametrize("sums", list(SUMS))
def test_every_day_of_a_range_is_counted_once(sums: str) -> None:
    longest = 0
    for since, until in product((None, *DAYS), (None, *DAYS)):
        if since is not None and until is not None and since >= until:
            continue
        counted: Counter[date] = Counter()
        for name, first, last in split_range(sums, since, until):
            begins = SUMS[name]
            # What a row of the table counts is all of the stretch that begins on its day.
            counted.update(
                day
                for day in DAYS
                if (first is None or first <= begins(day)) and (last is None or begins(day) < last)
            )
            longest += name == sums
        asked = [day for day in DAYS if (since is None or since <= day) and (until is None or day < until)]
        assert counted == Counter(asked)
    assert longest > 100


def test_the_end_of_all_time_is_near_but_no_error() -> None:
    assert list(split_range("monthly", date(9999, 12, 2), None)) == [(DAILY, date(9999, 12, 2), None)]
    assert list(split_range("weekly", date(9999, 12, 30), None)) == [(DAILY, date(9999, 12, 30), None)]
