"""Benchmark of appends beside pgbench, raw drivers and the `eventsourcing` library.

Games append prepared events, one per command, so that only the store is measured: on PostgreSQL with fsync
on, again with a millisecond added to each fsync (fast disks hide locks that are held across a commit), and on
SQLite. Further parts measure real commands with a profile, and whether a command costs more in a large log or
a long game. Sides alternate, and medians count. The last line is the ratio of Kibitz with 64 games to
pgbench.

Run: `uv run python -m benchmarks.append [--quick]`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console

from benchmarks.append.append_load import Load, append_events, append_in_processes, interleaved, ratios
from benchmarks.append.append_report import short_name, show_loads, show_parts
from benchmarks.append.command_replay import Script, WholePath, measure_whole_path, scripts
from benchmarks.append.cpu_profile import profile
from benchmarks.append.log_growth import CommandCost, compare_logs, fill_postgres, fill_sqlite, measure_rounds
from benchmarks.append.reference_writers import (
    AGGREGATES,
    CLIENTS,
    Library,
    pgbench,
    prepare,
    raw_psycopg,
    raw_sqlite,
)
from benchmarks.append.scale import FULL, QUICK, Scale
from benchmarks.log_store import open_store
from benchmarks.postgres_server import Missing, Server, pgbench_program, server
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
from domain.rules.hundred_and_ten import HundredAndTen

PGBENCH = f"pgbench, {CLIENTS} clients"
RAW = "raw, one commit each"
LIBRARY = f"library, {CLIENTS} threads"
ONE, TWO = "1 process × 64 games", "2 processes × 64 games"

_turns = count(1)
"""Numbers the turns of pgbench; each turn has its own games."""


def ours(games: int) -> str:
    """Return the name of the side of Kibitz with so many games."""
    return f"Kibitz, {games} game{'s' if games > 1 else ''}"


def reference(console: Console, url: str, seconds: float) -> tuple[str, Callable[[], Load]]:
    """Return pgbench as the reference, or one psycopg connection if pgbench is missing."""
    try:
        program = pgbench_program()
    except Missing as missing:
        show_skipped(console, "pgbench; one psycopg connection replaces it", missing)
        return RAW, partial(raw_psycopg, url, seconds)
    return PGBENCH, lambda: pgbench(program, url, seconds, next(_turns))


def on_postgres(console: Console, scale: Scale, running: Server, *, slow_fsync: bool) -> list[Goal]:
    """Measure appends on PostgreSQL; the first goal is the ratio of the last line."""
    url = running.new_database()
    prepare(url)
    library = Library(url)
    sides: dict[str, Callable[[], Load]] = {
        ours(games): partial(append_events, url, games, scale.seconds) for games in scale.games
    }
    beside, side = reference(console, url, scale.seconds)
    sides[beside] = side
    sides[RAW] = partial(raw_psycopg, url, scale.seconds)
    sides[LIBRARY] = partial(library.save, scale.seconds)
    sides[ONE] = partial(append_in_processes, url, 1, 64, scale.seconds)
    sides[TWO] = partial(append_in_processes, url, 2, 64, scale.seconds)
    found = interleaved(sides, rounds=scale.rounds)
    library.close()
    setting = "1 ms added to each fsync" if slow_fsync else "fsync on"
    show_loads(console, f"PostgreSQL, {setting}: prepared events, one per command", found, beside)
    our = found[ours(64)]
    library_beside = ratios(our, found[LIBRARY])
    together = ratios(found[TWO], found[ONE])
    if slow_fsync:
        return [
            Goal(name="64 games / library, slow fsync", found=library_beside, wanted=40),
            Goal(name="2 processes / 1, slow fsync", found=together, wanted=1),
        ]
    p99 = [1e3 * each.p99 for each in our]
    return [
        Goal(name=f"64 games / {short_name(beside)}", found=ratios(our, found[beside]), wanted=1.5),
        Goal(name="64 games / library", found=library_beside, wanted=20),
        Goal(name="64 games, p99", found=p99, wanted=10, least=False, unit="ms"),
        Goal(name="2 processes / 1", found=together, wanted=1),
    ]


def on_sqlite(console: Console, scale: Scale, folder: Path) -> list[Goal]:
    """Measure appends on SQLite."""
    library = Library(str(folder / "library.db"))
    sides: dict[str, Callable[[], Load]] = {
        ours(games): partial(append_events, str(folder / "log.db"), games, scale.seconds)
        for games in scale.games
    }
    sides[RAW] = partial(raw_sqlite, folder / "raw.db", scale.seconds)
    sides[LIBRARY] = partial(library.save, scale.seconds)
    found = interleaved(sides, rounds=scale.rounds)
    library.close()
    show_loads(console, "SQLite: prepared events, one per command", found, RAW)
    return [
        Goal(name="SQLite, 64 games / one commit each", found=ratios(found[ours(64)], found[RAW]), wanted=5)
    ]


def on_whole_path(console: Console, scale: Scale, running: Server, given: Sequence[Script]) -> list[Goal]:
    """Measure real commands of 64 concurrent games, and print a profile."""
    url = running.new_database()
    prepare(url)
    found: dict[bool, list[WholePath]] = {False: [], True: []}
    beside, side = reference(console, url, scale.seconds)
    theirs: list[Load] = []
    for _ in range(scale.rounds):
        for ids, measured in found.items():
            measured.append(
                measure_whole_path(url, given, 64, scale.seconds, ids=ids, server_cpu=running.cpu_seconds)
            )
        theirs.append(side())
    shown = table(
        "PostgreSQL, fsync on: the whole path of real commands, 64 games, one process",
        *("side", "commands/s", "events/s", "p50 ms", "p99 ms", "CPU µs", "server"),
    )
    for ids, carried in found.items():
        shown.add_row(
            "with ids" if ids else "without ids",
            f"{median(each.commands.rate for each in carried):,.0f}",
            f"{median(each.events.rate for each in carried):,.0f}",
            f"{1e3 * median(each.commands.p50 for each in carried):.1f}",
            f"{1e3 * median(each.commands.p99 for each in carried):.1f}",
            f"{1e6 * median(each.ours for each in carried):.0f}",
            f"{1e6 * median(each.servers for each in carried):.0f}",
        )
    shown.add_row(beside, "", f"{median(load.rate for load in theirs):,.0f}", *([""] * 4))
    console.print(shown)
    for ids in found:
        title = f"CPU µs per command with{'' if ids else 'out'} ids, by a profiler"
        seconds = median(each.ours for each in found[ids])
        show_parts(console, title, profile(url, given, 64, scale.seconds, ids=ids), seconds)
    return [
        Goal(
            name=f"real commands{' with ids' if ids else ''} / {short_name(beside)}",
            found=ratios([each.events for each in carried], theirs),
            wanted=0.4,
        )
        for ids, carried in found.items()
    ]


def on_growth(console: Console, scale: Scale, running: Server, given: Sequence[Script]) -> list[Goal]:
    """Measure a command on a small and on a large log."""
    sizes = (scale.small, scale.large)
    urls = [running.new_database() for _ in sizes]
    filled: dict[str, float] = {}
    for url, events in zip(urls, sizes, strict=True):
        asyncio.run(_create_tables(url))
        filled["PostgreSQL"] = elapsed_seconds(partial(fill_postgres, url, events))
    found = {
        "PostgreSQL": compare_logs(
            urls, given, turns=scale.turns, commands=scale.commands, server_cpu=running.cpu_seconds
        )
    }
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{events}.db" for events in sizes]
        for file, events in zip(files, sizes, strict=True):
            filled["SQLite"] = elapsed_seconds(partial(fill_sqlite, file, events))
        logs = [str(file) for file in files]
        found["SQLite"] = compare_logs(
            logs, given, turns=scale.turns, commands=scale.commands, server_cpu=float
        )
    shown = table(
        f"A real command at {sizes[0]:,} and at {sizes[1]:,} stored events, 8 games",
        *("log", "CPU µs: small", "large", "p50 ms: small", "large", "filled in s"),
    )
    goals = []
    for name, (small, large) in found.items():
        shown.add_row(
            name,
            *(f"{1e6 * median(cost.cpu for cost in costs):.0f}" for costs in (small, large)),
            *(f"{1e3 * median(cost.latency for cost in costs):.2f}" for costs in (small, large)),
            f"{filled[name]:.1f}",
        )
        goals.append(_growth(f"{name}, large log / small", small, large))
    console.print(shown)
    return goals


def _growth(name: str, small: Sequence[CommandCost], large: Sequence[CommandCost]) -> Goal:
    paired = [after.cpu / before.cpu for before, after in zip(small, large, strict=True)]
    return Goal(name=name, found=paired, wanted=1.15, least=False)


async def _create_tables(url: str) -> None:
    await (await open_store(url)).close()


def on_long_games(console: Console, scale: Scale, given: Sequence[Script]) -> list[Goal]:
    """Measure the first and the last full round of the longest games."""
    long = sorted(
        (each for each in given if each.creation.variant == HundredAndTen.variant),
        key=lambda each: -each.events,
    )[:4]
    measured = [measure_rounds(each) for _ in range(2 * scale.rounds) for each in long]
    shown = table("Long games in memory: CPU µs per command", "rounds", "first round", "last full round")
    shown.add_row(
        f"{min(each.rounds for each in measured)} – {max(each.rounds for each in measured)}",
        f"{1e6 * median(each.first for each in measured):.0f}",
        f"{1e6 * median(each.last for each in measured):.0f}",
    )
    console.print(shown)
    paired = [each.last / each.first for each in measured]
    return [Goal(name="last full round / first", found=paired, wanted=1.15, least=False)]


def run(console: Console, scale: Scale) -> list[Goal]:
    """Measure and print everything; returns the goals."""
    given = scripts(scale.scripts)
    goals: list[Goal] = []
    try:
        with server() as running:
            goals += on_postgres(console, scale, running, slow_fsync=False)
            goals += on_whole_path(console, scale, running, given)
            goals += on_growth(console, scale, running, given)
    except Missing as missing:
        show_skipped(console, "the remaining measurements on PostgreSQL", missing)
    try:
        with server(slow_fsync=True) as running:
            goals += on_postgres(console, scale, running, slow_fsync=True)
    except Missing as missing:
        show_skipped(console, "PostgreSQL with slow fsync", missing)
    with TemporaryDirectory() as folder:
        goals += on_sqlite(console, scale, Path(folder))
    goals += on_long_games(console, scale, given)
    return goals


def main() -> None:
    """Print the tables and the ratio."""
    scale = QUICK if argument_parser(__doc__).parse_args().quick else FULL
    console = Console(highlight=False)
    before = load_average()
    goals = run(console, scale)
    show_goals(console, goals)
    console.print(
        f"medians over the rounds, growth in CPU time; library: {AGGREGATES} aggregates, {CLIENTS} threads"
    )
    show_load_average(console, before)
    console.print(f"ratio: {median(goals[0].found):.2f}")


if __name__ == "__main__":
    main()
