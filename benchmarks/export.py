"""Benchmark of the export of a million events: speed and memory.

`python -m benchmarks.export` fills two SQLite logs, one with a quarter of the events, by repeating simulated
games under new ids. Each export runs in its own process. Its memory must not grow with the log. The ratio is
events per CPU second of the export, relative to only reading and decoding the log.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from statistics import median

from msgspec import Struct, json

from api.cli import main as kibitz
from application.store.sqlite.database import open_log
from application.store.sqlite.store import SQLiteStore
from benchmarks.projections.catch_up import read_and_decode
from benchmarks.projections.sample_log import fill, play_games
from benchmarks.timing import cpu_seconds

EVENTS = 1_000_000
PATTERN = 20_000
"""Minimum number of simulated events, which the log repeats."""
GAMES = 12
"""Simulated games of each variant."""
BATCH = 2_000
TURNS = 3
MOST_MEMORY = 250.0
"""MB that an export may take beyond the program at its start."""
MOST_GROWTH = 1.2
"""Maximum memory relative to the export of a log with a quarter of the events."""

_REPEAT = """
    WITH RECURSIVE rounds (number) AS (
        SELECT 1 UNION ALL SELECT number + 1 FROM rounds WHERE number < :events / :pattern
    )
    INSERT INTO events (position, game, version, topic, state, at, "by")
    SELECT position + number * :pattern, copied_id(game, number), version, topic, state,
        at + number * 86400000000, "by"
    FROM rounds CROSS JOIN events
    WHERE position <= :pattern AND position + number * :pattern <= :events
"""


class Cost(Struct, frozen=True):
    """Time and memory of an export."""

    seconds: float
    cpu: float
    """Seconds."""
    memory: float
    """Peak MB beyond the program at its start."""
    program: float
    """MB of the program at its start."""


def create_log(file: Path, events: int) -> None:
    """Create a log with so many events; its last games are in progress."""
    asyncio.run(_fill(file))
    with closing(open_log(file)) as log:
        log.create_function("copied_id", 2, lambda game, number: game[:13] + number.to_bytes(3))
        (pattern,) = log.execute("SELECT position FROM counter").fetchone()
        log.execute("BEGIN IMMEDIATE")
        log.execute(_REPEAT, {"events": events, "pattern": pattern})
        log.execute("DELETE FROM events WHERE position > ?", (events,))
        log.execute("UPDATE counter SET position = ?", (events,))
        log.execute("COMMIT")
        log.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def _fill(file: Path) -> None:
    store = SQLiteStore(file)
    try:
        await fill(store, play_games(GAMES), PATTERN)
    finally:
        await store.close()


def measure_export(data: Path, form: str) -> Cost:
    """Export a log in a subprocess."""
    command = [sys.executable, "-m", "benchmarks.export", "--once", str(data), "--format", form]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.decode(done.stdout, type=Cost)


def export_once(data: Path, form: str) -> None:
    """Export a log, and print its cost as JSON."""
    with tempfile.TemporaryDirectory(dir=data) as folder:
        out = Path(folder) / f"events.{form}"
        sys.argv = ["kibitz", *f"export events --format {form} --out {out} --data-dir {data}".split()]
        program, start = _peak_memory(), time.perf_counter()

        def export() -> None:
            with suppress(SystemExit):
                kibitz()

        cpu = cpu_seconds(export)
        seconds = time.perf_counter() - start
        if not out.exists():
            raise SystemExit("the export wrote no file")
    cost = Cost(seconds=seconds, cpu=cpu, memory=_peak_memory() - program, program=program)
    print(json.encode(cost).decode())


def _peak_memory() -> float:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--events", type=int, default=EVENTS)
    arguments.add_argument("--turns", type=int, default=TURNS)
    arguments.add_argument("--format", default="parquet", choices=["parquet", "csv", "ndjson"])
    arguments.add_argument(
        "--once", type=Path, help="export the log of this data directory once, and print its cost as JSON"
    )
    given = arguments.parse_args()
    if given.once is not None:
        export_once(given.once, given.format)
        return
    with tempfile.TemporaryDirectory() as folder:
        compare(Path(folder), given.events, given.turns, given.format)


def compare(folder: Path, events: int, turns: int, form: str) -> None:
    """Export a log and one with a quarter of its events; print the costs and the ratio."""
    data, smaller = folder / "data", folder / "smaller"
    for each, size in (data, events), (smaller, events // 4):
        each.mkdir()
        create_log(each / "log.db", size)
    few = measure_export(smaller, form)
    costs, read = [], []
    for _ in range(turns):
        costs.append(measure_export(data, form))
        read.append(cpu_seconds(lambda: read_and_decode(str(data / "log.db"), BATCH)))
    seconds, spent = median(each.seconds for each in costs), median(each.cpu for each in costs)
    memory = max(each.memory for each in costs)
    print(f"{events:,} events to {form}: {seconds:.1f} s, {events / seconds:,.0f} events/s")
    print(
        f"per CPU second: {events / spent:,.0f} events, {events / median(read):,.0f} if only read and decoded"
    )
    print(f"memory beyond the program's {few.program:.0f} MB: {memory:.0f} MB")
    print(f"memory for {events // 4:,} events: {few.memory:.0f} MB")
    if memory > MOST_MEMORY or memory > MOST_GROWTH * few.memory:
        raise SystemExit(
            f"memory exceeds {MOST_MEMORY:g} MB, or {MOST_GROWTH} times that of a quarter of the events"
        )
    print(f"ratio: {median(read) / spent:.2f}")


if __name__ == "__main__":
    main()
