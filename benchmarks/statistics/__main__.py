"""How long the statistics of 100,000 finished games take to ask for, beside counting them from the facts.

Some hundred games of all variants are simulated and projected; their rows are multiplied inside PostgreSQL
until so many games are finished, spread over a year. Then every figure is asked for through the reading code,
and through GraphQL at ASGI level where the answer has at most 1,000 rows: as a whole, by month, week and day,
of some games only; many times, in shuffled order. Beside that the same figures are counted from the star
schema's facts, as whoever has no sums would do it, and both must be equal. The last line is how many times
longer that takes, as the median over the figures.

Run: `uv run python -m benchmarks.statistics [--quick]`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
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
from api.settings import Settings
from benchmarks.api.asgi_call import call
from benchmarks.append.report import Goal, left_out, show_goals, table
from benchmarks.append.servers import Missing, Server, server
from benchmarks.statistics.filling import Size, multiply, play
from benchmarks.statistics.questions import Question, bodies, from_facts, of_time, questions
from projections.database.connections import ReadDatabase
from projections.statistics.queries import figures
from tests.statistics.playing import BEGINNING

WANTED: Final = 100.0
"""Milliseconds within which 95 of 100 answers are to be there."""
TIMES_FASTER: Final = 10

MOST_ROWS: Final = 1_000
"""Answers with more rows are asked of the reading code alone: GraphQL's share is then in writing them out."""

Ask = Callable[[], Awaitable[object]]
"""Asks for a figure once."""


class Scale(Struct, frozen=True, kw_only=True):
    """How much is measured."""

    played: int
    finished: int
    asked: int
    rounds: int


FULL = Scale(played=400, finished=100_000, asked=40, rounds=3)
QUICK = Scale(played=120, finished=2_000, asked=10, rounds=1)


class Taken(Struct, frozen=True, kw_only=True):
    """The seconds that a question took, each time that it was asked."""

    name: str
    metric: str
    seconds: Sequence[float]

    @property
    def p50(self) -> float:
        """Milliseconds in which half of the answers were there."""
        return 1e3 * median(self.seconds)

    @property
    def p95(self) -> float:
        """Milliseconds in which 95 of 100 answers were there."""
        return 1e3 * sorted(self.seconds)[95 * (len(self.seconds) - 1) // 100]


async def in_turns(asked: Mapping[tuple[str, str], Ask], times: int) -> list[Taken]:
    """Ask each question so many times, in an order that is another in each turn."""
    chance, taken = Random(times), {key: list[float]() for key in asked}
    for ask in asked.values():
        await ask()
    for _ in range(times):
        for key in chance.sample(list(asked), len(asked)):
            begun = time.perf_counter()
            await asked[key]()
            taken[key].append(time.perf_counter() - begun)
    return [Taken(name=name, metric=metric, seconds=found) for (name, metric), found in taken.items()]


def by_reading(database: ReadDatabase) -> dict[tuple[str, str], Ask]:
    """Return how each figure is asked of the reading code."""
    first = BEGINNING.date()
    asked: dict[tuple[str, str], Ask] = {
        (each.name, each.metric.value): partial(_read, database, each) for each in questions(first)
    }
    for name, metric, query, selection in of_time(first):
        asked[name, metric] = partial(database.read, query, selection)
    return asked


async def _read(database: ReadDatabase, asked: Question) -> list[tuple[object, ...]]:
    found = await database.read(figures, asked.metric, asked.selection)
    return [(each.begins, each.x, each.y, each.count, each.total) for each in found]


async def by_graphql(app: FastAPI) -> dict[tuple[str, str], Ask]:
    """Return how each figure is asked of the API whose answer can be a chart."""
    asked = [(key, body) for key, body in bodies(BEGINNING.date()) if await _rows(app, body) <= MOST_ROWS]
    return {key: partial(call, app, "/graphql", body) for key, body in asked}


async def _rows(app: FastAPI, body: bytes) -> int:
    """Return how many rows the answer has; raises where it is an error, or empty."""
    answer = await call(app, "/graphql", body)
    data = json.loads(answer).get("data")
    if data is None or not any(data["statistics"].values()):
        raise RuntimeError(f"{body.decode()} is answered by {answer[:500].decode()}")
    return sum(map(len, data["statistics"].values()))


async def beside_facts(url: str, database: ReadDatabase, rounds: int) -> tuple[list[Taken], list[Taken]]:
    """Count figures from the facts, in turns with reading the sums; raises where they differ."""
    asked = [each for each in questions(BEGINNING.date()) if each.way in ("all", "filtered")]
    taken: tuple[dict[str, list[float]], ...] = ({}, {})
    with psycopg.connect(url, autocommit=True, options="-c search_path=kibitz_read") as connection:
        for _ in range(rounds):
            for each in asked:
                begun = time.perf_counter()
                summed = await _read(database, each)
                between = time.perf_counter()
                counted = from_facts(connection, each)
                ended = time.perf_counter()
                if summed != counted:
                    raise RuntimeError(f"the sums of {each.name} are not those of the facts")
                taken[0].setdefault(each.name, []).append(between - begun)
                taken[1].setdefault(each.name, []).append(ended - between)
    metrics = {each.name: each.metric.value for each in asked}
    ours, theirs = (
        [Taken(name=name, metric=metrics[name], seconds=seconds) for name, seconds in side.items()]
        for side in taken
    )
    return ours, theirs


async def measured(
    url: str, scale: Scale, tell: Callable[[str], None]
) -> tuple[list[list[Taken]], list[float]]:
    """Return what each side took, and how many times longer the facts take, figure by figure."""
    with TemporaryDirectory() as folder:
        settings = Settings(
            data_dir=Path(folder), database_url=url, projections=False, rates=Rates(enabled=False)
        )
        async with services_of(settings) as services:
            database = services.read_database
            tell("the reading code")
            read = await in_turns(by_reading(database), scale.asked)
            tell("GraphQL")
            answered = await in_turns(await by_graphql(application(services)), scale.asked)
            tell("the facts")
            ours, theirs = await beside_facts(url, database, scale.rounds)
    ratios = [fact.p50 / our.p50 for our, fact in zip(ours, theirs, strict=True)]
    return [read, answered, theirs], ratios


def show_sizes(console: Console, sizes: Sequence[Size]) -> None:
    """Print how much there is of everything."""
    shown = table("The star schema", "table", "rows", "MB, with indexes")
    for size in sizes:
        shown.add_row(size.table, f"{size.rows:,}", f"{size.bytes / 1e6:,.1f}")
    shown.add_row("all", f"{sum(size.rows for size in sizes):,}", f"{sum(s.bytes for s in sizes) / 1e6:,.1f}")
    console.print(shown)


def show_taken(console: Console, sides: Sequence[Sequence[Taken]]) -> None:
    """Print for each metric what its slowest question took on each side."""
    shown = table(
        "ms; of each metric the question that takes longest",
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
        told = "; ".join(f"{each.name} {each.p95:.1f} ms" for each in longest)
        console.print(f"slowest by {name}, p95, of {len(side)} questions: {told}")


def goals_of(sides: Sequence[Sequence[Taken]], ratios: Sequence[float]) -> list[Goal]:
    """Return what was to be reached; the ratio of the last line last."""
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
    return [*of_sides, Goal(name="facts / sums", found=ratios, wanted=TIMES_FASTER)]


def run(console: Console, running: Server, scale: Scale) -> list[Goal]:
    """Fill a database, measure and print everything; return the goals."""
    url, begun = running.new_database(), time.perf_counter()

    def tell(what: str) -> None:
        console.print(f"{timedelta(seconds=int(time.perf_counter() - begun))} {what} …", style="dim")

    tell(f"play and project {scale.played:,} games")
    asyncio.run(play(url, scale.played))
    sizes = multiply(url, scale.finished, lambda name: tell(f"multiply: {name}"))
    show_sizes(console, sizes)
    sides, ratios = asyncio.run(measured(url, scale, lambda what: tell(f"ask {what}")))
    show_taken(console, sides)
    return goals_of(sides, ratios)


def main() -> None:
    """Measure and print the tables; the last line is the ratio."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--quick", action="store_true", help="less of everything, to try it out")
    scale = QUICK if arguments.parse_args().quick else FULL
    console = Console(highlight=False)
    loaded = os.getloadavg()[0]
    try:
        with server() as running:
            goals = run(console, running, scale)
    except Missing as missing:
        left_out(console, "PostgreSQL", missing)
        return
    show_goals(console, goals)
    console.print(
        f"every question {scale.asked} times, figures from facts {scale.rounds} times, one after the other\n"
        f"load of the machine: {loaded:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores"
    )
    console.print(f"ratio: {median(goals[-1].found):.2f}")


if __name__ == "__main__":
    main()
