"""`kibitz simulate`: machine games by the hundred, counted, and kept if wanted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table

from api.cli.common import DatabaseUrl, DataDir, console, plainly, progress, settings
from api.data import CannotStart
from api.storage import storage_of
from application.croupier import Croupier, seeded
from application.games import Games
from application.simulation import Played, Setup, play, play_into_log

AT_ONCE = 16
"""Games that are played into a log at the same time."""


@plainly
async def simulate(
    variant: Annotated[str, typer.Option(help="Which game to play.")] = "hundred-and-ten",
    seats: Annotated[int, typer.Option(help="How many play.")] = 4,
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 100,
    option: Annotated[list[str] | None, typer.Option(help="An option of the variant: NAME=VALUE.")] = None,
    seed: Annotated[str | None, typer.Option(help="Makes the shuffles the same each time.")] = None,
    store: Annotated[
        bool, typer.Option("--store", help="Keep the games in the data directory's log.")
    ] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Let machines play games, straight through the rules or, with --store, into the log."""
    setup = Setup(variant=variant, seats=seats, options=_options(option)).checked()
    croupier = Croupier(seeded(seed)) if seed is not None else Croupier()
    begun, played = perf_counter(), list[Played]()
    async with AsyncExitStack() as opened:
        if store:
            storage = await opened.enter_async_context(
                storage_of(settings(data_dir=data_dir, database_url=database_url))
            )
            course = _into_log(Games(storage.store, croupier), setup, games)
        else:
            course = _straight(croupier, setup, games)
        with progress() as bar:
            task = bar.add_task("games", total=games)
            async for each in course:
                played.append(each)
                bar.advance(task)
    _report(_figures(setup, played, perf_counter() - begun), as_json=as_json)


def _options(given: list[str] | None) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for each in given or []:
        name, equals, value = each.partition("=")
        if not equals:
            raise CannotStart(f"an option is given as NAME=VALUE, not as {each!r}")
        chosen[name] = value
    return chosen


async def _straight(croupier: Croupier, setup: Setup, games: int) -> AsyncIterator[Played]:
    for _ in range(games):
        yield play(croupier, setup)


async def _into_log(write_side: Games, setup: Setup, games: int) -> AsyncIterator[Played]:
    left = games
    while left:
        together = min(AT_ONCE, left)
        left -= together
        for played in await asyncio.gather(*(play_into_log(write_side, setup) for _ in range(together))):
            yield played


def _figures(setup: Setup, played: list[Played], seconds: float) -> dict[str, Any]:
    games, events = len(played), sum(each.events for each in played)
    return {
        "variant": setup.variant,
        "games": games,
        "seconds": round(seconds, 2),
        "gamesPerSecond": round(games / seconds, 1),
        "eventsPerSecond": round(events / seconds),
        "eventsPerGame": round(events / games, 1),
        "roundsPerGame": round(sum(each.rounds for each in played) / games, 1),
        "seats": [
            {
                "seat": seat,
                "wins": sum(seat in each.winners for each in played),
                "meanScore": round(sum(each.scores[seat] for each in played) / games, 1),
            }
            for seat in range(setup.seats)
        ],
    }


def _report(figures: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(figures))
        return
    title = f"{figures['games']:,} games of {figures['variant']} in {figures['seconds']} s"
    table = Table("seat", "wins", "mean score", title=title)
    for each in figures["seats"]:
        table.add_row(str(each["seat"]), f"{each['wins']:,}", str(each["meanScore"]))
    console.print(table)
    console.print(
        f"{figures['roundsPerGame']} rounds and {figures['eventsPerGame']} events a game; "
        f"{figures['gamesPerSecond']:,} games and {figures['eventsPerSecond']:,} events a second"
    )
