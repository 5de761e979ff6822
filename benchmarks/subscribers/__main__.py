"""Benchmark of fan-out: latency and CPU cost of 1,000 subscribers to 200 running games.

`kibitz serve` runs in its own process. In another, players make moves at a steady rate, and subscribers
listen with a WebSocket each: both players and three spectators per game. The latency runs from the timestamp
of an event to its delivery. The timestamp is set before the commit, by the same clock. The cost of
subscribers is the server's CPU time with them minus without them, at the same rate of moves, measured before
and after them.

The reference is a bare server of the `websockets` package that sends the same texts to as many sockets. The
last line is the ratio of the CPU times per delivered message.

Run: `uv run python -m benchmarks.subscribers [--quick]`.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Awaitable, Sequence
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks.report import argument_parser
from benchmarks.server_processes import ONE_ADDRESS, Running, bare, kibitz, listeners, receive_all
from benchmarks.subscribers.client_load import ClientLoad, create_tables

LATENCY_GOAL = 0.25
"""The goal: maximum 95th percentile of the latency in seconds."""
SUBSCRIBERS_PER_GAME = 5

WARM_UP = 10.0
"""Seconds of moves before the measurement."""


async def measure(games: int, rate: float, seconds: float, folder: Path, console: Console) -> bool:
    """Measure and print the results; returns whether the goals were met."""
    with kibitz(folder, ONE_ADDRESS) as ours:
        tables = await create_tables(ours.url, games)
        async with ClientLoad(ours.url, tables) as load:
            await load.play(rate, WARM_UP)
            before = await measure_moves(ours, load, rate, seconds)
            empty = ours.memory()
            await load.subscribe(SUBSCRIBERS_PER_GAME)
            memory = (ours.memory() - empty) / load.subscribers
            subscribed = await measure_moves(ours, load, rate, seconds)
            lost = await load.lost()
            texts, delays = load.texts, load.delays
            await load.unsubscribe()
            after = await measure_moves(ours, load, rate, seconds)
    moves = subscribed.moves
    per_move = (before.cpu + after.cpu) / (before.moves + after.moves)
    our_cost = (subscribed.cpu - per_move * moves) / len(delays)
    with bare(texts) as theirs:
        async with listeners(theirs.url, games, SUBSCRIBERS_PER_GAME) as sockets:
            bare_cost = await cpu_of(theirs, receive_all(sockets, texts)) / len(delays)

    p50, p95 = (quantiles(delays, n=100)[at - 1] for at in (50, 95))
    shown = Table("", "", title=f"{load.subscribers:,} subscribers to {games} games")
    shown.add_row("moves per second", f"{moves / seconds:,.0f}")
    shown.add_row("messages per second", f"{len(delays) / seconds:,.0f}")
    shown.add_row("latency, p50", f"{1000 * p50:,.0f} ms")
    shown.add_row("latency, p95", f"{1000 * p95:,.0f} ms")
    shown.add_row("messages lost or repeated", f"{lost}")
    shown.add_row("memory per subscriber", f"{memory / 1024:,.0f} KB")
    for when, each in (("before subscribers", before), ("with them", subscribed), ("after them", after)):
        shown.add_row(f"CPU per move, {when}", f"{1e6 * each.cpu / each.moves:,.0f} µs")
    shown.add_row("CPU per delivered message", f"{1e6 * our_cost:,.0f} µs")
    shown.add_row(
        "CPU per subscriber", f"{1e3 * our_cost * len(delays) / seconds / load.subscribers:,.2f} ms/s"
    )
    shown.add_row("CPU per message, bare websockets", f"{1e6 * bare_cost:,.0f} µs")
    console.print(shown)
    met = p95 < LATENCY_GOAL and lost == 0
    console.print(f"p95 under {1000 * LATENCY_GOAL:.0f} ms, nothing lost: {'met' if met else 'MISSED'}")
    console.print("reference: a bare `websockets` server that sends the same texts to as many sockets")
    console.print(f"ratio: {our_cost / bare_cost:.2f}")
    return met


class MoveCost(NamedTuple):
    """The server's CPU time and the moves of one period."""

    cpu: float
    """Seconds of CPU time."""
    moves: int


async def measure_moves(server: Running, load: ClientLoad, rate: float, seconds: float) -> MoveCost:
    """Make moves at a rate for a time, and measure the server."""
    before = load.moves
    cpu = await cpu_of(server, load.play(rate, seconds))
    return MoveCost(cpu, load.moves - before)


async def cpu_of(server: Running, work: Awaitable[None]) -> float:
    """Return the CPU seconds of a server during some work."""
    before = server.cpu_seconds()
    await work
    return server.cpu_seconds() - before


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark."""
    parser = argument_parser(__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=25.0, help="moves per second in all games together")
    parser.add_argument("--seconds", type=float, default=30.0)

    chosen = parser.parse_args(arguments)
    # Each socket needs a file descriptor.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    games, seconds = (20, 5.0) if chosen.quick else (chosen.games, chosen.seconds)
    console = Console(highlight=False)
    with TemporaryDirectory() as folder:
        met = asyncio.run(measure(games, chosen.rate, seconds, Path(folder), console))
    if not (met or chosen.quick):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
