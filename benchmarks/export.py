"""How fast a million events are exported to Parquet, in how much memory, and beside reading the log alone.

`python -m benchmarks.export` fills two logs in SQLite, one with a fourth of the events, by repeating some
simulated games under new ids. Each export runs in a process of its own, whose memory is looked at; it must
not grow with the log. The ratio is of the events in a CPU second of an export to those of reading and
decoding the log and doing nothing with it.
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
from benchmarks.measure import cpu
from benchmarks.projections.log import fill, played
from benchmarks.projections.sides import limit

EVENTS = 1_000_000
PATTERN = 20_000
"""Events that are simulated, at least; the log has them again and again."""
GAMES = 12
"""Games of each variant among which those are chosen."""
BATCH = 2_000
TURNS = 3
MOST_MEMORY = 250.0
"""MB that an export may take beyond what the program has at its start."""
MOST_GROWTH = 1.2
"""How much more an export may take than that of a log with a fourth of the events."""

_REPEAT = """
    WITH RECURSIVE rounds (number) AS (
        SELECT 1 UNION ALL SELECT number + 1 FROM rounds WHERE number < :events / :pattern
    )
    INSERT INTO events (position, game, version, topic, state, at, "by")
    SELECT position + number * :pattern, renewed(game, number), version, topic, state,
        at + number * 86400000000, "by"
    FROM rounds CROSS JOIN events
    WHERE position <= :pattern AND position + number * :pattern <= :events
"""


class Cost(Struct, frozen=True):
    """What an export took, and the program before it."""

    seconds: float
    cpu: float
    """Seconds."""
    memory: float
    """MB at most, beyond those of the program."""
    program: float
    """MB."""


def filled(file: Path, events: int) -> Path:
    """Make a log of so many events, the last games of which are under way."""
    asyncio.run(_fill(file))
    with closing(open_log(file)) as log:
        log.create_function("renewed", 2, lambda game, number: game[:13] + number.to_bytes(3))
        (pattern,) = log.execute("SELECT position FROM counter").fetchone()
        log.execute("BEGIN IMMEDIATE")
        log.execute(_REPEAT, {"events": events, "pattern": pattern})
        log.execute("DELETE FROM events WHERE position > ?", (events,))
        log.execute("UPDATE counter SET position = ?", (events,))
        log.execute("COMMIT")
        log.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file


async def _fill(file: Path) -> None:
    store = SQLiteStore(file)
    try:
        await fill(store, played(GAMES), PATTERN)
    finally:
        await store.close()


def exported(data: Path, form: str) -> Cost:
    """Export a log in a process of its own."""
    asked = [sys.executable, "-m", "benchmarks.export", "--once", str(data), "--format", form]
    done = subprocess.run(asked, check=True, capture_output=True, text=True)
    return json.decode(done.stdout, type=Cost)


def once(data: Path, form: str) -> None:
    """Export a log, and print what it took."""
    with tempfile.TemporaryDirectory(dir=data) as folder:
        out = Path(folder) / f"events.{form}"
        sys.argv = ["kibitz", *f"export events --format {form} --out {out} --data-dir {data}".split()]
        program, begun = _memory(), time.perf_counter()

        def export() -> None:
            with suppress(SystemExit):
                kibitz()

        spent = cpu(export)
        taken = time.perf_counter() - begun
        if not out.exists():
            raise SystemExit("nothing was exported")
    cost = Cost(seconds=taken, cpu=spent, memory=_memory() - program, program=program)
    print(json.encode(cost).decode())


def _memory() -> float:
    """Return the most MB that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--events", type=int, default=EVENTS)
    arguments.add_argument("--turns", type=int, default=TURNS)
    arguments.add_argument("--format", default="parquet", choices=["parquet", "csv", "ndjson"])
    arguments.add_argument(
        "--once", type=Path, help="export the log of this data directory, and say what it took"
    )
    asked = arguments.parse_args()
    if asked.once is not None:
        once(asked.once, asked.format)
        return
    with tempfile.TemporaryDirectory() as folder:
        compare(Path(folder), asked.events, asked.turns, asked.format)


def compare(folder: Path, events: int, turns: int, form: str) -> None:
    """Export a log and one with a fourth of its events; print what it takes, and the ratio."""
    data, smaller = folder / "data", folder / "smaller"
    for each, size in (data, events), (smaller, events // 4):
        each.mkdir()
        filled(each / "log.db", size)
    few = exported(smaller, form)
    costs, read = [], []
    for _ in range(turns):
        costs.append(exported(data, form))
        read.append(cpu(lambda: limit(str(data / "log.db"), BATCH)))
    seconds, spent = median(each.seconds for each in costs), median(each.cpu for each in costs)
    memory = max(each.memory for each in costs)
    print(f"{events:,} events to {form}: {seconds:.1f} s, {events / seconds:,.0f} events/s")
    print(
        f"in a CPU second: {events / spent:,.0f} events, {events / median(read):,.0f} read and decoded alone"
    )
    print(f"memory beyond the program's {few.program:.0f} MB: {memory:.0f} MB")
    print(f"memory for {events // 4:,} events: {few.memory:.0f} MB")
    if memory > MOST_MEMORY or memory > MOST_GROWTH * few.memory:
        raise SystemExit(
            f"memory grows: at most {MOST_MEMORY:g} MB, and {MOST_GROWTH} times that of a fourth"
        )
    print(f"ratio: {median(read) / spent:.2f}")


if __name__ == "__main__":
    main()
