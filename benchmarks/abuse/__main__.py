"""How much longer players wait while others abuse the server.

Fifty players play at 25 tables, first alone and then beside twenty hostile clients, each at an address of
its own: costly documents, sockets, bodies and headers that never end, guests with machine games, floods. The
server runs with its default settings on one core, players and attackers on another, where attackers give
way. Each turn has a new server. Afterwards every command that a player was acknowledged is looked for in the
log. The last line is how many times longer 95 of 100 operations take beside attackers than without: the
medians of all turns compared.

Run: `uv run python -m benchmarks.abuse [--quick]`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from msgspec import Struct
from rich.console import Console

from application.store.sqlite.store import SQLiteStore
from benchmarks.abuse.players import Acknowledged, Measured
from benchmarks.append.report import table
from benchmarks.subscribers.servers import Running

WANTED: Final = 3.0
"""How many times longer players may wait beside attackers."""
QUIET, HOSTILE = "alone", "beside 20 hostile clients"
LOOK_EVERY: Final = 0.25
MB: Final = 1e6


class Scale(Struct, frozen=True, kw_only=True):
    """How much is measured."""

    turns: int
    seconds: float


FULL = Scale(turns=5, seconds=20.0)
QUICK = Scale(turns=1, seconds=12.0)


class Turn(Struct, frozen=True, kw_only=True):
    """What players met in one turn, and what it took of the server."""

    measured: Measured
    lost: int
    """Commands that were acknowledged and are not in the log."""
    cpu: float
    """Which part of its core the server took."""
    memory: tuple[int, int]
    """Bytes that it held when the players sat down, and the most that it held."""
    disk: tuple[int, int]
    """Bytes in its data directory then, and at the end."""
    met: dict[str, int]
    """What attackers met."""

    @property
    def p95(self) -> float:
        """Seconds within which 95 of 100 operations were answered."""
        took = sorted(self.measured.took)
        return took[len(took) * 95 // 100]


@contextmanager
def server(folder: Path, core: int) -> Iterator[Running]:
    """Run a server as it comes, on one core."""
    command = [sys.executable, "-m", "api", "serve", "--port", "0", "--data-dir", str(folder / "data")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command,
            env={**environment, "COLUMNS": "400"},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        # Before it has any threads, which would stay where they are.
        os.sched_setaffinity(process.pid, [core])
        assert process.stdout is not None
        try:
            yield Running(process, process.stdout.readline().split()[-1])
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def turn(folder: Path, seconds: float, *, hostile: bool, cores: tuple[int, int]) -> Turn:
    """Let the players play for so long, alone or not."""
    with server(folder, cores[0]) as running:
        players = _started("benchmarks.abuse.players", running.url, seconds)
        attackers = None
        try:
            assert players.stdout is not None
            assert players.stdout.readline() == "ready\n"
            data, memory = folder / "data", running.memory()
            disk, cpu, begun = _size(data), running.cpu_seconds(), time.monotonic()
            if hostile:
                attackers = _started("benchmarks.abuse.attackers", running.url, seconds)
            most = memory
            while time.monotonic() < begun + seconds:
                time.sleep(LOOK_EVERY)
                most = max(most, running.memory())
            cpu = (running.cpu_seconds() - cpu) / (time.monotonic() - begun)
            measured = msgspec.json.decode(players.communicate()[0], type=Measured)
            met = json.loads(attackers.communicate()[0]) if attackers else {}
        finally:
            for process in (players, attackers):
                if process is not None:
                    process.kill()
                    process.wait()
        grown = _size(data)
    lost = asyncio.run(_lost(data / "log.db", measured.acknowledged))
    return Turn(measured=measured, lost=lost, cpu=cpu, memory=(memory, most), disk=(disk, grown), met=met)


def _started(module: str, url: str, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module, url, str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


async def _lost(log: Path, acknowledged: list[Acknowledged]) -> int:
    """Return how many commands are not in the log as they were acknowledged."""
    store = SQLiteStore(log)
    lost = 0
    try:
        for each in acknowledged:
            first = await store.command(each.game, each.player, each.command)
            # A table is set up before it has a log of its own to look in.
            found = first or await store.command("", each.player, each.command)
            if found is None or (str(found.game), found.last) != (each.game, each.version):
                lost += 1
    finally:
        await store.close()
    return lost


def show(console: Console, found: dict[str, list[Turn]]) -> None:
    """Print what players met, and what the server took."""
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
    shown = table("What the server took", *("turn", "MB memory", "at most", "MB disk", "at the end"))
    for name, turns in found.items():
        for number, each in enumerate(turns, 1):
            sizes = (f"{size / MB:.1f}" for size in (*each.memory, *each.disk))
            shown.add_row(f"{name} {number}", *sizes)
    console.print(shown)
    for each in found[HOSTILE][-1:]:
        met = ", ".join(f"{count:,} {what}" for what, count in sorted(each.met.items()))
        console.print(f"attackers met in the last turn: {met}")
    failures = {text for turns in found.values() for each in turns for text in each.measured.failed}
    if failures:
        console.print(f"players were refused: {'; '.join(sorted(failures))}")


def main() -> None:
    """Measure, and print what was found."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--quick", action="store_true", help="one short turn of each, to try it out")
    scale = QUICK if arguments.parse_args().quick else FULL
    console = Console(highlight=False, width=120)
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("it takes two cores: one for the server, one for the others")
    os.sched_setaffinity(0, cores[1:2])
    found: dict[str, list[Turn]] = {QUIET: [], HOSTILE: []}
    with TemporaryDirectory(prefix="kibitz-abuse-") as folder:
        for number in range(scale.turns):
            for name, turns in found.items():
                own = Path(folder) / f"{number}-{len(turns)}-{name == HOSTILE}"
                own.mkdir()
                turns.append(turn(own, scale.seconds, hostile=name == HOSTILE, cores=(cores[0], cores[1])))
    show(console, found)
    ratio = median(each.p95 for each in found[HOSTILE]) / median(each.p95 for each in found[QUIET])
    lost = sum(each.lost for turns in found.values() for each in turns)
    console.print(f"lost: {lost}; load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    console.print(f"ratio: {ratio:.2f}")
    if lost or ratio > WANTED:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
