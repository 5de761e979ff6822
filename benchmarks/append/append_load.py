"""Load of games that append prepared events, each with its latency.

As a program it is one of several processes that load the same log. It prints `ready`, reads its start time
from standard input, and prints its measurements as JSON.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeAlias
from uuid import uuid4

import msgspec
from msgspec import Struct

from application.store.port import Append, Store
from benchmarks.log_store import open_store
from domain.events import BidPlaced

WARM_UP = 0.3
"""Seconds at the start that are not counted."""
PLAYER = "player-1"
EVENT = BidPlaced(seat=1, amount=20)

Answer: TypeAlias = tuple[float, float]
"""The time of an answer, and its latency in seconds."""


class Load(Struct, frozen=True, kw_only=True):
    """Rate and latency of one side in one turn."""

    rate: float
    """Events or commands per second."""
    p50: float
    p99: float
    """The median and the 99th percentile of the latency in seconds."""


def load_of(answers: Sequence[Answer], begun: float, ended: float) -> Load:
    """Return the load between two times."""
    taken = sorted(took for at, took in answers if begun <= at < ended)
    if not taken:
        raise RuntimeError("there was no answer in the measured time")
    return Load(
        rate=len(taken) / (ended - begun), p50=taken[len(taken) // 2], p99=taken[99 * len(taken) // 100]
    )


def interleaved(sides: Mapping[str, Callable[[], Load]], *, rounds: int) -> dict[str, list[Load]]:
    """Run the sides alternately; returns the load of each side in each round."""
    found: dict[str, list[Load]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            found[name].append(side())
    return found


def ratios(ours: Sequence[Load], theirs: Sequence[Load]) -> list[float]:
    """Return the ratios of the rates by round, since noise affects both sides of a round."""
    return [our.rate / their.rate for our, their in zip(ours, theirs, strict=True)]


def append_events(log: str, games: int, seconds: float) -> Load:
    """Append events in so many concurrent games, each after the previous one is durable."""
    return asyncio.run(_append_events(log, games, seconds, None))


async def _append_events(log: str, games: int, seconds: float, at: float | None) -> Load:
    store = await open_store(log)
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


def append_in_processes(log: str, processes: int, games: int, seconds: float) -> Load:
    """Append to one log from several processes, each with so many games; returns the sum."""
    command = [sys.executable, "-m", "benchmarks.append.append_load", log, str(games), str(seconds)]
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
    """Run one process of a load."""
    log, games, seconds = sys.argv[1:]
    print("ready", flush=True)
    at = float(sys.stdin.readline())
    load = asyncio.run(_append_events(log, int(games), float(seconds), at))
    print(msgspec.json.encode(load).decode())


if __name__ == "__main__":
    main()
