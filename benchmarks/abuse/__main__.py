"""Benchmark of players' waiting time while hostile clients abuse the server.

Fifty players play at 25 tables, first alone, then beside twenty hostile clients with an address each. These
send costly documents, open many sockets, send endless bodies and headers, create guests with machine games,
and flood the server with requests. The server runs with default settings on one core; players and attackers
share another, where attackers have idle priority. Each turn has a new server, whose log must contain every
acknowledged command. The last line is the ratio of the 95th percentiles of players' operations with and
without attackers, by the medians over the turns.

Run: `uv run python -m benchmarks.abuse [--quick]`.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from msgspec import Struct
from rich.console import Console

from application.store.sqlite.store import SQLiteStore
from benchmarks.abuse.players import Acknowledged, Measured
from benchmarks.report import argument_parser, load_average, table
from benchmarks.server_processes import kibitz

WANTED: Final = 3.0
"""The goal: the maximum ratio of waiting times with and without attackers."""
QUIET, HOSTILE = "alone", "beside 20 hostile clients"
POLL_INTERVAL: Final = 0.25
MB: Final = 1e6


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    turns: int
    seconds: float


FULL = Scale(turns=5, seconds=20.0)
QUICK = Scale(turns=1, seconds=12.0)


class Turn(Struct, frozen=True, kw_only=True):
    """Measurements of players and of the server in one turn."""

    measured: Measured
    lost: int
    """Acknowledged commands that are not in the log."""
    cpu: float
    """The server's share of its core."""
    memory: tuple[int, int]
    """Bytes of the server's memory at the start, and at most."""
    disk: tuple[int, int]
    """Bytes of the server's data directory at the start, and at the end."""
    attack_outcomes: dict[str, int]
    """The outcomes of attacks with their numbers."""

    @property
    def p95(self) -> float:
        """The 95th percentile of operations' durations in seconds."""
        took = sorted(self.measured.took)
        return took[len(took) * 95 // 100]


def turn(folder: Path, seconds: float, *, hostile: bool, cores: tuple[int, int]) -> Turn:
    """Run players for a time, alone or beside attackers."""
    with kibitz(folder, core=cores[0]) as running:
        players = _started("benchmarks.abuse.players", running.url, seconds)
        attackers = None
        try:
            assert players.stdout is not None
            assert players.stdout.readline() == "ready\n"
            data, memory = folder / "data", running.memory()
            disk, cpu, start = _size(data), running.cpu_seconds(), time.monotonic()
            if hostile:
                attackers = _started("benchmarks.abuse.attackers", running.url, seconds)
            most = memory
            while time.monotonic() < start + seconds:
                time.sleep(POLL_INTERVAL)
                most = max(most, running.memory())
            cpu = (running.cpu_seconds() - cpu) / (time.monotonic() - start)
            measured = msgspec.json.decode(players.communicate()[0], type=Measured)
            outcomes = json.loads(attackers.communicate()[0]) if attackers else {}
        finally:
            for process in (players, attackers):
                if process is not None:
                    process.kill()
                    process.wait()
        final_disk = _size(data)
    lost = asyncio.run(_lost(data / "log.db", measured.acknowledged))
    return Turn(
        measured=measured,
        lost=lost,
        cpu=cpu,
        memory=(memory, most),
        disk=(disk, final_disk),
        attack_outcomes=outcomes,
    )


def _started(module: str, url: str, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module, url, str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


async def _lost(log: Path, acknowledged: list[Acknowledged]) -> int:
    """Return the number of acknowledged commands that are not in the log."""
    store = SQLiteStore(log)
    lost = 0
    try:
        for each in acknowledged:
            first = await store.command(each.game, each.player, each.command)
            # The command that created the game is recorded without a game.
            found = first or await store.command("", each.player, each.command)
            if found is None or (str(found.game), found.last) != (each.game, each.version):
                lost += 1
    finally:
        await store.close()
    return lost


def show(console: Console, found: dict[str, list[Turn]]) -> None:
    """Print the measurements of players and of the server."""
    shown = table(
        "50 players at 25 tables, medians over the turns",
        *("players", "operations", "p50 ms", "p95 ms", "least – most", "failed", "lost", "core"),
    )
    for name, turns in found.items():
        p95 = [1e3 * each.p95 for each in turns]
        shown.add_row(
            name,
            f"{median(len(each.measured.took) for each in turns):,.0f}",
            f"{1e3 * median(median(each.measured.took) for each in turns):.1f}",
            f"{median(p95):.1f}",
            f"{min(p95):.1f} – {max(p95):.1f}",
            f"{sum(len(each.measured.failed) for each in turns):,}",
            f"{sum(each.lost for each in turns):,}",
            f"{median(each.cpu for each in turns):.0%}",
        )
    console.print(shown)
    shown = table("Memory and disk of the server", *("turn", "MB memory", "at most", "MB disk", "at the end"))
    for name, turns in found.items():
        for number, each in enumerate(turns, 1):
            sizes = (f"{size / MB:.1f}" for size in (*each.memory, *each.disk))
            shown.add_row(f"{name} {number}", *sizes)
    console.print(shown)
    for each in found[HOSTILE][-1:]:
        outcomes = ", ".join(f"{count:,} {name}" for name, count in sorted(each.attack_outcomes.items()))
        console.print(f"outcomes of attacks in the last turn: {outcomes}")
    failures = {text for turns in found.values() for each in turns for text in each.measured.failed}
    if failures:
        console.print(f"players were refused: {'; '.join(sorted(failures))}")


def main() -> None:
    """Print the tables and the ratio."""
    scale = QUICK if argument_parser(__doc__).parse_args().quick else FULL
    console = Console(highlight=False, width=120)
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("this benchmark needs two cores: one for the server, one for the clients")
    os.sched_setaffinity(0, cores[1:2])
    found: dict[str, list[Turn]] = {QUIET: [], HOSTILE: []}
    with TemporaryDirectory(prefix="kibitz-abuse-") as folder:
        for number in range(scale.turns):
            for name, turns in found.items():
                turn_folder = Path(folder) / f"{number}-{len(turns)}-{name == HOSTILE}"
                turn_folder.mkdir()
                turns.append(
                    turn(turn_folder, scale.seconds, hostile=name == HOSTILE, cores=(cores[0], cores[1]))
                )
    show(console, found)
    ratio = median(each.p95 for each in found[HOSTILE]) / median(each.p95 for each in found[QUIET])
    lost = sum(each.lost for turns in found.values() for each in turns)
    console.print(f"lost: {lost}; load average: {load_average():.1f} on {os.cpu_count()} cores")
    console.print(f"ratio: {ratio:.2f}")
    if lost or ratio > WANTED:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
