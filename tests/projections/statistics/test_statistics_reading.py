"""Queries of the statistics return the sums of their rows: by metric, filter and period."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import product
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert

from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt, active_tables, ensure
from projections.players.boards import Board
from projections.statistics.metrics import METRICS, Metric
from projections.statistics.projection import STATISTICS
from projections.statistics.queries import Figure, activity, figures, lengths
from projections.statistics.selection import Bucket, NotByHour, Selection, TooManyRows
from tests.projections.statistics.sums import add_sums

on_both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)

VARIANT = "oh-hell"
OTHER = "president"
DAYS = [
    *(date(2025, 12, 25) + timedelta(days=number) for number in range(14)),
    *(date(2026, 3, 30) + timedelta(days=number) for number in range(4)),
    date(1969, 12, 31),
    date(2024, 2, 29),
    date(2027, 7, 4),
]
BY_DAY = [each for each in Bucket if each is not Bucket.HOUR]

OF_NO_SEAT = {metric for metric, spec in METRICS.items() if spec.machine is None}

Row = dict[str, Any]


def begin(bucket: Bucket | None, day: date) -> date | None:
    """Return the first day of the stretch that a day lies in, by the calendar of Python."""
    match bucket:
        case Bucket.WEEK:
            return day - timedelta(days=day.weekday())
        case Bucket.MONTH:
            return day.replace(day=1)
        case Bucket.SEASON:
            return date(day.year, {1: 1, 2: 4, 3: 7, 4: 10}[(day.month + 2) // 3], 1)
        case Bucket.YEAR:
            return date(day.year, 1, 1)
        case None:
            return None
        case _:
            return day


def some_sums() -> Iterator[Row]:
    """Give sums of every kind, each of its own size, so that one too many or too few shows."""
    chance = Random(8)
    kinds = product((VARIANT, OTHER), Metric, DAYS, ("people", "mixed"), (3, 4), (False, True), range(2))
    for variant, metric, day, board, seats, machine, x in kinds:
        if chance.random() < 0.15 and not (machine and metric in OF_NO_SEAT):
            yield {
                "variant": variant,
                "metric": metric.value,
                "day": day,
                "board": board,
                "seats": seats,
                "machine": machine,
                "x": x - 1,
                "y": chance.randrange(2),
                "count": chance.randint(1, 2**31),
                "total": chance.randint(-(2**33), 2**33),
            }


SUMS = list(some_sums())

MEASURES = ("games", "rounds", "moves", "seconds")
LENGTHS: list[Row] = [
    {
        "variant": variant,
        "day": day,
        "board": board,
        "seats": seats,
        # Each is of its own size, so that one too many or too few shows.
        **{name: 1000**power + number for power, name in enumerate(MEASURES)},
    }
    for number, (variant, day, board, seats) in enumerate(
        product((VARIANT, OTHER), DAYS, ("people", "mixed"), (3, 4))
    )
]


@pytest.fixture(scope="module")
def filled(shared_database: ReadDatabase) -> ReadDatabase:
    """A database with sums and lengths, and nothing else."""
    with shared_database.writing() as connection:
        ensure(connection, STATISTICS)
        add_sums(connection, SUMS)
        connection.execute(insert(active_tables(connection, STATISTICS)["length"]), LENGTHS)
    return shared_database


def expected(metric: Metric, selection: Selection, *, x: bool = True, y: bool = True) -> list[Figure]:
    """Add up the rows one by one."""
    found: dict[tuple[date | None, int, int], Counter[str]] = defaultdict(Counter)
    for row in SUMS:
        if (
            row["metric"] == metric.value
            and row["variant"] == selection.variant
            and (selection.since is None or row["day"] >= selection.since)
            and (selection.until is None or row["day"] < selection.until)
            and selection.board in (None, row["board"])
            and selection.seats in (None, row["seats"])
            and (selection.machine in (None, row["machine"]) or metric in OF_NO_SEAT)
        ):
            key = begin(selection.bucket, row["day"]), row["x"] if x else 0, row["y"] if y else 0
            found[key].update(count=row["count"], total=row["total"])
    return [
        Figure(begins=key[0], x=key[1], y=key[2], count=found[key]["count"], total=found[key]["total"])
        for key in sorted(found, key=lambda key: (key[0] or date.min, key[1], key[2]))
    ]


def asked(database: ReadDatabase, query: Callable[..., Any], *given: Any, **how: Any) -> Any:
    with database.reading() as connection:
        return query(connection, *given, **how)


@pytest.mark.parametrize("bucket", [None, *BY_DAY])
def test_sums_are_those_of_the_days_in_each_stretch_of_time(
    filled: ReadDatabase, bucket: Bucket | None
) -> None:
    for metric in Metric:
        selection = Selection(variant=VARIANT, bucket=bucket)
        wanted = expected(metric, selection)
        assert wanted
        assert list(asked(filled, figures, metric, selection)) == wanted


@pytest.mark.parametrize(
    "given",
    [
        {"since": date(2025, 12, 29)},
        {"until": date(2025, 12, 29)},
        {"since": date(2025, 12, 29), "until": date(2026, 1, 2)},
        {"board": Board.PEOPLE},
        {"board": Board.MIXED},
        {"seats": 3},
        {"machine": True},
        {"machine": False},
        {"since": date(2025, 1, 1), "board": Board.MIXED, "seats": 4, "machine": False},
    ],
    ids=str,
)
def test_filters_leave_out_what_is_not_meant(filled: ReadDatabase, given: dict[str, Any]) -> None:
    whole = Selection(variant=VARIANT, bucket=Bucket.MONTH)
    selection = Selection(variant=VARIANT, bucket=Bucket.MONTH, **given)
    for metric in Metric:
        found = list(asked(filled, figures, metric, selection))
        assert found == expected(metric, selection)
        if "machine" not in given:
            assert found != expected(metric, whole)


@pytest.mark.parametrize(("x", "y"), [(True, False), (False, True), (False, False)])
@pytest.mark.parametrize("bucket", [None, Bucket.SEASON])
def test_what_is_not_told_apart_is_added_up(
    filled: ReadDatabase, x: bool, y: bool, bucket: Bucket | None
) -> None:
    selection = Selection(variant=OTHER, bucket=bucket)
    found = list(asked(filled, figures, Metric.BID, selection, x=x, y=y))
    assert found == expected(Metric.BID, selection, x=x, y=y)
    assert len(found) < len(expected(Metric.BID, selection))


def test_where_nothing_was_played_there_are_no_rows(filled: ReadDatabase) -> None:
    nowhere = Selection(variant=VARIANT, since=date(2030, 1, 1))
    for how in ({}, {"x": False, "y": False}):
        assert asked(filled, figures, Metric.BID, nowhere, **how) == ()
    for query in (lengths, activity):
        assert asked(filled, query, nowhere) == ()


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"board": Board.PEOPLE, "machine": True},
        {"seats": 3},
        {"since": date(2025, 12, 29), "until": date(2026, 4, 1)},
    ],
    ids=str,
)
def test_lengths_are_those_of_the_games_that_are_meant(filled: ReadDatabase, given: dict[str, Any]) -> None:
    for bucket in (None, *BY_DAY):
        selection = Selection(variant=VARIANT, bucket=bucket, **given)
        wanted: dict[date | None, Counter[str]] = defaultdict(Counter)
        for row in LENGTHS:
            if (
                row["variant"] == VARIANT
                and selection.board in (None, row["board"])
                and selection.seats in (None, row["seats"])
                and (selection.since is None or row["day"] >= selection.since)
                and (selection.until is None or row["day"] < selection.until)
            ):
                wanted[begin(bucket, row["day"])].update({name: row[name] for name in MEASURES})
        found = asked(filled, lengths, selection)
        assert [each.begins for each in found] == sorted(wanted, key=lambda day: day or date.min), bucket
        for each in found:
            assert {name: getattr(each, name) for name in MEASURES} == wanted[each.begins], bucket


def test_more_rows_than_are_wanted_are_an_error(filled: ReadDatabase) -> None:
    selection = Selection(variant=VARIANT, bucket=Bucket.DAY)
    size = len(expected(Metric.BID, selection))
    assert len(asked(filled, figures, Metric.BID, selection, limit=size)) == size
    with pytest.raises(TooManyRows, match=f"more than {size - 1} rows") as raised:
        asked(filled, figures, Metric.BID, selection, limit=size - 1)
    assert raised.value.limit == size - 1


def test_only_activity_is_counted_by_the_hour(filled: ReadDatabase) -> None:
    selection = Selection(variant=VARIANT, bucket=Bucket.HOUR)
    for query, given in ((figures, (Metric.BID, selection)), (lengths, (selection,))):
        with pytest.raises(NotByHour):
            asked(filled, query, *given)
    assert asked(filled, activity, selection) == ()


@on_both
def test_before_the_tables_are_there_it_is_told(database: ReadDatabase) -> None:
    for query, given in ((figures, (Metric.BID,)), (lengths, ()), (activity, ())):
        with pytest.raises(NotBuilt):
            asked(database, query, *given, Selection(variant=VARIANT))
