"""`kibitz arena`: measures the strength of players, by the same shuffles with them in every seat."""

from __future__ import annotations

import os
from contextlib import aclosing
from secrets import token_hex
from typing import Annotated

import typer

from api.cli.arena.report_output import print_report
from api.cli.framework.runner import runs_async
from api.cli.local_players.player_lookup import GREEDY, LOCAL_NAMES_HELP, local_player_factory
from api.cli.local_players.setup_options import chosen_options, default_seats, player_names
from api.cli.terminal.progress import progress_bar
from application.arena.contest import Contest
from application.arena.deal import DealResult
from application.arena.report import report_of
from application.arena.workers import play_deals
from application.games.simulation import Setup


@runs_async
async def arena(
    players: Annotated[
        str, typer.Option(help=f"The players to measure, separated by commas: {LOCAL_NAMES_HELP}.")
    ],
    variant: Annotated[str, typer.Option(help="The game to play.")] = "hundred-and-ten",
    against: Annotated[
        str | None,
        typer.Option(help="Their opponents, separated by commas; by default greedy in all other seats."),
    ] = None,
    deals: Annotated[
        int, typer.Option(min=1, help="Number of deals; each is played once for every seat.")
    ] = 100,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of worker processes; by default one for each processor.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the variant: NAME=VALUE.")] = None,
    seed: Annotated[
        str | None, typer.Option(help="Seed for reproducible shuffles and choices; random by default.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Measure the strength of players against others.

    The same shuffles are played with the players in every seat, so luck of the deal cancels out.
    """
    candidates = player_names(players)
    seats_left = max(1, default_seats(variant) - len(candidates))
    opponents = [GREEDY] * seats_left if against is None else player_names(against)
    setup = Setup(variant=variant, seats=len(candidates) + len(opponents), options=chosen_options(option))
    contest = Contest(
        setup=setup,
        candidates=tuple(candidates),
        opponents=tuple(opponents),
        deals=deals,
        seed=token_hex(8) if seed is None else seed,
    )
    results: list[DealResult] = []
    async with aclosing(play_deals(contest, local_player_factory, workers or os.cpu_count() or 1)) as played:
        with progress_bar() as bar:
            task = bar.add_task("deals", total=deals)
            async for result in played:
                results.append(result)
                bar.advance(task)
    print_report(contest, report_of(contest, results), as_json=as_json)
