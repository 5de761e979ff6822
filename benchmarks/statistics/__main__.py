"""Benchmark of statistics queries on 100,000 finished games, beside counting from the fact tables.

Some hundred games of all variants are simulated and projected; PostgreSQL multiplies their rows to 100,000
games over a year. Every figure is queried in total, by month, week and day, and filtered: through the query
functions, and through GraphQL at ASGI level if the answer has at most 1,000 rows. Queries repeat in random
order. The same figures are computed from the fact tables without the aggregates, and must be equal. The last
line is the ratio of the two times, as the median over the figures.

Run: `uv run python -m benchmarks.statistics [--quick]`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import psycopg
from fastapi import FastAPI
from msgspec import Struct
from rich.console import Console

from api.app import application, services_of
from api.graphql.limits.rates import Rates
from api.settings import ProjectionMode, Settings
from benchmarks.api.asgi_call import call
from benchmarks.postgres_server import Missing, Server, server
from benchmarks.report import (
    Goal,
    argument_parser,
    load_average,
    show_goals,
    show_load_average,
    show_skipped,
    table,
)
from benchmarks.statistics.fact_queries import figures_from_facts
from benchmarks.statistics.sample_data import TableSize, multiply, play
from benchmarks.statistics.sample_queries import Query, figure_queries, graphql_bodies, time_queries
from projections.database.connections import ReadDatabase
from projections.statistics.queries import figures
from tests.statistics.simulated_log import BEGINNING

WANTED: Final = 100.0
"""The goal: maximum 95th percentile in milliseconds."""
TIMES_FASTER: Final = 10

MOST_ROWS: Final = 1_000
"""Larger answers are not queried through GraphQL, whose time then goes into serialization."""

RunQuery = Callable[[], Awaitable[object]]
"""Runs a query once."""


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    played: int
    finished: int
    repeats: int
    rounds: int


FULL = Scale(played=400, finished=100_000, repeats=40, rounds=3)
QUICK = Scale(played=120, finished=2_000, repeats=10, rounds=1)


class Timing(Struct, frozen=True, kw_only=True):
    """The durations of a query in seconds."""

    name: str
    metric: str
    seconds: Sequence[float]

    @property
    def p50(self) -> float:
        """The median in milliseconds."""
        return 1e3 * median(self.seconds)

    @property
    def p95(self) -> float:
        """The 95th percentile in milliseconds."""
        return 1e3 * sorted(self.seconds)[95 * (len(self.seconds) - 1) // 100]


async def run_shuffled(runs: Mapping[tuple[str, str], RunQuery], times: int) -> list[Timing]:
    """Run each query so many times, in a new random order each time."""
    chance, taken = Random(times), {key: list[float]() for key in runs}
    for run_query in runs.values():
        await run_query()
    for _ in range(times):
        for key in chance.sample(list(runs), len(runs)):
            begun = time.perf_counter()
            await runs[key]()
            taken[key].append(time.perf_counter() - begun)
    return [Timing(name=name, metric=metric, seconds=found) for (name, metric), found in taken.items()]


def reading_runs(database: ReadDatabase) -> dict[tuple[str, str], RunQuery]:
    """Return a run of each query through the query functions."""
    first = BEGINNING.date()
    runs: dict[tuple[str, str], RunQuery] = {
        (each.name, each.metric.value): partial(_read, database, each) for each in figure_queries(first)
    }
    for name, metric, query, selection in time_queries(first):
        runs[name, metric] = partial(database.read, query, selection)
    return runs


async def _read(database: ReadDatabase, query: Query) -> list[tuple[object, ...]]:
    found = await database.read(figures, query.metric, query.selection)
    return [(each.begins, each.x, each.y, each.count, each.total) for each in found]


async def graphql_runs(app: FastAPI) -> dict[tuple[str, str], RunQuery]:
    """Return a run of each query through GraphQL whose answer is small enough."""
    small = [
        (key, body) for key, body in graphql_bodies(BEGINNING.date()) if await _rows(app, body) <= MOST_ROWS
    ]
    return {key: partial(call, app, "/graphql", body) for key, body in small}


async def _rows(app: FastAPI, body: bytes) -> int:
    """Return the number of rows of the answer; raises for an error or an empty answer."""
    answer = await call(app, "/graphql", body)
    data = json.loads(answer).get("data")
    if data is None or not any(data["statistics"].values()):
        raise RuntimeError(f"{body.decode()} returned {answer[:500].decode()}")
    return sum(map(len, data["statistics"].values()))


async def compare_with_facts(
    url: str, database: ReadDatabase, rounds: int
) -> tuple[list[Timing], list[Timing]]:
    """Read figures from the aggregates and from the facts, alternating; raises if they differ."""
    queries = [each for each in figure_queries(BEGINNING.date()) if each.scope in ("all", "filtered")]
    taken: tuple[dict[str, list[float]], ...] = ({}, {})
    with psycopg.connect(url, autocommit=True, options="-c search_path=kibitz_stats") as connection:
        for _ in range(rounds):
            for each in queries:
                begun = time.perf_counter()
                from_aggregates = await _read(database, each)
                between = time.perf_counter()
                from_facts = figures_from_facts(connection, each)
                ended = time.perf_counter()
                if from_aggregates != from_facts:
                    raise RuntimeError(f"aggregates and facts of {each.name} differ")
                taken[0].setdefault(each.name, []).append(between - begun)
                taken[1].setdefault(each.name, []).append(ended - between)
    metrics = {each.name: each.metric.value for each in queries}
    ours, theirs = (
        [Timing(name=name, metric=metrics[name], seconds=seconds) for name, seconds in side.items()]
        for side in taken
    )
    return ours, theirs


async def measure(
    url: str, scale: Scale, report: Callable[[str], None]
) -> tuple[list[list[Timing]], list[float]]:
    """Return the timings of each side, and the ratios of facts to aggregates by figure."""
    with TemporaryDirectory() as folder:
        settings = Settings(
            data_dir=Path(folder),
            database_url=url,
            projections=ProjectionMode.OFF,
            rates=Rates(enabled=False),
        )
        async with services_of(settings) as services:
            database = services.read_database
            report("query functions")
            read = await run_shuffled(reading_runs(database), scale.repeats)
            report("GraphQL")
            answered = await run_shuffled(await graphql_runs(application(services)), scale.repeats)
            report("fact tables")
            ours, theirs = await compare_with_facts(url, database, scale.rounds)
    ratios = [fact.p50 / our.p50 for our, fact in zip(ours, theirs, strict=True)]
    return [read, answered, theirs], ratios


def show_sizes(console: Console, sizes: Sequence[TableSize]) -> None:
    """Print the sizes of the tables."""
    shown = table("The star schema", "table", "rows", "MB, with indexes")
    for size in sizes:
        shown.add_row(size.table, f"{size.rows:,}", f"{size.bytes / 1e6:,.1f}")
    shown.add_row("all", f"{sum(size.rows for size in sizes):,}", f"{sum(s.bytes for s in sizes) / 1e6:,.1f}")
    console.print(shown)


def show_timings(console: Console, sides: Sequence[Sequence[Timing]]) -> None:
    """Print the slowest query of each metric on each side."""
    shown = table(
        "ms; slowest query of each metric",
        *("metric", "reading p50", "p95", "GraphQL p50", "p95", "facts p50"),
    )
    for metric in dict.fromkeys(each.metric for each in sides[0]):
        row = [metric]
        for number, side in enumerate(sides):
            of_metric = [each for each in side if each.metric == metric]
            slowest = max(of_metric, key=lambda each: each.p95, default=None)
            row.append("" if slowest is None else f"{slowest.p50:,.1f}")
            if number < 2:
                row.append("" if slowest is None else f"{slowest.p95:,.1f}")
        shown.add_row(*row)
    console.print(shown)
    for name, side in zip(("reading", "GraphQL"), sides, strict=False):
        longest = sorted(side, key=lambda each: -each.p95)[:3]
        texts = "; ".join(f"{each.name} {each.p95:.1f} ms" for each in longest)
        console.print(f"slowest by {name}, p95, of {len(side)} queries: {texts}")


def goals_of(sides: Sequence[Sequence[Timing]], ratios: Sequence[float]) -> list[Goal]:
    """Return the goals; the last is the ratio of the last line."""
    of_sides = [
        Goal(
            name=f"slowest p95, {name}",
            found=[max(each.p95 for each in side)],
            wanted=WANTED,
            least=False,
            unit="ms",
        )
        for name, side in zip(("reading", "GraphQL"), sides, strict=False)
    ]
    return [*of_sides, Goal(name="facts / aggregates", found=ratios, wanted=TIMES_FASTER)]


def run(console: Console, running: Server, scale: Scale) -> list[Goal]:
    """Fill a database, measure and print everything; returns the goals."""
    url, begun = running.new_database(), time.perf_counter()

    def report(step: str) -> None:
        console.print(f"{timedelta(seconds=int(time.perf_counter() - begun))} {step} …", style="dim")

    report(f"play and project {scale.played:,} games")
    asyncio.run(play(url, scale.played))
    sizes = multiply(url, scale.finished, lambda name: report(f"multiply: {name}"))
    show_sizes(console, sizes)
    sides, ratios = asyncio.run(measure(url, scale, lambda side: report(f"measure {side}")))
    show_timings(console, sides)
    return goals_of(sides, ratios)


def main() -> None:
    """Print the tables and the ratio."""
    scale = QUICK if argument_parser(__doc__).parse_args().quick else FULL
    console = Console(highlight=False)
    before = load_average()
    try:
        with server() as running:
            goals = run(console, running, scale)
    except Missing as missing:
        show_skipped(console, "PostgreSQL", missing)
        return
    show_goals(console, goals)
    console.print(f"every query {scale.repeats} times, figures from facts {scale.rounds} times, sequentially")
    show_load_average(console, before)
    console.print(f"ratio: {median(goals[-1].found):.2f}")


if __name__ == "__main__":
    main()
