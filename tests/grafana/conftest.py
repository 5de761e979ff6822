"""Fixtures: statistics of simulated games in PostgreSQL, read with Grafana's role."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple
from uuid import uuid4

import psycopg
import pytest

from application.store.postgres.store import PostgresStore
from projections.database.connections import ReadDatabase
from projections.luck.projection import LUCK
from projections.statistics.projection import STATISTICS
from projections.statistics.views.reader_role import make_reader
from tests.grafana.committed_dashboards import Panel
from tests.grafana.macro_expansion import Chosen, Range, expand
from tests.postgres import url_of
from tests.projections.logs import project
from tests.statistics.conftest import MANY, long
from tests.statistics.simulated_log import fill

pytest.register_assert_rewrite("tests.grafana.dashboard_schema")

GAMES = 45
_STEP = timedelta(hours=3)


class Answer(NamedTuple):
    """The result of a query."""

    columns: list[str]
    types: list[int]
    """The object ids of the columns' types."""
    rows: list[tuple[object, ...]]
    scale: str | None = None
    """The column over which the panel draws the others."""


class Source:
    """The database of the dashboards' data source."""

    def __init__(self, url: str, log: str) -> None:
        self.log = log
        """The URL of the database for a user who may read the log."""
        self._connection = psycopg.connect(url, autocommit=True)

    def query(self, panel: Panel, chosen: Chosen, time: Range) -> Answer:
        """Run a panel's query like Grafana: as one text, not as a prepared statement."""
        return self.run(expand(panel.sql, chosen, time, panel.interval))._replace(scale=panel.scale)

    def run(self, sql: str) -> Answer:
        with psycopg.ClientCursor(self._connection) as cursor:
            cursor.execute(sql.encode())
            assert cursor.description is not None
            return Answer(
                [column.name for column in cursor.description],
                [column.type_code for column in cursor.description],
                cursor.fetchall(),
            )

    def close(self) -> None:
        self._connection.close()


@pytest.fixture(scope="session")
def statistics(postgres_cluster: str) -> Iterator[Source]:
    """Statistics of simulated games of all variants over some weeks."""
    yield from _source(postgres_cluster, GAMES)


@pytest.fixture(scope="session")
def no_statistics(postgres_cluster: str) -> Iterator[Source]:
    """Statistics of a server without games."""
    yield from _source(postgres_cluster, 0)


@pytest.fixture(
    scope="session", params=[pytest.param(GAMES, id="few"), pytest.param(MANY, id="many", marks=long)]
)
def log_source(request: pytest.FixtureRequest, postgres_cluster: str) -> Iterator[Source]:
    """Statistics whose log is read, too: those of `statistics`, or of many games."""
    if request.param == GAMES:
        yield request.getfixturevalue("statistics")
    else:
        yield from _source(postgres_cluster, MANY)


def _source(cluster: str, games: int) -> Iterator[Source]:
    # Roles belong to the whole cluster, so each database has its own.
    name = f"grafana_{uuid4().hex}"
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    url = url_of(cluster, name)
    with ReadDatabase(url) as database:
        asyncio.run(_fill(url, database, games, reader=name))
    source = Source(url_of(cluster, name, user=name), url)
    yield source
    source.close()


async def _fill(url: str, database: ReadDatabase, games: int, *, reader: str) -> None:
    store = await PostgresStore.open(url)
    if games:
        # Some weeks in all cases.
        many = games == MANY
        await fill(store, games, at_once=100 if many else 16, step=_STEP / 3 if many else _STEP)
    for projection in (STATISTICS, LUCK):
        await project(store, database, projection)
    await store.close()
    await database.write(make_reader, reader, "not used on a trusted socket")
