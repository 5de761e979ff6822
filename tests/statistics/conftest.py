"""Fixtures: a log of simulated games, its statistics, and a second count of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from api.graphql.limits.rates import Rates
from api.settings import Settings
from application.store.port import Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from projections.database.connections import ReadDatabase
from projections.statistics.projection import STATISTICS
from tests.postgres import new_database
from tests.projections.logs import project
from tests.statistics.raw import Game, games
from tests.statistics.recounted import Figure, Games, active, figures, hours, lengths
from tests.statistics.simulated_log import fill

FEW, MANY = 36, 2_000
"""The number of games in the daily form of the tests, and in the one that takes minutes."""

long = (pytest.mark.slow, pytest.mark.timeout(1800))


class Recounted(NamedTuple):
    """The second count of all games of a log."""

    counts: Counter[Figure]
    totals: Counter[Figure]
    lengths: dict[Games, Counter[str]]
    hourly: Counter[tuple[str, datetime, str]]
    active: Counter[tuple[str, date, str]]

    @classmethod
    def of(cls, log: Iterator[Game]) -> Recounted:
        found = cls(Counter(), Counter(), {}, Counter(), Counter())
        for game in log:
            if not game.public:
                continue
            for figure, total in figures(game):
                found.counts[figure] += 1
                found.totals[figure] += total
            for won, counted in lengths(game):
                found.lengths.setdefault(won, Counter()).update(counted)
            found.hourly.update((game.variant, *hour) for hour in hours(game))
            found.active.update((game.variant, *day) for day in active(game))
        return found


class World(NamedTuple):
    """A log and the read database that was made from it."""

    log: str
    database: ReadDatabase
    recounted: Recounted
    settings: Settings

    def games(self) -> Iterator[Game]:
        return games(self.log)


@pytest.fixture(
    scope="session",
    params=[
        pytest.param(("sqlite", FEW), id="few"),
        pytest.param(("sqlite", MANY), id="many on SQLite", marks=long),
        pytest.param(("postgres", MANY), id="many on PostgreSQL", marks=long),
    ],
)
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    yield from _world(request, tmp_path_factory)


@pytest.fixture(
    scope="session",
    params=[
        pytest.param(("postgres", FEW), id="few on PostgreSQL"),
        pytest.param(("postgres", MANY), id="many on PostgreSQL", marks=long),
    ],
)
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A world on a server, for the SQL of dashboards."""
    yield from _world(request, tmp_path_factory)


def _world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    kind, number = request.param
    folder = tmp_path_factory.mktemp("statistics")
    settings: dict[str, Any] = {"data_dir": folder, "projections": "off"}
    if kind == "postgres":
        # A database of its own: the worker's is emptied after each test.
        log = new_database(request.getfixturevalue("postgres_cluster"))
        settings["database_url"] = log
        database = ReadDatabase(log)
    else:
        log = str(folder / "log.db")
        database = ReadDatabase.at(folder / "read.db")
    with database:
        asyncio.run(make(log, database, number))
        yield World(log, database, Recounted.of(games(log)), Settings(**settings, rates=Rates(enabled=False)))


async def make(log: str, database: ReadDatabase, number: int) -> None:
    """Fill a log with so many simulated games, and project the statistics."""
    store: Store = await PostgresStore.open(log) if "://" in log else SQLiteStore(log)
    try:
        # Some weeks in all cases.
        step = timedelta(hours=4 if number == FEW else 1)
        await fill(store, number, at_once=16 if number == FEW else 100, step=step)
        await project(store, database, STATISTICS, batch=1000)
    finally:
        await store.close()
