"""What appending costs under load: games that append one ready event after the other, timed one by one.

As a program it is one process of several that load one log: once it is ready it says so, reads the moment at
which to begin, and in the end prints what it measured, as JSON.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from statistics import median
from typing import TypeAlias
from uuid import uuid4

import msgspec
from msgspec import Struct

from application.store.port import Append, Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from domain.events import BidPlaced

WARM_UP = 0.3
"""Seconds at the beginning that are not counted."""
PLAYER = "player-1"
EVENT = BidPlaced(seat=1, amount=20)

Answer: TypeAlias = tuple[float, float]
"""When an append was answered, and after how many seconds."""
Opened: TypeAlias = Callable[[], Awaitable[Store]]


class Load(Struct, frozen=True, kw_only=True):
    """What one side did in one turn."""

    rate: float
    """Events, or whatever is counted, in a second."""
    p50: float
    p99: float
    """Seconds in which half of them, and nearly all, were answered."""


def load_of(answers: Sequence[Answer], begun: float, ended: float) -> Load:
    """Return what was done in a span of time."""
    taken = sorted(took for at, took in answers if begun <= at < ended)
    if not taken:
        raise RuntimeError("nothing was answered in the time that is measured")
    return Load(
        rate=len(taken) / (ended - begun), p50=taken[len(taken) // 2], p99=taken[99 * len(taken) // 100]
    )


def elapsed(work: Callable[[], object]) -> float:
    """Return the seconds that the work takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def interleaved(sides: Mapping[str, Callable[[], Load]], *, rounds: int) -> dict[str, list[Load]]:
    """Let the sides take turns and return what each did in each round."""
    found: dict[str, list[Load]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            found[name].append(side())
    return found


def ratios(ours: Sequence[Load], theirs: Sequence[Load]) -> list[float]:
    """Return how many times more we do, round by round: what disturbs a round falls on both sides."""
    return [our.rate / their.rate for our, their in zip(ours, theirs, strict=True)]


def ratio(ours: Sequence[Load], theirs: Sequence[Load]) -> float:
    """Return how many times more we do, as the median over the rounds."""
    return median(ratios(ours, theirs))


def opens(log: str) -> Opened:
    """Return how to open a log, named by a PostgreSQL URL or a SQLite file."""
    if log.startswith("postgresql:"):
        return lambda: PostgresStore.open(log)

    async def sqlite() -> Store:
        return SQLiteStore(log)

    return sqlite


def ready_events(log: str, games: int, seconds: float) -> Load:
    """Let so many games append for so long, each the next event as soon as the last is durable."""
    return asyncio.run(_ready_events(opens(log), games, seconds, None))


async def _ready_events(opened: Opened, games: int, seconds: float, at: float | None) -> Load:
    store = await opened()
    try:
        if at is not None:
            await asyncio.sleep(max(0.0, at - time.time()))
        begun = time.perf_counter() + WARM_UP
        ended = begun + seconds
        answers: list[Answer] = []
        await asyncio.gather(*(_game(store, ended, answers) for _ in range(games)))
    finally:
        await store.close()
    return load_of(answers, begun, ended)


async def _game(store: Store, until: float, answers: list[Answer]) -> None:
    game, version, when = uuid4(), 0, datetime.now(UTC)
    before = time.perf_counter()
    while before < until:
        await store.append(Append(game=game, after=version, events=(EVENT,), at=when, by=PLAYER))
        version += 1
        now = time.perf_counter()
        answers.append((now, now - before))
        before = now


def in_processes(log: str, processes: int, games: int, seconds: float) -> Load:
    """Let several processes append to one log at the same time, each for so many games; return the sum."""
    command = [sys.executable, "-m", "benchmarks.append.load", log, str(games), str(seconds)]
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for process in started:
        assert process.stdout is not None, "it is a pipe"
        process.stdout.readline()
    at = time.time() + 0.1
    for process in started:
        assert process.stdin is not None, "it is a pipe"
        process.stdin.write(f"{at}\n")
        process.stdin.flush()
    loads = [msgspec.json.decode(process.communicate()[0], type=Load) for process in started]
    return Load(
        rate=sum(load.rate for load in loads),
        p50=max(load.p50 for load in loads),
        p99=max(load.p99 for load in loads),
    )


def main() -> None:
    """Be one process of a load."""
    log, games, seconds = sys.argv[1:]
    print("ready", flush=True)
    at = float(sys.stdin.readline())
    load = asyncio.run(_ready_events(opens(log), int(games), float(seconds), at))
    print(msgspec.json.encode(load).decode())


if __name__ == "__main__":
    main()
