"""Benchmark of the API without network and storage: the endpoint beside FastAPI with pydantic.

Both sides alternate in one process at ASGI level and return the same JSON; CPU time counts, as the median
over the rounds. The last line is the CPU time of the small mutation relative to FastAPI; lower is better.
`benchmarks.api_http` measures real games over HTTP.

Run: `uv run python -m benchmarks.api [--quick]`.
"""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final
from uuid import UUID

from msgspec import Struct
from rich.console import Console
from starlette.types import ASGIApp

from api.app import services_of
from api.graphql.limits.rate_settings import Rates
from api.settings import ProjectionMode, Settings
from application.codec import RecordedEvent
from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup
from benchmarks.api.asgi_call import call
from benchmarks.api.compared_apps import EVENTS, LIST, SMALL, Request, fastapi_app, kibitz_app, set_events
from benchmarks.report import (
    Goal,
    argument_parser,
    load_average,
    show_goals,
    show_load_average,
    table,
)
from domain.machine import player_of
from domain.rules.oh_hell import OhHell


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    rounds: int
    calls: int


FULL = Scale(rounds=15, calls=200)
QUICK = Scale(rounds=5, calls=50)
EVENT_COUNT = 500
WARM_UP: Final = 10
"""Requests before the first round, so that the document has a plan."""
WANTED: Final = {SMALL.name: 0.5, LIST.name: 0.75, EVENTS.name: 0.25}
"""The goals: the maximum CPU time of each request relative to FastAPI."""
ENDLESS: Final = "1000000000/hour"
UNLIMITED: Final = Rates(operations=ENDLESS, mutations=ENDLESS)
"""Rates that are counted as usual, and never exceeded."""


async def compare(
    sides: tuple[ASGIApp, ASGIApp], request: Request, rounds: int, calls: int
) -> tuple[list[float], list[float]]:
    """Return the CPU seconds of a request to Kibitz and to FastAPI, by round."""
    calls_of = (
        (sides[0], "/graphql", request.body),
        (sides[1], request.path, json.dumps(request.plain).encode()),
    )
    answers = [json.loads(await call(*side)) for side in calls_of]
    (data,) = answers[0]["data"].values()
    if data != answers[1]:
        raise RuntimeError(f"the sides return different answers to {request.name}")
    for _ in range(WARM_UP):
        await call(*calls_of[0])
        # A plan is compiled in a thread, which needs the interpreter's lock.
        await asyncio.sleep(0.001)
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for side, found in zip(calls_of, taken, strict=True):
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


async def run(console: Console, scale: Scale, sides: tuple[ASGIApp, ASGIApp]) -> list[Goal]:
    """Measure and print everything; the first goal is that of the last line."""
    set_events(game_events())
    shown = table(
        "The same JSON at ASGI level, CPU µs; lower is better",
        *("request", "Kibitz", "FastAPI", "ratio", "least – most"),
    )
    goals = []
    for request, calls in ((SMALL, scale.calls), (LIST, scale.calls // 10), (EVENTS, scale.calls // 20)):
        our, their = await compare(sides, request, scale.rounds, max(calls, 2))
        found = [one / other for one, other in zip(our, their, strict=True)]
        goals.append(
            Goal(name=f"{request.name} / FastAPI", found=found, wanted=WANTED[request.name], least=False)
        )
        shown.add_row(
            request.name,
            f"{1e6 * median(our):,.0f}",
            f"{1e6 * median(their):,.0f}",
            f"{median(found):.2f}",
            f"{min(found):.2f} – {max(found):.2f}",
        )
    console.print(shown)
    return goals


async def run_with_services(console: Console, scale: Scale) -> list[Goal]:
    """Measure Kibitz with the services of a server on an empty log."""
    with TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), projections=ProjectionMode.OFF, rates=UNLIMITED)
        async with services_of(settings) as services:
            return await run(console, scale, (kibitz_app(services), fastapi_app()))


def main() -> None:
    """Print the table, the goals and the ratio."""
    scale = QUICK if argument_parser(__doc__).parse_args().quick else FULL
    console = Console(highlight=False)
    before = load_average()
    goals = asyncio.run(run_with_services(console, scale))
    show_goals(console, goals)
    show_load_average(console, before)
    console.print(f"ratio: {median(goals[0].found):.2f}")


if __name__ == "__main__":
    main()
