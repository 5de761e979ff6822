"""Benchmark of the API: the endpoint beside FastAPI with pydantic, and commands beside a no-op.

First both sides alternate in one process at ASGI level and return the same JSON; CPU time counts. Then a
server on PostgreSQL alternates between durable commands and a mutation that does nothing, over HTTP. Medians
count. The last line is the CPU time of the small mutation relative to FastAPI; lower is better.

Run: `uv run python -m benchmarks.api [--quick]`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median
from time import process_time
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from msgspec import Struct
from rich.console import Console

from api.graphql.limits.rates import RateLimits
from api.server_settings import DEFAULT_SERVER_SETTINGS
from application.codec import RecordedEvent
from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup
from benchmarks.api.asgi_call import call
from benchmarks.api.compared_apps import EVENTS, LIST, SMALL, Request, fastapi_app, kibitz_app, set_events
from benchmarks.api.http_load import UNLIMITED, measure_turns
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
from domain.machine import player_of
from domain.rules.oh_hell import OhHell


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    rounds: int
    calls: int
    turns: int
    seconds: float


FULL = Scale(rounds=15, calls=200, turns=5, seconds=2.0)
QUICK = Scale(rounds=5, calls=50, turns=1, seconds=1.0)
EVENT_COUNT = 500


async def compare(request: Request, rounds: int, calls: int) -> tuple[list[float], list[float]]:
    """Return the CPU seconds of a request on each side, by round."""
    no_identity = SimpleNamespace(seen=lambda _header: None)
    services: Any = SimpleNamespace(
        server_settings=DEFAULT_SERVER_SETTINGS, rates=RateLimits(UNLIMITED), identity=no_identity
    )
    sides = (
        (kibitz_app(services), "/graphql", request.body),
        (fastapi_app(), request.path, json.dumps(request.plain).encode()),
    )
    answers = [json.loads(await call(*side)) for side in sides]
    (data,) = answers[0]["data"].values()
    if data != answers[1]:
        raise RuntimeError(f"the sides return different answers to {request.name}")
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for side, found in zip(sides, taken, strict=True):
            begun = process_time()
            for _ in range(calls):
                await call(*side)
            found.append((process_time() - begun) / calls)
    return taken


def game_events() -> list[RecordedEvent]:
    """Return the first events of a game that is played in memory."""
    setup = Setup(variant=OhHell.variant, seats=4).checked()
    croupier, suggest = Croupier(seeded_entropy("benchmark")), player_of(OhHell.variant)
    known, events = croupier.create(setup.creation)
    log = list(events)
    for command in setup.joining_commands:
        known, events = croupier.carry_out(known, command)
        log += events
    while len(log) < EVENT_COUNT:
        seat = known.game.rules.to_move(known.game.table)[0]
        command = suggest(known.view_of(known.game.seats[seat].player).game, seat)
        known, events = croupier.carry_out(known, command)
        log += events
    now = datetime.now(UTC)
    return [
        RecordedEvent(
            game=UUID(int=1),
            version=number,
            position=number,
            at=now,
            by="player-1",
            command_id=None,
            event=event,
        )
        for number, event in enumerate(log[:EVENT_COUNT], 1)
    ]


def at_asgi_level(console: Console, scale: Scale) -> Goal:
    """Compare the endpoint with FastAPI; returns the goal of the small mutation."""
    set_events(game_events())
    shown = table(
        "The same JSON at ASGI level, CPU µs; lower is better",
        *("request", "Kibitz", "FastAPI", "ratio", "least – most"),
    )
    ratios: dict[str, list[float]] = {}
    for request, calls in ((SMALL, scale.calls), (LIST, scale.calls // 10), (EVENTS, scale.calls // 20)):
        our, their = asyncio.run(compare(request, scale.rounds, max(calls, 2)))
        ratios[request.name] = found = [one / other for one, other in zip(our, their, strict=True)]
        shown.add_row(
            request.name,
            f"{1e6 * median(our):,.0f}",
            f"{1e6 * median(their):,.0f}",
            f"{median(found):.2f}",
            f"{min(found):.2f} – {max(found):.2f}",
        )
    console.print(shown)
    return Goal(name=f"{SMALL.name} / FastAPI", found=ratios[SMALL.name], wanted=5, least=False)


def over_http(console: Console, scale: Scale) -> list[Goal]:
    """Measure a server on PostgreSQL; returns its goal, or nothing without PostgreSQL."""
    try:
        with server() as running:
            found = measure_turns(running.new_database(), scale.turns, scale.seconds)
    except Missing as missing:
        show_skipped(console, "durable commands over HTTP", missing)
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
    """Measure and print everything; the first goal is the ratio of the last line."""
    parts: tuple[Callable[[], list[Goal]], ...] = (
        lambda: [at_asgi_level(console, scale)],
        lambda: over_http(console, scale),
    )
    return [goal for part in parts for goal in part()]


def main() -> None:
    """Print the tables and the ratio."""
    scale = QUICK if argument_parser(__doc__).parse_args().quick else FULL
    console = Console(highlight=False)
    before = load_average()
    goals = run(console, scale)
    show_goals(console, goals)
    show_load_average(console, before)
    console.print(f"ratio: {median(goals[0].found):.2f}")


if __name__ == "__main__":
    main()
