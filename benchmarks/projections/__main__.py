"""How fast the read models catch up with a log, beside the `eventsourcing` library's runner and the limit.

The projector that the server runs brings each read model from nothing to the head of one log: of games of all
variants by some hundred people, many of them at once. Beside it the library's `ProjectionRunner` fills a view
with one upsert for each event on the same log, our engine fills the same view, and the limit is reading and
decoding the log alone. Sides take turns, medians count. The last line is the ratio of the leaderboard to the
runner, on the database where it is less.

Run: `uv run python -m benchmarks.projections [--quick] [--batch N]`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
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

from benchmarks.append.load import elapsed, opens
from benchmarks.append.report import Goal, left_out, show_goals, table
from benchmarks.append.servers import Missing, server
from benchmarks.projections.log import AT_ONCE, PEOPLE, Played, fill, played
from benchmarks.projections.sides import COUNTS, catch_up, limit, runner
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
"""The read models that are compared with the limit; the others are measured once."""

Side = Callable[[], float]
"""Returns events a second."""
Found = Mapping[str, Sequence[float]]


class Scale(Struct, frozen=True, kw_only=True):
    """How much is measured."""

    games: int
    events: int
    runner: int
    rounds: int
    batch: int = BATCH


FULL = Scale(games=60, events=300_000, runner=2_000, rounds=3)
QUICK = Scale(games=6, events=20_000, runner=500, rounds=1)


def measured(log: str, empty: Callable[[], ReadDatabase], scale: Scale) -> Found:
    """Return the events a second of each side, in each of its rounds."""
    sides: dict[str, Side] = {
        LIMIT: partial(limit, log, scale.batch),
        RUNNER: partial(runner, log, scale.runner),
    }
    sides |= {each.name: partial(catch_up, log, empty, each, scale.batch) for each in IN_TURNS}
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(scale.rounds):
        for name, side in sides.items():
            found[name].append(side())
    once = {each.name: each for each in ALL if each not in IN_TURNS} | {SAME: COUNTS}
    return found | {name: [catch_up(log, empty, each, scale.batch)] for name, each in once.items()}


def on_sqlite(games: Sequence[Played], scale: Scale, folder: Path) -> tuple[int, float, Found]:
    """Measure on SQLite files; returns how many events there were and how long it took to append them."""
    log, numbers = str(folder / "log.db"), count()
    events, seconds = filled(log, games, scale.events)
    return events, seconds, measured(log, lambda: ReadDatabase.at(folder / f"read-{next(numbers)}.db"), scale)


def on_postgres(games: Sequence[Played], scale: Scale) -> tuple[int, float, Found]:
    """Measure on a PostgreSQL server with fsync on; raises Missing."""
    with server() as running:
        log = running.new_database()
        events, seconds = filled(log, games, scale.events)
        with psycopg.connect(log, autocommit=True) as connection:
            # As the server does by itself in the end.
            connection.execute("VACUUM ANALYZE kibitz.events")
            connection.execute("CHECKPOINT")
        return events, seconds, measured(log, lambda: ReadDatabase(running.new_database()), scale)


def filled(log: str, games: Sequence[Played], events: int) -> tuple[int, float]:
    """Fill a log; return how many events it has, and how many seconds it took."""
    counted: list[int] = []

    async def work() -> None:
        store = await opens(log)()
        try:
            counted.append(await fill(store, games, events))
        finally:
            await store.close()

    seconds = elapsed(lambda: asyncio.run(work()))
    return counted[0], seconds


def paired(found: Found, side: str, beside: str) -> list[float]:
    """Return how many times more one side does than another, round by round where both have as many."""
    if len(found[side]) == len(found[beside]):
        return [ours / theirs for ours, theirs in zip(found[side], found[beside], strict=True)]
    return [ours / median(found[beside]) for ours in found[side]]


def show(console: Console, title: str, found: Found) -> None:
    """Print what each side did."""
    shown = table(title, "side", "events/s", "least – most", "× runner", "% of limit")
    for name, rates in found.items():
        shown.add_row(
            name,
            f"{median(rates):,.0f}",
            f"{min(rates):,.0f} – {max(rates):,.0f}" if len(rates) > 1 else "once",
            f"{median(paired(found, name, RUNNER)):.1f}",
            f"{100 * median(paired(found, name, LIMIT)):.0f}",
        )
    console.print(shown)


def goals_of(database: str, found: Found) -> list[Goal]:
    """Return what was to be reached on a database; the ratio of the last line first."""
    goals = [
        Goal(name=f"{database}: {each.name} / runner", found=paired(found, each.name, RUNNER), wanted=40)
        for each in BESIDE_RUNNER
    ]
    for each in IN_TURNS:
        share = [100 * ratio for ratio in paired(found, each.name, LIMIT)]
        goals.append(Goal(name=f"{database}: {each.name} / limit", found=share, wanted=25, unit="%"))
    views = [rate / 1000 for rate in found[GAME_VIEW.name]]
    goals.append(Goal(name=f"{database}: {GAME_VIEW.name}", found=views, wanted=10, unit="k/s"))
    return goals


def run(console: Console, scale: Scale) -> dict[str, list[Goal]]:
    """Measure and print everything; return the goals by database."""
    games = played(scale.games)
    goals: dict[str, list[Goal]] = {}

    def report(name: str, title: str, result: tuple[int, float, Found]) -> None:
        events, seconds, found = result
        show(console, f"{title}: catch-up with {events:,} events (filled in {seconds:.0f} s)", found)
        goals[name] = goals_of(name, found)

    try:
        report("PostgreSQL", "PostgreSQL, fsync on", on_postgres(games, scale))
    except Missing as missing:
        left_out(console, "PostgreSQL", missing)
    with TemporaryDirectory() as folder:
        report("SQLite", "SQLite", on_sqlite(games, scale, Path(folder)))
    return goals


def main() -> None:
    """Measure and print the tables; the last line is the ratio."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--quick", action="store_true", help="less of everything, to try it out")
    arguments.add_argument(
        "--batch", type=int, default=BATCH, help=f"events in a batch; {BATCH:,} if not said"
    )
    given = arguments.parse_args()
    scale = replace(QUICK if given.quick else FULL, batch=given.batch)
    console = Console(highlight=False)
    loaded = os.getloadavg()[0]
    goals = run(console, scale)
    show_goals(console, [goal for each in goals.values() for goal in each])
    console.print(
        f"medians of {scale.rounds} rounds in turns, the rest once; batches of {scale.batch:,}\n"
        f"{AT_ONCE} games at once, {PEOPLE} people; the runner carries {scale.runner:,} events in a round\n"
        f"load of the machine: {loaded:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores"
    )
    console.print(f"ratio: {min(median(each[0].found) for each in goals.values()):.2f}")


if __name__ == "__main__":
    main()
