"""The statistics over GraphQL: every list, filter and period, on both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, insert

from api.app import services_of
from api.graphql.context import Services
from api.settings import Settings
from application.games.croupier import Croupier
from projections.engine.generations import active_tables
from projections.statistics.metrics import Metric
from projections.statistics.projection import STATISTICS
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.queries.statistics_queries import LISTS, SUMS, VARIANT, asking, listed
from tests.projections.statistics.sums import add_active, add_sums

STATISTICS_QUERY = d.operation("query", "statistics")
DAY = date(2026, 4, 1)
ADDED = {"daily": add_sums, "active": add_active}
"""Tables of days whose rows are added up by week and month, too."""


@pytest.fixture(params=["SQLite", "PostgreSQL"])
async def services(
    request: pytest.FixtureRequest, tmp_path: Path, croupier: Croupier
) -> AsyncIterator[Services]:
    url = request.getfixturevalue("postgres_url") if request.param == "PostgreSQL" else None
    async with services_of(Settings(data_dir=tmp_path / "data", database_url=url), croupier) as services:
        yield services


async def filled(services: Services, table: str, *rows: dict[str, Any]) -> None:
    """Put rows into a table of the statistics."""

    def work(connection: Connection) -> None:
        if table in ADDED:
            ADDED[table](connection, rows)
        else:
            connection.execute(insert(active_tables(connection, STATISTICS)[table]), list(rows))

    await services.read_database.write(work)


def summed(metric: Metric, x: int, y: int, count: int, total: int, **other: Any) -> dict[str, Any]:
    """Return a row of the sums of a day."""
    usual = {"variant": VARIANT, "day": DAY, "board": "people", "seats": 4, "machine": False}
    return {**usual, "metric": metric.value, "x": x, "y": y, "count": count, "total": total, **other}


async def test_sums_are_returned_with_shares_and_averages(services: Services, spectator: Client) -> None:
    by_metric = {metric: rows for metric, rows, _ in SUMS.values()}
    for days in (0, 2):
        at = DAY + timedelta(days=days)
        rows = [summed(metric, *row, day=at) for metric, each in by_metric.items() for row in each]
        await filled(services, "daily", *rows)
    for field, (_, _, told) in SUMS.items():
        one = await listed(spectator, field, until="2026-04-02")
        assert one == [{"begins": None, **row} for row in told], field
        # One and the same on both days, and nothing in between.
        assert await listed(spectator, field, bucket="DAY") == [
            {"begins": day, **row} for day in ("2026-04-01", "2026-04-03") for row in told
        ], field


async def test_places_are_counted_apart_for_each_number_of_players(
    services: Services, spectator: Client
) -> None:
    rows = [(3, 1, 1), (3, 2, 3), (5, 1, 2)]
    await filled(
        services,
        "daily",
        *(summed(Metric.SEAT, 0, place, count, 0, seats=seats) for seats, place, count in rows),
    )
    found = await listed(spectator, "bySeatAndPlayerCount")
    assert [(row["playerCount"], row["place"], row["games"], row["share"]) for row in found] == [
        (3, 1, 1, 0.25),
        (3, 2, 3, 0.75),
        (5, 1, 2, 1.0),
    ]


async def test_points_by_distance_from_the_dealer_are_apart_for_each_number_of_players(
    services: Services, spectator: Client
) -> None:
    # At either size the dealer has no advantage; together the places after the first seem worse.
    rows = [(2, 0, 4, 40), (2, 1, 4, 40), *((4, away, 4, 20) for away in range(4))]
    await filled(
        services,
        "daily",
        *(summed(Metric.DEALER, away, 0, count, points, seats=seats) for seats, away, count, points in rows),
    )
    found = await listed(spectator, "fromDealerAndPlayerCount")
    assert [(row["playerCount"], row["fromDealer"], row["averagePoints"]) for row in found] == [
        (2, 0, 10.0),
        (2, 1, 10.0),
        *((4, away, 5.0) for away in range(4)),
    ]
    together = await listed(spectator, "fromDealer")
    assert [row["averagePoints"] for row in together] == [7.5, 7.5, 5.0, 5.0]


async def test_starting_hands_and_points_are_apart_for_each_number_of_players(
    services: Services, spectator: Client
) -> None:
    rows = [(3, 1, 1), (3, 2, 3), (5, 1, 2)]
    await filled(
        services,
        "daily",
        *(summed(Metric.STRENGTH, 1, place, count, 100, seats=seats) for seats, place, count in rows),
        *(summed(Metric.POINTS, points, 0, count, 0, seats=seats) for seats, points, count in rows),
    )
    expected = [(3, 1, 1, 0.25), (3, 2, 3, 0.75), (5, 1, 2, 1.0)]
    hands = await listed(spectator, "startingHandsAndPlayerCount")
    assert [(row["playerCount"], row["place"], row["games"], row["share"]) for row in hands] == expected
    points = await listed(spectator, "pointsAndPlayerCount")
    assert [(row["playerCount"], row["points"], row["rounds"], row["share"]) for row in points] == expected


async def test_lengths_are_returned_with_averages(services: Services, spectator: Client) -> None:
    games = {"variant": VARIANT, "day": DAY, "board": "people"}
    await filled(
        services,
        "length",
        {**games, "seats": 4, "games": 1, "rounds": 10, "moves": 100, "seconds": 300},
        {**games, "seats": 3, "games": 3, "rounds": 21, "moves": 310, "seconds": 300},
    )
    lengths = {
        "games": 4,
        "rounds": 31,
        "moves": 410,
        "seconds": 600.0,
        "averageRounds": 7.75,
        "averageMoves": 102.5,
        "averageSeconds": 150.0,
    }
    assert await listed(spectator, "lengths") == [{"begins": None, **lengths}]
    assert await listed(spectator, "lengths", bucket="SEASON") == [{"begins": "2026-04-01", **lengths}]
    # Whoever played: nobody in particular is long.
    assert await listed(spectator, "lengths", machine=True) == [{"begins": None, **lengths}]


async def test_activity_is_counted_by_the_hour_and_by_longer_periods(
    services: Services, spectator: Client
) -> None:
    names = ("created", "started", "ended", "moves", "machine_moves")
    for variant, hour, numbers in (
        (VARIANT, 22, (4, 3, 2, 50, 20)),
        (VARIANT, 23, (1, 1, 0, 7, 0)),
        ("oh-hell", 23, (9, 9, 9, 9, 9)),
    ):
        at = datetime(2026, 4, 1, hour, tzinfo=UTC)
        row = dict(zip(names, numbers, strict=True))
        await filled(services, "hourly", {"variant": variant, "hour": at, **row})
    for player, moves in (("ann", 30), ("bob", 7)):
        await filled(services, "active", {"variant": VARIANT, "day": DAY, "player": player, "moves": moves})
    told = ("created", "started", "ended", "moves", "machineMoves")
    day = dict(zip(told, (5, 4, 2, 57, 20), strict=True))
    assert await listed(spectator, "activity") == [{"begins": None, **day, "activePlayers": 2}]
    hours = await listed(spectator, "activity", bucket="HOUR")
    assert hours == [
        {
            "begins": f"2026-04-01T{hour}:00:00.000000Z",
            **dict(zip(told, numbers, strict=True)),
            "activePlayers": None,
        }
        for hour, numbers in ((22, (4, 3, 2, 50, 20)), (23, (1, 1, 0, 7, 0)))
    ]
    for bucket, begins in BEGINS.items():
        [row] = await listed(spectator, "activity", bucket=bucket, board="MIXED", playerCount=3, machine=True)
        assert row == {"begins": f"{begins}T00:00:00.000000Z", **day, "activePlayers": 2}


BEGINS = {
    "DAY": "2026-04-01",
    "WEEK": "2026-03-30",
    "MONTH": "2026-04-01",
    "SEASON": "2026-04-01",
    "YEAR": "2026-01-01",
}


async def test_each_period_begins_on_its_first_day(services: Services, spectator: Client) -> None:
    await filled(services, "daily", summed(Metric.DEALER, 0, 0, 1, 7))
    for bucket, begins in BEGINS.items():
        [row] = await listed(spectator, "fromDealer", bucket=bucket)
        assert row["begins"] == begins


MEANT: list[tuple[Json, set[int]]] = [
    ({}, {1, 2, 4, 8, 16}),
    ({"since": "2026-04-01"}, {1, 4, 8, 16}),
    ({"until": "2026-04-01"}, {2}),
    ({"since": "2026-03-31", "until": "2026-04-01"}, {2}),
    ({"board": "PEOPLE"}, {1, 2, 8, 16}),
    ({"board": "MIXED"}, {4}),
    ({"playerCount": 3}, {8}),
    ({"machine": True}, {16}),
    ({"machine": False}, {1, 2, 4, 8}),
    ({"machine": True, "playerCount": 3}, set()),
]
"""For what is asked, which of the rows it is."""


async def test_each_filter_excludes_other_games(services: Services, spectator: Client) -> None:
    await filled(
        services,
        "daily",
        summed(Metric.POINTS, 0, 0, 1, 0),
        summed(Metric.POINTS, 0, 0, 2, 0, day=DAY - timedelta(days=1)),
        summed(Metric.POINTS, 0, 0, 4, 0, board="mixed"),
        summed(Metric.POINTS, 0, 0, 8, 0, seats=3),
        summed(Metric.POINTS, 0, 0, 16, 0, machine=True),
        summed(Metric.POINTS, 0, 0, 32, 0, variant="oh-hell"),
    )
    for given, meant in MEANT:
        found = await listed(spectator, "averagePoints", **given)
        assert [row["rounds"] for row in found] == ([sum(meant)] if meant else []), given


@contextmanager
def statements(engine: Engine) -> Iterator[list[str]]:
    """Note what is asked of the tables of the statistics."""
    noted: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        if "stats_" in statement:
            noted.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield noted
    event.remove(engine, "before_cursor_execute", note)


async def test_each_selected_list_runs_one_query(services: Services, spectator: Client) -> None:
    await filled(services, "daily", *(summed(metric, 2, 1, 2, 1) for metric in Metric))
    with statements(services.read_database._engine) as noted:
        document = '{ statistics(variant: "president") { variant { name } %s } }'
        await spectator.data(document % "")
        assert noted == []
        await spectator.data(document % "bids { rate } lengths { games rounds moves }")
    assert len(noted) == 2


async def test_all_lists_are_empty_without_games(services: Services, spectator: Client) -> None:
    for variant in ("hundred-and-ten", "oh-hell", "president"):
        found = (await spectator.data(STATISTICS_QUERY, variant=variant, bucket="DAY"))["statistics"]
        lists = {name: value for name, value in found.items() if isinstance(value, list)}
        assert found["variant"]["name"] == variant
        assert set(lists) == LISTS == {*SUMS, "lengths", "activity"}
        assert not any(lists.values())


async def test_a_list_with_too_many_rows_is_an_error(services: Services, spectator: Client) -> None:
    days = [DAY + timedelta(days=number) for number in range(3)]
    await filled(services, "daily", *(summed(Metric.BID, 1, 0, 1, 1, day=day) for day in days))
    games = {"variant": VARIANT, "board": "people", "seats": 4}
    sizes = dict.fromkeys(("games", "rounds", "moves", "seconds"), 1)
    await filled(services, "length", *({**games, **sizes, "day": day} for day in days))
    counts = dict.fromkeys(("created", "started", "ended", "moves", "machine_moves"), 1)
    for day in days:
        at = datetime(day.year, day.month, day.day, tzinfo=UTC)
        await filled(services, "hourly", {"variant": VARIANT, "hour": at, **counts})
    for field in ("bids", "lengths", "activity"):
        assert len(await listed(spectator, field, bucket="DAY", rows=3)) == 3
        asked = {"variant": VARIANT, "bucket": "DAY", "rows": 2}
        [error] = (await spectator.ask(asking(field), **asked))["errors"]
        assert error["extensions"] == {"code": "TOO_MANY_ROWS", "limit": 2, "inputPath": ["rows"]}
        assert error["message"] == "There are more than 2 rows."
