"""The API's cost: our GraphQL endpoint beside FastAPI with pydantic, and commands beside a no-op.

In one process and in turns, both sides answer the same JSON to the same caller at ASGI level, in CPU time.
Then a server on PostgreSQL carries out durable commands over HTTP, in turns with a mutation that does
nothing. Medians count. The last line is how many times more CPU our small mutation takes than FastAPI; lower
is better.

Run: `uv run python -m benchmarks.api.__main__ [--quick]`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median
from time import process_time
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from msgspec import Struct
from rich.console import Console

from api.graphql.execution.request_limits import MANNERS
from api.graphql.limits.rates import RateLimits
from application.codec import RecordedEvent
from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup
from benchmarks.api.asgi_call import call
from benchmarks.api.http import UNLIMITED, turns
from benchmarks.api.sides import EVENTS, LIST, SMALL, Request, ours, tell_of, theirs
from benchmarks.append.report import Goal, left_out, show_goals, table
from benchmarks.append.servers import Missing, server
from domain.machine import player_of
from domain.rules.oh_hell import OhHell


class Scale(Struct, frozen=True, kw_only=True):
    """How much is measured."""

    rounds: int
    calls: int
    turns: int
    seconds: float


FULL = Scale(rounds=15, calls=200, turns=5, seconds=2.0)
QUICK = Scale(rounds=5, calls=50, turns=1, seconds=1.0)
EVENT_COUNT = 500


async def compared(asked: Request, rounds: int, calls: int) -> tuple[list[float], list[float]]:
    """Return the CPU seconds of a request on each side, for each round."""
    services: Any = SimpleNamespace(manners=MANNERS, rates=RateLimits(UNLIMITED), identity=None)
    sides = (
        (ours(services), "/graphql", asked.body),
        (theirs(), asked.path, json.dumps(asked.plain).encode()),
    )
    answers = [json.loads(await call(*side)) for side in sides]
    (said,) = answers[0]["data"].values()
    if said != answers[1]:
        raise RuntimeError(f"the sides do not answer the same to {asked.name}")
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for side, found in zip(sides, taken, strict=True):
            begun = process_time()
            for _ in range(calls):
                await call(*side)
            found.append((process_time() - begun) / calls)
    return taken


def game_events() -> list[RecordedEvent]:
    """Return the first events of a game that is played in memory, as an onlooker has them at its end."""
    setup = Setup(variant=OhHell.variant, seats=4).checked()
    croupier, suggest = Croupier(seeded_entropy("benchmark")), player_of(OhHell.variant)
    known, events = croupier.create(setup.creation)
    told = list(events)
    for command in setup.joining_commands:
        known, events = croupier.carry_out(known, command)
        told += events
    while len(told) < EVENT_COUNT:
        seat = known.game.rules.to_move(known.game.table)[0]
        command = suggest(known.view_of(known.game.seats[seat].player).game, seat)
        known, events = croupier.carry_out(known, command)
        told += events
    now = datetime.now(UTC)
    return [
        RecordedEvent(
            game=UUID(int=1),
            version=number,
            position=number,
            at=now,
            by="somebody",
            command_id=None,
            event=event,
        )
        for number, event in enumerate(told[:EVENT_COUNT], 1)
    ]


def at_asgi_level(console: Console, scale: Scale) -> Goal:
    """Measure the endpoint beside FastAPI; return the goal of the small mutation."""
    tell_of(game_events())
    shown = table(
        "The same JSON at ASGI level, CPU µs; lower is better",
        *("request", "Kibitz", "FastAPI", "ratio", "least – most"),
    )
    ratios: dict[str, list[float]] = {}
    for asked, calls in ((SMALL, scale.calls), (LIST, scale.calls // 10), (EVENTS, scale.calls // 20)):
        our, their = asyncio.run(compared(asked, scale.rounds, max(calls, 2)))
        ratios[asked.name] = found = [one / other for one, other in zip(our, their, strict=True)]
        shown.add_row(
            asked.name,
            f"{1e6 * median(our):,.0f}",
            f"{1e6 * median(their):,.0f}",
            f"{median(found):.2f}",
            f"{min(found):.2f} – {max(found):.2f}",
        )
    console.print(shown)
    return Goal(name=f"{SMALL.name} / FastAPI", found=ratios[SMALL.name], wanted=5, least=False)


def over_http(console: Console, scale: Scale) -> list[Goal]:
    """Measure a server on PostgreSQL; return the goal, or none where there is no PostgreSQL."""
    try:
        with server() as running:
            found = turns(running.new_database(), scale.turns, scale.seconds)
    except Missing as missing:
        left_out(console, "durable commands over HTTP", missing)
        return []
    shown = table(
        "One server process on PostgreSQL with fsync on, over HTTP, 64 games at once",
        *("mutation", "per second", "least – most", "p50 ms", "p99 ms", "CPU µs"),
    )
    for name, loads in found.items():
        rates = [each.load.rate for each in loads]
        shown.add_row(
            name,
            f"{median(rates):,.0f}",
            f"{min(rates):,.0f} – {max(rates):,.0f}",
            f"{1e3 * median(each.load.p50 for each in loads):.1f}",
            f"{1e3 * median(each.load.p99 for each in loads):.1f}",
            f"{1e6 * median(each.cpu for each in loads):.0f}",
        )
    console.print(shown)
    durable, idle = found.values()
    paired = [one.load.rate / other.load.rate for one, other in zip(durable, idle, strict=True)]
    return [Goal(name="durable commands / no-op", found=paired, wanted=0.6)]


def run(console: Console, scale: Scale) -> list[Goal]:
    """Measure and print everything; the first goal is that of the last line."""
    parts: tuple[Callable[[], list[Goal]], ...] = (
        lambda: [at_asgi_level(console, scale)],
        lambda: over_http(console, scale),
    )
    return [goal for part in parts for goal in part()]


def main() -> None:
    """Measure and print the tables; the last line is the ratio."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--quick", action="store_true", help="less of everything, to try it out")
    console = Console(highlight=False)
    loaded = os.getloadavg()[0]
    goals = run(console, QUICK if arguments.parse_args().quick else FULL)
    show_goals(console, goals)
    console.print(
        f"load of the machine: {loaded:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores"
    )
    console.print(f"ratio: {median(goals[0].found):.2f}")


if __name__ == "__main__":
    main()
