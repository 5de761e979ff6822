"""Activity is summed by period, and each player is counted once in a period."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import Connection, insert

from projections.database.connections import ReadDatabase
from projections.engine.generations import active_tables, ensure
from projections.statistics.projection import STATISTICS
from projections.statistics.queries import activity
from projections.statistics.selection import Bucket, Selection
from tests.projections.statistics.sums import add_active
from tests.projections.statistics.test_statistics_reading import OTHER, VARIANT, asked, begin

HOURS = [
    datetime(2025, 12, 31, 23, tzinfo=UTC),
    datetime(2026, 1, 1, 0, tzinfo=UTC),
    datetime(2026, 1, 1, 1, tzinfo=UTC),
    datetime(2026, 1, 4, 23, tzinfo=UTC),
    datetime(2026, 1, 5, 0, tzinfo=UTC),
    datetime(1969, 12, 31, 23, tzinfo=UTC),
]
ACTIVE = [("ann", 0), ("ann", 1), ("bob", 1), ("ann", 3), ("cyd", 4), ("bob", 4), ("ann", 5)]
"""The players who made a move, with the number of the hour."""


@pytest.fixture(scope="module")
def filled(shared_database: ReadDatabase) -> ReadDatabase:
    """A database with activity, and nothing else."""
    with shared_database.writing() as connection:
        fill_hours(connection)
    return shared_database


def fill_hours(connection: Connection) -> None:
    ensure(connection, STATISTICS)
    tables = active_tables(connection, STATISTICS)
    for variant, factor in ((VARIANT, 1), (OTHER, 1000)):
        rows = [
            {
                "variant": variant,
                "hour": hour,
                "created": factor * 2**number,
                "started": 10 * factor * 2**number,
                "ended": 100 * factor * 2**number,
                "moves": 10**9 * factor * 2**number,
                "machine_moves": 10**6 * factor * 2**number,
            }
            for number, hour in enumerate(HOURS)
        ]
        connection.execute(insert(tables["hourly"]), rows)
    days = {(HOURS[hour].date(), player) for player, hour in ACTIVE}
    people = [{"variant": VARIANT, "day": day, "player": player, "moves": 3} for day, player in days]
    people.append({"variant": OTHER, "day": HOURS[0].date(), "player": "dan", "moves": 3})
    add_active(connection, people)


@pytest.mark.parametrize(
    ("since", "until"),
    [(None, None), (date(2026, 1, 1), None), (None, date(2026, 1, 1)), (date(2026, 1, 1), date(2026, 1, 5))],
)
def test_activity_is_added_up_and_everybody_is_counted_once(
    filled: ReadDatabase, since: date | None, until: date | None
) -> None:
    for bucket in (None, *Bucket):
        check_activity(filled, bucket, since, until)


def check_activity(
    database: ReadDatabase, bucket: Bucket | None, since: date | None, until: date | None
) -> None:
    """See that what is read of the hours is what they come to."""
    meant = [
        number
        for number, hour in enumerate(HOURS)
        if (since is None or hour.date() >= since) and (until is None or hour.date() < until)
    ]

    def period(hour: datetime) -> datetime | None:
        first = begin(bucket, hour.date())
        if bucket is Bucket.HOUR or first is None:
            return None if first is None else hour
        return datetime(first.year, first.month, first.day, tzinfo=UTC)

    wanted: dict[datetime | None, list[int]] = defaultdict(list)
    for number in sorted(meant, key=lambda number: HOURS[number]):
        wanted[period(HOURS[number])].append(number)
    found = asked(database, activity, Selection(variant=VARIANT, since=since, until=until, bucket=bucket))
    assert [each.begins for each in found] == list(wanted), bucket
    for each in found:
        numbers = wanted[each.begins]
        size = sum(2**number for number in numbers)
        assert (each.created, each.started, each.ended) == (size, 10 * size, 100 * size)
        assert (each.moves, each.machine_moves) == (10**9 * size, 10**6 * size)
        people = {player for player, hour in ACTIVE if hour in numbers}
        assert each.people == (None if bucket is Bucket.HOUR else len(people))
