"""Benchmark of real games over HTTP: commands per second and CPU time, beside bare FastAPI with pydantic.

Players play whole games of Oh Hell, each table on a kept-alive connection of its own. Their moves are
computed ahead, and sent as the pages send them: the trusted documents of bids and cards by id, with
Chromium's headers, the player's token, a command id and the expected version. Each answer must be an
acceptance, and at the end each log must hold exactly these commands in this order. Rate limits are off;
commits are durable (`fsync`), and the games share them (group commit).

The reference takes the same requests, validates them into pydantic models and answers with models of the same
fields: FastAPI under uvicorn with uvloop and httptools. It knows no player, no game and no database. On one
side the moves are those of the Python client, whose answers contain the events and the whole table; they have
no reference of their size, and no goal.

All sides run in one process each and are measured in turns, after a turn to warm up; medians count. All
processes, PostgreSQL and the load included, share two cores, to which nothing else is pinned. A projector
runs only on the sides that say so; its CPU time is counted until it has caught up, before the next turn. The
last line is the rate of commands on PostgreSQL relative to the reference.

Run: `uv run python -m benchmarks.api_http [--quick]`.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import uvloop
from msgspec import Struct
from rich.console import Console

from benchmarks.api_http.move_load import Turn
from benchmarks.api_http.sides import (
    POSTGRES,
    POSTGRES_BESIDE,
    SIDES,
    SQLITE,
    Played,
    Reference,
    reference,
    running,
)
from benchmarks.postgres_server import Missing, server
from benchmarks.report import (
    Goal,
    argument_parser,
    load_average,
    show_goals,
    show_load_average,
    show_skipped,
    table,
)

BARE: Final = "bare FastAPI + pydantic"
CORES: Final = 2
"""The number of cores that all processes share."""


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    rounds: int
    seconds: float
    connections: int


FULL = Scale(rounds=7, seconds=3.0, connections=64)
QUICK = Scale(rounds=2, seconds=1.0, connections=32)
WARM_UP_SECONDS: Final = 1.0

Found = Mapping[str, Sequence[Turn]]
"""The turns of each side."""


async def measure(console: Console, scale: Scale, played: Mapping[str, Played], opened: ExitStack) -> Found:
    """Measure all sides in turns, and check the logs."""
    # The games of the first side serve as requests of the reference, too.
    requests = await next(iter(played.values())).requests()
    sides: dict[str, Played | Reference] = {
        BARE: opened.enter_context(reference(requests, scale.connections)),
        **played,
    }
    for side in sides.values():
        await side.turn(WARM_UP_SECONDS)
    # From here on, garbage of the load is freed at once, or kept to the end.
    gc.collect()
    gc.disable()
    found: dict[str, list[Turn]] = {name: [] for name in sides}
    for _ in range(scale.rounds):
        for name, side in sides.items():
            found[name].append(await side.turn(scale.seconds))
    count = sum([await each.check() for each in played.values()])
    console.print(f"all {count:,} accepted moves are in the logs, in order, and no others")
    return found


def rate_ratios(found: Found, name: str) -> list[float]:
    """Return the rates of a side relative to the reference, by round."""
    return [our.load.rate / bare.load.rate for our, bare in zip(found[name], found[BARE], strict=True)]


def cpu_ratios(found: Found, name: str) -> list[float]:
    """Return the CPU times of the reference relative to a side, by round."""
    return [bare.cpu / our.cpu for our, bare in zip(found[name], found[BARE], strict=True)]


def show(console: Console, found: Found, connections: int) -> None:
    """Print the measurements of all sides."""
    shown = table(
        f"Moves over HTTP on {connections} connections, one server process; medians over the rounds",
        *("side", "per s", "least – most", "× bare", "p50 ms", "p99 ms", "bytes"),
    )
    for name, turns in found.items():
        rates = [each.load.rate for each in turns]
        shown.add_row(
            name,
            f"{median(rates):,.0f}",
            f"{min(rates):,.0f} – {max(rates):,.0f}",
            f"{median(rate_ratios(found, name)):.2f}",
            f"{1e3 * median(each.load.p50 for each in turns):.1f}",
            f"{1e3 * median(each.load.p99 for each in turns):.1f}",
            f"{median(each.answer_bytes for each in turns):,.0f}",
        )
    console.print(shown)
    shown = table(
        "CPU time per move",
        *("side", "server ms", "least – most", "bare ÷ side", "projector ms", "its lag s", "load ms"),
    )
    for name, turns in found.items():
        times = [1e3 * each.cpu for each in turns]
        projector = 1e3 * median(each.projector_cpu for each in turns)
        shown.add_row(
            name,
            f"{median(times):.3f}",
            f"{min(times):.3f} – {max(times):.3f}",
            f"{median(cpu_ratios(found, name)):.2f}",
            f"{projector:.3f}" if projector else "",
            f"{median(each.lag for each in turns):.1f}" if projector else "",
            f"{1e3 * median(each.client_cpu for each in turns):.3f}",
        )
    console.print(shown)


def goals_of(found: Found) -> list[Goal]:
    """Return the goals of the measured sides; the first is that of the last line."""
    goals = []
    for side, wanted in ((POSTGRES, 0.5), (SQLITE, 0.45)):
        if side.name in found:
            rates, times = rate_ratios(found, side.name), cpu_ratios(found, side.name)
            goals.append(Goal(name=f"moves/s, {side.name} / bare", found=rates, wanted=wanted))
            goals.append(Goal(name=f"CPU per move, bare / {side.name}", found=times, wanted=wanted))
    if POSTGRES_BESIDE.name in found:
        rates = rate_ratios(found, POSTGRES_BESIDE.name)
        goals.append(Goal(name=f"moves/s, {POSTGRES_BESIDE.name} / bare", found=rates, wanted=0.35))
    return goals


def main() -> None:
    """Print the tables and the ratio."""
    scale = QUICK if argument_parser(__doc__).parse_args().quick else FULL
    console = Console(highlight=False, width=120)
    # All processes inherit it.
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    before = load_average()
    with TemporaryDirectory(prefix="kibitz-api-http-") as folder, ExitStack() as opened:
        database, sides = None, list(SIDES)
        try:
            database = opened.enter_context(server())
        except Missing as missing:
            show_skipped(console, "the sides on PostgreSQL", missing)
            sides = [side for side in SIDES if not side.postgres]
        played = {
            side.name: opened.enter_context(
                running(side, Path(folder) / str(number), database, scale.connections)
            )
            for number, side in enumerate(sides)
        }
        found = uvloop.run(measure(console, scale, played, opened))
    show(console, found, scale.connections)
    goals = goals_of(found)
    show_goals(console, goals)
    show_load_average(console, before)
    console.print(f"ratio: {median(goals[0].found):.2f}")


if __name__ == "__main__":
    main()
