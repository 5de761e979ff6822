"""Windows begin and end by the calendar in UTC, and an invalid key is an error."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.players.time_windows import InvalidWindowKey, Window, bounds, key, keys

MOMENTS = st.datetimes(datetime(1000, 1, 1), datetime(9990, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
BOUNDED = [window for window in Window if window is not Window.ALL_TIME]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2026-11-20 12:00:00", ("2026-11-20", "2026-W47", "2026-11", "2026-Q4", "all")),
        ("2026-11-22 23:59:59.999999", ("2026-11-22", "2026-W47", "2026-11", "2026-Q4", "all")),
        ("2026-11-23 00:00:00", ("2026-11-23", "2026-W48", "2026-11", "2026-Q4", "all")),
        ("2026-09-30 23:59:59.999999", ("2026-09-30", "2026-W40", "2026-09", "2026-Q3", "all")),
        ("2026-10-01 00:00:00", ("2026-10-01", "2026-W40", "2026-10", "2026-Q4", "all")),
        # A year's last days may lie in the first week of the next one, and its first days in the last.
        ("2024-12-30 00:00:00", ("2024-12-30", "2025-W01", "2024-12", "2024-Q4", "all")),
        ("2027-01-03 00:00:00", ("2027-01-03", "2026-W53", "2027-01", "2027-Q1", "all")),
        ("2028-02-29 08:00:00", ("2028-02-29", "2028-W09", "2028-02", "2028-Q1", "all")),
    ],
)
def test_a_moment_lies_in_one_stretch_of_each_window(moment: str, expected: tuple[str, ...]) -> None:
    assert keys(at(moment)) == expected


def test_the_time_of_another_zone_counts_by_utc() -> None:
    west = timezone(timedelta(hours=-5))
    assert key(Window.DAY, datetime(2026, 12, 31, 20, tzinfo=west)) == "2027-01-01"


@given(moment=MOMENTS, window=st.sampled_from(BOUNDED))
def test_a_moment_lies_within_the_bounds_of_its_key_and_the_bounds_meet(
    moment: datetime, window: Window
) -> None:
    within = bounds(window, key(window, moment))
    assert within is not None
    begins, ends = within
    assert begins <= moment < ends
    microsecond = timedelta(microseconds=1)
    assert key(window, begins) == key(window, ends - microsecond) == key(window, moment)
    assert key(window, begins - microsecond) != key(window, moment) != key(window, ends)


@given(moment=MOMENTS)
def test_no_two_windows_share_a_key(moment: datetime) -> None:
    assert len(set(keys(moment))) == len(Window)


def test_all_time_has_no_bounds() -> None:
    assert bounds(Window.ALL_TIME, "all") is None


@pytest.mark.parametrize(
    ("window", "given"),
    [
        (Window.DAY, ""),
        (Window.DAY, "2026-02-29"),
        (Window.DAY, "2026-1-1"),
        (Window.DAY, "20261120"),
        (Window.DAY, "2026-11-20 "),
        (Window.DAY, "2026-11-20\n"),
        (Window.DAY, "٢٠٢٦-11-20"),
        (Window.DAY, "0000-01-01"),
        (Window.DAY, "9999-12-31"),
        (Window.DAY, "2026-W47"),
        (Window.WEEK, "2025-W53"),
        (Window.WEEK, "2026-W00"),
        (Window.WEEK, "2026-w47"),
        (Window.MONTH, "2026-13"),
        (Window.MONTH, "2026-11-20"),
        (Window.SEASON, "2026-Q5"),
        (Window.SEASON, "2026-Q0"),
        (Window.SEASON, "2026"),
        (Window.ALL_TIME, "2026"),
        (Window.ALL_TIME, "ALL"),
        (Window.MONTH, "x" * 10_000),
    ],
)
def test_what_names_no_stretch_of_time_is_an_error_that_says_so(window: Window, given: str) -> None:
    with pytest.raises(InvalidWindowKey, match="the key of") as raised:
        bounds(window, given)
    assert (raised.value.window, raised.value.given) == (window, given)
    assert len(str(raised.value)) < 150
