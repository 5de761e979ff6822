"""`kibitz simulate`: simulates many games, reports the results, and stores the games on request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import load_settings
from api.cli.local_players.player_lookup import LOCAL_NAMES_HELP, local_player_factory
from api.cli.local_players.setup_options import chosen_options, default_seats, player_names
from api.cli.terminal.output import console
from api.cli.terminal.progress import progress_bar
from api.data_directory import CannotStart
from api.storage import storage_of
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import (
    Setup,
    SimulatedGame,
    Strategy,
    play,
    play_into_log,
    play_players_into_log,
    player_at,
)
from application.store.port import Store
from domain.machine import player_of

CONCURRENT_GAMES = 16
"""Games that are played into a log concurrently."""

MACHINE = "machine"

Seating = Callable[[int], Sequence[Strategy]]
"""Returns the players of a game by its number; none if the machine player plays every seat."""


@runs_async
async def simulate(
    variant: Annotated[str, typer.Option(help="The game to play.")] = "hundred-and-ten",
    players: Annotated[
        str | None,
        typer.Option(help=f"The players by seat, separated by commas: {LOCAL_NAMES_HELP}."),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="Number of players; 4 by default, if the game allows it.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    option: Annotated[list[str] | None, typer.Option(help="An option of the variant: NAME=VALUE.")] = None,
    seed: Annotated[str | None, typer.Option(help="Seed for reproducible shuffles.")] = None,
    store: Annotated[bool, typer.Option("--store", help="Store the games in the log.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Simulate games between machine players or your own players.

    The games are played in memory, or stored in the log with --store.
    """
    named = [] if players is None else player_names(players)
    setup = Setup(
        variant=variant, seats=_seats(variant, seats, named), options=chosen_options(option)
    ).checked()
    if not named:
        # Checked before the databases are opened: without a machine player, the players must be named.
        player_of(variant)
    seating = _seating(setup, named, seed)
    croupier = Croupier(seeded_entropy(seed)) if seed is not None else Croupier()
    begun, played = perf_counter(), list[SimulatedGame]()
    async with AsyncExitStack() as opened:
        if store:
            storage = await opened.enter_async_context(
                storage_of(load_settings(data_dir=data_dir, database_url=database_url))
            )
            results = _into_log(storage.store, croupier, setup, games, seating)
        else:
            results = _in_memory(croupier, setup, games, seating)
        with progress_bar() as bar:
            task = bar.add_task("games", total=games)
            async for each in results:
                played.append(each)
                bar.advance(task)
    _report(_figures(setup, named, played, perf_counter() - begun), as_json=as_json)


def _seats(variant: str, seats: int | None, named: Sequence[str]) -> int:
    if named and seats not in (None, len(named)):
        raise CannotStart(f"{len(named)} players are named, but --seats says {seats}")
    if named or seats is not None:
        return seats or len(named)
    return default_seats(variant)


def _seating(setup: Setup, named: Sequence[str], seed: str | None) -> Seating:
    factories = [local_player_factory(name, setup.variant, seed) for name in named]
    names = {player_at(seat): name for seat, name in enumerate(named)}
    return lambda game: [create(game, seat, names) for seat, create in enumerate(factories)]


async def _in_memory(
    croupier: Croupier, setup: Setup, games: int, seating: Seating
) -> AsyncIterator[SimulatedGame]:
    for number in range(games):
        yield play(croupier, setup, seating(number))


async def _into_log(
    store: Store, croupier: Croupier, setup: Setup, games: int, seating: Seating
) -> AsyncIterator[SimulatedGame]:
    write_side = CommandHandler(store, croupier)

    async def game(number: int) -> SimulatedGame:
        if players := seating(number):
            return await play_players_into_log(write_side, store, setup, players)
        return await play_into_log(write_side, setup)

    for first in range(0, games, CONCURRENT_GAMES):
        together = range(first, min(first + CONCURRENT_GAMES, games))
        # A failed game does not cancel the others.
        for played in await asyncio.gather(*map(game, together), return_exceptions=True):
            if isinstance(played, BaseException):
                raise played
            yield played


def _figures(
    setup: Setup, named: Sequence[str], played: list[SimulatedGame], seconds: float
) -> dict[str, Any]:
    games, events = len(played), sum(each.events for each in played)
    # In a game without points all scores are 0 and mean nothing.
    has_points = any(any(each.scores) for each in played)
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
                "player": named[seat] if named else MACHINE,
                "wins": sum(seat in each.winners for each in played),
                "meanPlace": round(sum(each.places[seat] for each in played) / games, 2),
                "meanScore": round(sum(each.scores[seat] for each in played) / games, 1)
                if has_points
                else None,
            }
            for seat in range(setup.seats)
        ],
    }


def _report(figures: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(figures))
        return
    title = f"{figures['games']:,} games of {figures['variant']} in {figures['seconds']} s"
    has_points = any(each["meanScore"] is not None for each in figures["seats"])
    heads = ("seat", "player", "wins", "mean place", *(["mean score"] if has_points else []))
    results = Table(*heads, title=title, min_width=len(title))
    for each in figures["seats"]:
        results.add_row(
            str(each["seat"]),
            each["player"],
            f"{each['wins']:,}",
            f"{each['meanPlace']:.2f}",
            *([str(each["meanScore"])] if has_points else []),
        )
    console.print(results)
    console.print(
        f"{figures['roundsPerGame']} rounds and {figures['eventsPerGame']} events a game; "
        f"{figures['gamesPerSecond']:,} games and {figures['eventsPerSecond']:,} events a second"
    )
