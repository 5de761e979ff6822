"""Lateness of the event loop while machine players of level EXPERT think.

    uv run python -m benchmarks.thinkers [--quick] [--workers 1]

A person plays games of each variant against experts. Their choices are made by worker processes, as on a
server, or on the event loop itself. Meanwhile a task sleeps for 2 ms again and again; it wakes late if the
loop is busy. Both ways take turns, game by game, with the same shuffles and moves. The last line is the ratio
of the 99th percentiles of lateness, workers to event loop.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from math import floor
from time import perf_counter
from typing import Final
from uuid import uuid4

from rich.console import Console

from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.memory import MemoryStore
from application.thinking.machine_choice import Thinkers, ThinkersInPlace
from application.thinking.worker_pool import WorkerPool
from benchmarks.report import Goal, argument_parser, show_goals, table
from domain import commands as c
from domain.events import MachineLevel
from domain.machine import player_of
from domain.rules import variants
from domain.state import Stage

TICK: Final = 0.002
"""Seconds between two wake-ups."""
GOAL: Final = 10.0
"""Milliseconds by which the event loop may be late in 99 of 100 wake-ups."""
WORKERS: Final = "worker processes"
IN_PLACE: Final = "event loop"

Lateness = dict[str, list[float]]
"""Times in seconds by the way in which choices are made."""


def quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile in milliseconds."""
    return 1_000 * sorted(values)[floor(share * (len(values) - 1))]


async def _tick(late: list[float]) -> None:
    while True:
        asleep = perf_counter()
        await asyncio.sleep(TICK)
        late.append(perf_counter() - asleep - TICK)


async def _play(variant: str, seed: int, thinkers: Thinkers, late: list[float], moves: list[float]) -> None:
    games, game = CommandHandler(MemoryStore(), Croupier(seeded_entropy(seed), thinkers=thinkers)), uuid4()
    await games.create(c.CreateGame(by="ann", variant=variant), game=game)
    await games.carry_out(game, c.FillSeats(by="ann", count=3, level=MachineLevel.EXPERT))
    ticking = asyncio.create_task(_tick(late))
    outcome = await games.carry_out(game, c.StartGame(by="ann"))
    while outcome.view.game.stage is Stage.PLAYING:
        began = perf_counter()
        outcome = await games.carry_out(game, player_of(variant)(outcome.view.game, 0))
        moves.append(perf_counter() - began)
    ticking.cancel()


@asynccontextmanager
async def _ways(workers: int) -> AsyncIterator[dict[str, Thinkers]]:
    async with WorkerPool(workers) as pool:
        yield {WORKERS: pool, IN_PLACE: ThinkersInPlace()}


async def _measure(games: int, workers: int, names: Sequence[str]) -> tuple[Lateness, Lateness]:
    """Play the games; return the lateness and the times of moves by way."""
    async with _ways(workers) as ways:
        late: Lateness = {way: [] for way in ways}
        moves: Lateness = {way: [] for way in ways}
        for seed in range(games):
            for variant in names:
                for way, thinkers in ways.items():
                    await _play(variant, seed, thinkers, late[way], moves[way])
    return late, moves


def main() -> int:
    """Run the benchmark; return 1 if the goal was missed."""
    parser = argument_parser(__doc__)
    parser.add_argument("--workers", type=int, default=1, help="worker processes")
    given = parser.parse_args()
    late, moves = asyncio.run(_measure(1 if given.quick else 4, given.workers, [*variants()]))
    console = Console()
    shown = table("Experts at the table", "choices by", "late p50", "p99", "worst", "a move p50", "p95", "")
    for way in late:
        figures = [*(quantile(late[way], share) for share in (0.5, 0.99, 1.0))]
        figures += [quantile(moves[way], share) for share in (0.5, 0.95)]
        shown.add_row(way, *(f"{figure:.1f}" for figure in figures), "ms")
    console.print(shown)
    p99 = {way: quantile(values, 0.99) for way, values in late.items()}
    goal = Goal(name="lateness, p99", found=[p99[WORKERS]], wanted=GOAL, least=False, unit="ms")
    show_goals(console, [goal])
    console.print(f"ratio: {p99[WORKERS] / p99[IN_PLACE]:.3f}")
    return 0 if goal.met else 1


if __name__ == "__main__":
    sys.exit(main())
