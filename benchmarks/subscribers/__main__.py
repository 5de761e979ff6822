"""Benchmark of fan-out: the CPU time of a message to a follower of a game, and its delay.

A server without a projector has three groups of games: twenty games without followers, twenty with 50 each,
and one with 1,000. Moves that are computed ahead are made at the same steady rate in one group after the
other, in each round. Everything but the followers is the same in all groups, and all sockets stay open, so
the CPU time that a move costs more than in a game without followers, divided by its messages, is the cost of
a message. Each game is followed by its four players and by spectators. No message may be lost, repeated or
out of order.

The reference is a server that only broadcasts, `websockets.broadcast` under uvloop. It has as many sockets,
and is told at the same rate to send the same texts; it is measured in the same rounds, in the same way.

The delay runs from the timestamp of an event, which precedes its commit, to the arrival in the client, a
process on the same machine; for the reference, from the order to send. Medians over the rounds count. The
last line is the ratio of the CPU times of a message to one of 50 followers.

Run: `uv run python -m benchmarks.subscribers [--quick]`.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

import uvloop
from msgspec import Struct
from rich.console import Console

from benchmarks.report import (
    Goal,
    argument_parser,
    load_average,
    show_goals,
    show_load_average,
    table,
)
from benchmarks.server_processes import ONE_ADDRESS, Projector, kibitz, started
from benchmarks.subscribers.bare_side import Bare
from benchmarks.subscribers.kibitz_side import Kibitz
from benchmarks.subscribers.phases import GroupSize, Order, Phase

GROUPS: Final = (
    GroupSize(games=20, followers=0),
    GroupSize(games=20, followers=50),
    GroupSize(games=1, followers=1_000),
)
REFERENCE: Final = [sys.executable, "-m", "benchmarks.subscribers.bare_broadcast"]
"""The command that runs the bare server."""
ALONE, FIFTY, THOUSAND = range(len(GROUPS))
"""The numbers of the groups."""
COST_GOAL: Final = 1.25
DELAY_GOAL: Final = 25.0
"""Milliseconds in which 95 of 100 messages to 1,000 followers of twenty games are to arrive."""


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    rounds: int
    moves: tuple[int, ...]
    """The moves of a round, by group."""
    rate: float
    """Moves per second."""


FULL = Scale(rounds=5, moves=(200, 200, 80), rate=25.0)
QUICK = Scale(rounds=2, moves=(60, 60, 20), rate=25.0)
WARM_UP: Final = 20
"""Moves in each group before the first round."""


class Round(Struct, frozen=True):
    """The phases of one round, by group."""

    ours: tuple[Phase, ...]
    bare: tuple[Phase, ...]


async def play_round(ours: Kibitz, bare: Bare, moves: Sequence[int], rate: float) -> Round:
    """Measure all groups of both sides once."""
    our_phases, bare_phases = [], []
    for number, count in enumerate(moves):
        our_phases.append(await ours.play(number, count, rate))
    for number, phase in enumerate(our_phases):
        # Games without followers had no messages to record: here the others' are sent to nobody.
        orders: Sequence[Order] = phase.orders if number != ALONE else our_phases[FIFTY].orders
        bare_phases.append(await bare.play(number, orders, rate))
    return Round(tuple(our_phases), tuple(bare_phases))


async def measure(ours: Kibitz, bare: Bare, scale: Scale) -> tuple[list[Round], int]:
    """Return the rounds, and the number of wrong messages."""
    await ours.open(GROUPS)
    await bare.open(GROUPS)
    await play_round(ours, bare, [WARM_UP] * len(GROUPS), scale.rate)
    gc.collect()
    gc.disable()
    rounds = [await play_round(ours, bare, scale.moves, scale.rate) for _ in range(scale.rounds)]
    bare.close()
    return rounds, ours.close()


def cost_of_message(phases: Sequence[Phase], group: int) -> float:
    """Return the CPU seconds of a message in a group: what it costs more than the games without followers."""
    alone, followed = phases[ALONE], phases[group]
    return (followed.cpu - alone.cpu / alone.moves * followed.moves) / followed.messages


def delay(phases: Sequence[Phase], percent: int) -> float:
    """Return a percentile of the delays in all phases, in milliseconds."""
    return 1e3 * quantiles([each for phase in phases for each in phase.delays], n=100)[percent - 1]


def show(console: Console, rounds: Sequence[Round]) -> None:
    """Print the costs and the delays of all groups."""
    shown = table(
        "Messages to followers; medians over the rounds",
        *("followers", "moves", "messages", "CPU µs each", "bare", "ratio", "p50 ms", "p95 ms", "bare p95"),
    )
    for number, size in enumerate(GROUPS):
        phases, bare = [each.ours[number] for each in rounds], [each.bare[number] for each in rounds]
        name = f"{size.games} × {size.followers:,}"
        moves = f"{sum(each.moves for each in phases):,}"
        if number == ALONE:
            shown.add_row(name, moves)
            continue
        costs = [(cost_of_message(each.ours, number), cost_of_message(each.bare, number)) for each in rounds]
        shown.add_row(
            name,
            moves,
            f"{sum(each.messages for each in phases):,}",
            f"{1e6 * median(one for one, _ in costs):.1f}",
            f"{1e6 * median(other for _, other in costs):.1f}",
            f"{median(one / other for one, other in costs):.2f}",
            f"{delay(phases, 50):.1f}",
            f"{delay(phases, 95):.1f}",
            f"{delay(bare, 95):.1f}",
        )
    console.print(shown)
    per_move = median(each.ours[ALONE].cpu / each.ours[ALONE].moves for each in rounds)
    console.print(f"a move without followers: {1e6 * per_move:,.0f} µs of CPU time")


def goals_of(rounds: Sequence[Round]) -> list[Goal]:
    """Return the goals; the first is that of the last line."""
    ratios = [cost_of_message(each.ours, FIFTY) / cost_of_message(each.bare, FIFTY) for each in rounds]
    delays = [delay([each.ours[FIFTY]], 95) for each in rounds]
    return [
        Goal(name="CPU of a message / bare", found=ratios, wanted=COST_GOAL, least=False),
        Goal(name="p95, 1,000 followers", found=delays, wanted=DELAY_GOAL, least=False, unit="ms"),
    ]


def main() -> None:
    """Run the benchmark."""
    scale = QUICK if argument_parser(__doc__).parse_args().quick else FULL
    # Each socket needs a file descriptor.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    console = Console(highlight=False, width=120)
    before = load_average()
    with (
        TemporaryDirectory(prefix="kibitz-subscribers-") as folder,
        kibitz(Path(folder), ONE_ADDRESS, projector=Projector.NONE) as server,
        started(REFERENCE, os.environ) as bare_server,
    ):
        ours = Kibitz(server, str(Path(folder) / "data" / "log.db"))
        rounds, wrong = uvloop.run(measure(ours, Bare(bare_server), scale))
    show(console, rounds)
    console.print(f"memory of a follower: {ours.memory / 1024:,.0f} KB")
    console.print(f"messages lost, repeated or out of order: {wrong}")
    goals = goals_of(rounds)
    show_goals(console, goals)
    show_load_average(console, before)
    console.print(f"ratio: {median(goals[0].found):.2f}")
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
