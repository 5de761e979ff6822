"""Benchmark of the catch-up of read models, beside the `eventsourcing` library's runner.

The server's projector builds each read model from an empty database to the head of one log. The log has many
concurrent games of all variants by some hundred people. On the same log the library's `ProjectionRunner`
fills a view with one upsert per event, and the projector fills the same view. The upper limit is reading and
decoding the log without a projection. Sides alternate, and medians count. The last line is the ratio of the
leaderboard to the library's runner, on the slower database.

Run: `uv run python -m benchmarks.projections [--quick] [--batch N]`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import psycopg
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console

from application.runtime.garbage_collection import collect_less_often
from benchmarks.log_store import open_store
from benchmarks.postgres_server import Missing, server
from benchmarks.projections.catch_up import COUNTS, catch_up, read_and_decode, run_library
from benchmarks.projections.sample_log import CONCURRENT, PEOPLE, GameLog, fill, play_games
from benchmarks.report import (
    Goal,
    argument_parser,
    load_average,
    show_goals,
    show_load_average,
    show_skipped,
    table,
)
from benchmarks.timing import elapsed_seconds
from projections import ALL
from projections.database.connections import ReadDatabase
from projections.engine.batches import BATCH
from projections.games.game_view import GAME_VIEW
from projections.players.leaderboard import LEADERBOARD
from projections.players.profile import PROFILE
from projections.statistics.projection import STATISTICS

LIMIT = "read and decode alone"
RUNNER = "library's runner"
SAME = "its view on our engine"
BESIDE_RUNNER = (LEADERBOARD, PROFILE)
"""The read models that are compared with the library's runner."""
IN_TURNS = (*BESIDE_RUNNER, STATISTICS)
"""The read models that are compared with the limit. All others are measured once."""

Side = Callable[[], float]
"""Returns events per second."""
Found = Mapping[str, Sequence[float]]


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    games: int
    events: int
    runner: int
    rounds: int
    batch: int = BATCH


FULL = Scale(games=60, events=300_000, runner=2_000, rounds=3)
QUICK = Scale(games=6, events=20_000, runner=500, rounds=1)


def measure(log: str, empty: Callable[[], ReadDatabase], scale: Scale) -> Found:
    """Return the events per second of each side, by round."""
    sides: dict[str, Side] = {
        LIMIT: partial(read_and_decode, log, scale.batch),
        RUNNER: partial(run_library, log, scale.runner),
    }
    sides |= {each.name: partial(catch_up, log, empty, each, scale.batch) for each in IN_TURNS}
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(scale.rounds):
        for name, side in sides.items():
            found[name].append(side())
    once = {each.name: each for each in ALL if each not in IN_TURNS} | {SAME: COUNTS}
    return found | {name: [catch_up(log, empty, each, scale.batch)] for name, each in once.items()}


def on_sqlite(games: Sequence[GameLog], scale: Scale, folder: Path) -> tuple[int, float, Found]:
    """Measure on SQLite; returns the number of events, the seconds to append them, and the rates."""
    log, numbers = str(folder / "log.db"), count()
    events, seconds = fill_log(log, games, scale.events)
    return events, seconds, measure(log, lambda: ReadDatabase.at(folder / f"read-{next(numbers)}.db"), scale)


def on_postgres(games: Sequence[GameLog], scale: Scale) -> tuple[int, float, Found]:
    """Measure on PostgreSQL with fsync on; raises Missing."""
    with server() as running:
        log = running.new_database()
        events, seconds = fill_log(log, games, scale.events)
        with psycopg.connect(log, autocommit=True) as connection:
            # Autovacuum and the checkpointer would do this eventually.
            connection.execute("VACUUM ANALYZE kibitz.events")
            connection.execute("CHECKPOINT")
        return events, seconds, measure(log, lambda: ReadDatabase(running.new_database()), scale)


def fill_log(log: str, games: Sequence[GameLog], events: int) -> tuple[int, float]:
    """Fill a log; returns the number of its events and the seconds it took."""
    counted: list[int] = []

    async def work() -> None:
        store = await open_store(log)
        try:
            counted.append(await fill(store, games, events))
        finally:
            await store.close()

    seconds = elapsed_seconds(lambda: asyncio.run(work()))
    return counted[0], seconds


def ratios(found: Found, side: str, reference: str) -> list[float]:
    """Return the ratios of two sides, by round if both were measured equally often."""
    if len(found[side]) == len(found[reference]):
        return [ours / theirs for ours, theirs in zip(found[side], found[reference], strict=True)]
    return [ours / median(found[reference]) for ours in found[side]]


def show(console: Console, title: str, found: Found) -> None:
    """Print the rate of each side."""
    shown = table(title, "side", "events/s", "least – most", "× runner", "% of limit")
    for name, rates in found.items():
        shown.add_row(
            name,
            f"{median(rates):,.0f}",
            f"{min(rates):,.0f} – {max(rates):,.0f}" if len(rates) > 1 else "once",
            f"{median(ratios(found, name, RUNNER)):.1f}",
            f"{100 * median(ratios(found, name, LIMIT)):.0f}",
        )
    console.print(shown)


def goals_of(database: str, found: Found) -> list[Goal]:
    """Return the goals on a database; the first is the ratio of the last line."""
    goals = [
        Goal(name=f"{database}: {each.name} / runner", found=ratios(found, each.name, RUNNER), wanted=40)
        for each in BESIDE_RUNNER
    ]
    for each in IN_TURNS:
        share = [100 * ratio for ratio in ratios(found, each.name, LIMIT)]
        goals.append(Goal(name=f"{database}: {each.name} / limit", found=share, wanted=25, unit="%"))
    views = [rate / 1000 for rate in found[GAME_VIEW.name]]
    goals.append(Goal(name=f"{database}: {GAME_VIEW.name}", found=views, wanted=10, unit="k/s"))
    return goals


def run(console: Console, scale: Scale) -> dict[str, list[Goal]]:
    """Measure and print everything; returns the goals by database."""
    games = play_games(scale.games)
    goals: dict[str, list[Goal]] = {}

    def report(name: str, title: str, result: tuple[int, float, Found]) -> None:
        events, seconds, found = result
        show(console, f"{title}: catch-up with {events:,} events (filled in {seconds:.0f} s)", found)
        goals[name] = goals_of(name, found)

    try:
        report("PostgreSQL", "PostgreSQL, fsync on", on_postgres(games, scale))
    except Missing as missing:
        show_skipped(console, "PostgreSQL", missing)
    with TemporaryDirectory() as folder:
        report("SQLite", "SQLite", on_sqlite(games, scale, Path(folder)))
    return goals


def main() -> None:
    """Print the tables and the ratio."""
    parser = argument_parser(__doc__)
    parser.add_argument("--batch", type=int, default=BATCH, help=f"events per batch, {BATCH:,} by default")
    given = parser.parse_args()
    scale = replace(QUICK if given.quick else FULL, batch=given.batch)
    console = Console(highlight=False)
    # As in every process of Kibitz that builds read models; it counts for all sides.
    collect_less_often()
    before = load_average()
    goals = run(console, scale)
    show_goals(console, [goal for each in goals.values() for goal in each])
    console.print(
        f"medians of {scale.rounds} alternating rounds, the rest once; batches of {scale.batch:,}\n"
        f"{CONCURRENT} concurrent games, {PEOPLE} people; {scale.runner:,} events per round of the runner"
    )
    show_load_average(console, before)
    console.print(f"ratio: {min(median(each[0].found) for each in goals.values()):.2f}")


if __name__ == "__main__":
    main()
