"""Benchmark of pending deadlines: the CPU time of an idle server with many games whose clocks run.

Two servers run beside each other, each in its own process: one on an empty log, the reference, and one on a
log with the games. The last line is the part of a core that the pending deadlines cost.

Run: `uv run python -m benchmarks.deadlines [--quick]`.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final
from uuid import uuid4

from rich.console import Console

from application.deadlines.game_time import now
from application.games.croupier import Croupier
from application.store.port import Append
from application.store.sqlite.store import SQLiteStore
from benchmarks.report import Goal, argument_parser, show_goals, table
from benchmarks.server_processes import Running, kibitz
from domain.commands import Command, CreateGame, JoinGame, StartGame

GOAL: Final = 0.01
"""The goal: the maximum part of a core that 10,000 pending deadlines cost."""
SETTLE_SECONDS: Final = 60.0
"""The longest time in which the read models are built before the measurement."""
DAYS: Final = 5 * 24 * 60 * 60


async def fill(path: Path, games: int) -> None:
    """Write a log of games whose clocks run for days."""
    croupier, store = Croupier(), SQLiteStore(path)
    create = CreateGame(
        by="ann", variant="hundred-and-ten", options={"clock": "per_move", "move_seconds": DAYS}
    )
    commands: tuple[Command, ...] = (JoinGame(by="bob"), StartGame(by="ann"))
    appends = []
    for _ in range(games):
        known, events = croupier.create(create)
        for command in commands:
            known, more = croupier.carry_out(known, command)
            events += more
        assert known.game.has_deadline
        appends.append(Append(game=uuid4(), after=0, events=events, at=now(), by="ann"))
    await asyncio.gather(*map(store.append, appends))
    await store.close()


def settle(server: Running) -> None:
    """Wait until a server does nothing but look for what is due."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < deadline:
        before = server.cpu_seconds()
        time.sleep(2)
        if server.cpu_seconds() - before < 0.1:
            return


def main() -> int:
    """Run the benchmark; return 1 if the goal was missed."""
    arguments = argument_parser(__doc__).parse_args()
    games, rounds, seconds = (1_000, 2, 5.0) if arguments.quick else (10_000, 5, 20.0)
    console = Console()
    with TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty", Path(folder) / "full"
        for each in (empty, full):
            (each / "data").mkdir(parents=True)
        asyncio.run(fill(full / "data" / "log.db", games))
        costs: list[tuple[float, float]] = []
        with kibitz(empty) as reference, kibitz(full) as measured:
            settle(reference)
            settle(measured)
            for _ in range(rounds):
                before = reference.cpu_seconds(), measured.cpu_seconds()
                time.sleep(seconds)
                idle, pending = reference.cpu_seconds() - before[0], measured.cpu_seconds() - before[1]
                costs.append((idle / seconds, pending / seconds))
    shown = table(f"An idle server for {rounds} × {seconds:g} s", "log", "part of a core")
    shown.add_row("empty", f"{median(idle for idle, _ in costs):.4f}")
    shown.add_row(f"{games:,} running clocks", f"{median(pending for _, pending in costs):.4f}")
    console.print(shown)
    found = [max(0.0, pending - idle) for idle, pending in costs]
    goal = Goal(name="pending deadlines", found=found, wanted=GOAL, least=False, unit="cores")
    show_goals(console, [goal])
    console.print(f"ratio: {median(found):.4f}")
    return 0 if goal.met else 1


if __name__ == "__main__":
    sys.exit(main())
