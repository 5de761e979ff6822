"""How soon and how dearly one server tells 1,000 followers of 200 games what happens in them, as they go on.

`kibitz serve` runs in a process of its own. In another, people sit down at the games and make moves at a
steady rate, and followers listen on sockets, a connection each: both seats of every game and three who look
on. An event is stamped before it is committed, by the clock that the followers read too, so what is shown as
the time to delivery is a little longer than the time since the commit. What followers cost is the CPU time of
the server with them less that without them, at the same rate of moves: before they come, and after they left.

The reference is a bare server of the `websockets` package, which sends the same texts to as many sockets, and
does nothing else. The last line is the ratio of the CPU time per delivered message, ours to the reference's.

Run: `uv run python -m benchmarks.subscribers [--quick]`.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
from collections.abc import Awaitable, Sequence
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks.subscribers.crowd import Crowd, seated
from benchmarks.subscribers.servers import Running, bare, kibitz, listeners, told

LATENCY_GOAL = 0.25
"""Seconds within which 95 % of all messages are to be delivered."""
FOLLOWERS = 5
"""Of each game."""
WARMING = 10.0
"""Seconds for which moves are made before anything is measured."""


async def measured(games: int, rate: float, seconds: float, folder: Path, console: Console) -> bool:
    """Measure and show; return whether the goals were met."""
    with kibitz(folder) as ours:
        tables = await seated(ours.url, games)
        async with Crowd(ours.url, tables) as crowd:
            await crowd.play(rate, WARMING)
            before = await spent(ours, crowd, rate, seconds)
            empty = ours.memory()
            await crowd.follow(FOLLOWERS)
            memory = (ours.memory() - empty) / crowd.followers
            followed = await spent(ours, crowd, rate, seconds)
            lost = await crowd.lost()
            texts, delays = crowd.texts, crowd.delays
            await crowd.leave()
            after = await spent(ours, crowd, rate, seconds)
    moves = followed.moves
    per_move = (before.cpu + after.cpu) / (before.moves + after.moves)
    dear = (followed.cpu - per_move * moves) / len(delays)
    with bare(texts) as theirs:
        async with listeners(theirs.url, games, FOLLOWERS) as sockets:
            cheap = await used(theirs, told(sockets, texts)) / len(delays)

    p50, p95 = (quantiles(delays, n=100)[at - 1] for at in (50, 95))
    shown = Table("", "", title=f"{crowd.followers:,} followers of {games} games")
    shown.add_row("moves a second", f"{moves / seconds:,.0f}")
    shown.add_row("messages a second", f"{len(delays) / seconds:,.0f}")
    shown.add_row("delivered after, p50", f"{1000 * p50:,.0f} ms")
    shown.add_row("delivered after, p95", f"{1000 * p95:,.0f} ms")
    shown.add_row("messages lost or sent twice", f"{lost}")
    shown.add_row("memory per follower", f"{memory / 1024:,.0f} KB")
    for when, each in (("before followers", before), ("with them", followed), ("after them", after)):
        shown.add_row(f"CPU per move, {when}", f"{1e6 * each.cpu / each.moves:,.0f} µs")
    shown.add_row("CPU per delivered message", f"{1e6 * dear:,.0f} µs")
    shown.add_row("CPU per follower", f"{1e3 * dear * len(delays) / seconds / crowd.followers:,.2f} ms/s")
    shown.add_row("CPU per message, bare websockets", f"{1e6 * cheap:,.0f} µs")
    console.print(shown)
    met = p95 < LATENCY_GOAL and lost == 0
    console.print(f"p95 under {1000 * LATENCY_GOAL:.0f} ms, nothing lost: {'met' if met else 'MISSED'}")
    console.print("Reference: a bare `websockets` server that sends the same texts to as many sockets")
    console.print(f"ratio: {dear / cheap:.2f}")
    return met


class Spent(NamedTuple):
    """What the server did in one stretch of time."""

    cpu: float
    """Seconds of CPU time."""
    moves: int


async def spent(server: Running, crowd: Crowd, rate: float, seconds: float) -> Spent:
    """Let moves be made for a while, and return what that took."""
    before = crowd.moves
    cpu = await used(server, crowd.play(rate, seconds))
    return Spent(cpu, crowd.moves - before)


async def used(server: Running, work: Awaitable[None]) -> float:
    """Return the CPU seconds that a server takes for some work."""
    before = server.cpu_seconds()
    await work
    return server.cpu_seconds() - before


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=25.0, help="moves a second, at all games together")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--quick", action="store_true", help="20 games for 5 seconds")
    chosen = parser.parse_args(arguments)
    # A socket takes a file descriptor.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    games, seconds = (20, 5.0) if chosen.quick else (chosen.games, chosen.seconds)
    console = Console(highlight=False)
    with TemporaryDirectory() as folder:
        met = asyncio.run(measured(games, chosen.rate, seconds, Path(folder), console))
    if not (met or chosen.quick):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
