"""Benchmark of the statements of docs/questions.md: from sums over 100,000 games, from facts over 10,000.

Some hundred games of all variants are simulated and projected; PostgreSQL multiplies their rows, once for
each of the two sizes. The statements run in a new random order each time. The reference is one reading of
all decisions, `SELECT count(*), max(value) FROM v_move`, in the same run; the last line is the ratio of the
median statement from facts to it.

Run: `uv run python -m benchmarks.statistics.questions [--quick]`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Final

import psycopg
from rich.console import Console

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
from benchmarks.statistics.sample_data import multiply, play
from projections.database.schemas import VIEWS
from tests.statistics.questions.page import Question, questions

SUMS: Final = range(1, 20)
"""The numbers of the questions about sums; the others are about facts."""
WANTED_OF_SUMS: Final = 100.0
WANTED_OF_FACTS: Final = 2_000.0
"""Maximum 95th percentiles in milliseconds."""
_REFERENCE: Final = "SELECT count(*), max(value) FROM v_move"

Taken = dict[str, list[float]]


def run_statements(url: str, statements: dict[str, str], times: int) -> Taken:
    """Return the milliseconds of each statement, in a new random order each time."""
    chance, taken = Random(times), {name: list[float]() for name in statements}
    with psycopg.connect(url, autocommit=True, options=f"-c search_path={VIEWS}") as connection:
        for statement in statements.values():
            connection.execute(statement.encode())
        for _ in range(times):
            for name in chance.sample(list(statements), len(statements)):
                begun = time.perf_counter()
                connection.execute(statements[name].encode()).fetchall()
                taken[name].append(1e3 * (time.perf_counter() - begun))
    return taken


def p95(milliseconds: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(milliseconds)[95 * (len(milliseconds) - 1) // 100]


def measure(running: Server, played: int, games: int, asked: Sequence[Question], times: int) -> Taken:
    """Return the milliseconds of questions over so many finished games, and of the reference."""
    url = running.new_database()
    asyncio.run(play(url, played))
    multiply(url, games, lambda _: None)
    statements = {f"{each.number}. {each.title}": each.sql for each in asked}
    return run_statements(url, statements | {"all decisions": _REFERENCE}, times)


def show(console: Console, title: str, taken: Taken) -> None:
    """Print the median and the 95th percentile of each statement."""
    shown = table(title, "question", "p50", "p95")
    for name, milliseconds in taken.items():
        shown.add_row(name, f"{median(milliseconds):,.1f}", f"{p95(milliseconds):,.1f}")
    console.print(shown)


def main() -> None:
    """Print the tables and the ratio."""
    quick = argument_parser(__doc__).parse_args().quick
    played, of_sums, of_facts, times = (120, 2_000, 1_000, 5) if quick else (400, 100_000, 10_000, 20)
    console = Console(highlight=False)
    before = load_average()
    asked = questions()
    try:
        with server() as running:
            sums = measure(running, played, of_sums, [each for each in asked if each.number in SUMS], times)
            facts = measure(
                running, played, of_facts, [each for each in asked if each.number not in SUMS], times
            )
    except Missing as missing:
        show_skipped(console, "PostgreSQL", missing)
        return
    show(console, f"ms; from sums over {of_sums:,} games", sums)
    show(console, f"ms; from facts over {of_facts:,} games", facts)
    sums.pop("all decisions")
    reference = facts.pop("all decisions")
    goals = [
        Goal(
            name=f"slowest p95 from {name}",
            found=[max(map(p95, side.values()))],
            wanted=wanted,
            least=False,
            unit="ms",
        )
        for name, side, wanted in (("sums", sums, WANTED_OF_SUMS), ("facts", facts, WANTED_OF_FACTS))
    ]
    show_goals(console, goals)
    console.print(f"every statement {times} times, one after the other")
    show_load_average(console, before)
    console.print(f"ratio: {median(map(median, facts.values())) / median(reference):.2f}")


if __name__ == "__main__":
    main()
