"""`kibitz play`: plays a seat of a game on a server with a machine player or your own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from api.cli.framework.runner import runs_async
from api.cli.local_players.player_lookup import GREEDY, NAMES_HELP, client_player_factory
from api.cli.local_players.watched_play import watched
from api.cli.terminal.output import console
from api.data_directory import CannotStart
from api.demo.final_scores import print_final_scores
from kibitz_client import Connection, MoveChooser, SeedWarning, View, player_chooser, suggestion_chooser
from kibitz_client import play as play_seat
from kibitz_client.schema.enums import Stage


@runs_async
async def play(
    game: Annotated[str, typer.Argument(help="The game id.")],
    player: Annotated[str, typer.Option("--as", help=f"The player: {NAMES_HELP}.")],
    url: Annotated[str, typer.Option(help="The URL of the server.")] = "http://127.0.0.1:8000/graphql",
    token: Annotated[
        str | None,
        typer.Option(envvar="KIBITZ_TOKEN", help="The token of the player whose seat to play or take."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Without a token, sign in as a guest with this name.")
    ] = None,
    pins: Annotated[
        Path | None,
        typer.Option(
            help="Watch the server's log: a file that keeps what the server has signed and shown so far."
        ),
    ] = None,
) -> None:
    """Take a seat in a game and play it to its end.

    With --pins, the command fails if the server changes its log or the game, and prints the evidence.
    """
    create = None if player == GREEDY else client_player_factory(player)
    async with await _connected(url, token, name) as connection:
        choose: MoveChooser = (
            suggestion_chooser(connection) if create is None else player_chooser(create(), player)
        )
        playing = play_seat(connection, game, choose, on_view=_wait_printer(connection))
        view = await (playing if pins is None else watched(connection, game, pins, playing))
        await _print_result(connection, view)


async def _connected(url: str, token: str | None, name: str | None) -> Connection:
    if token is not None:
        return Connection(url, token, on_token_renewed=_print_renewed, on_seed_warning=_print_seed_warning)
    if name is None:
        raise CannotStart("give --token (or KIBITZ_TOKEN), or --name to sign in as a guest")
    guest = await Connection.guest(
        url, name, on_token_renewed=_print_renewed, on_seed_warning=_print_seed_warning
    )
    message = f"Signed in as {name}. To return to the seat, use --token {guest.token}"
    console.print(message, markup=False, soft_wrap=True)
    return guest


def _print_renewed(token: str) -> None:
    message = f"Your token was renewed. To return to the seat, use --token {token}"
    console.print(message, markup=False, soft_wrap=True)


def _print_seed_warning(warning: SeedWarning) -> None:
    console.print(warning.message, markup=False, soft_wrap=True)


def _wait_printer(connection: Connection) -> Callable[[View], None]:
    """Return a function that prints, once, whose seeds the game awaits."""
    has_printed = False

    def print_wait(view: View) -> None:
        nonlocal has_printed
        if has_printed or view.stage is not Stage.WAITING_FOR_SEEDS:
            return
        own = connection.seed(view.id)
        awaited = [
            seat.player.name
            for seat in view.seats
            if seat.seed_commitment is not None
            and seat.seed is None
            # The view is older than the reveal of your seed.
            and not (seat is view.own and own is not None and own.is_revealed)
        ]
        if awaited:
            has_printed = True
            names = " and ".join(", ".join(awaited).rsplit(", ", 1))
            message = f"The seats are closed. The game waits for the seeds of {names}."
            console.print(message, markup=False, soft_wrap=True)

    return print_wait


async def _print_result(connection: Connection, view: View) -> None:
    if view.result is None:
        console.print("The game was closed before its end.")
        return
    await print_final_scores(console, connection, view)
    place, seats = view.result.place(view.seat), len(view.seats)
    console.print(
        f"{view.own.player.name}, at seat {view.seat + 1}, came in place {place} of {seats}.", markup=False
    )
