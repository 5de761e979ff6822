"""`kibitz play`: a player of one's own takes a seat on a server and plays it to the end."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.local_players.player_names import GREEDY, NAMES_HELP, guest_maker
from api.cli.terminal.console import console, plainly
from api.data_directory import CannotStart
from api.demo.table import scoreboard
from kibitz_client import Connection, MoveChooser, View, player_chooser, suggestion_chooser
from kibitz_client import play as play_seat


@plainly
async def play(
    game: Annotated[str, typer.Argument(help="The game's id.")],
    player: Annotated[str, typer.Option("--as", help=f"Who plays: {NAMES_HELP}.")],
    url: Annotated[str, typer.Option(help="The server.")] = "http://127.0.0.1:8000/graphql",
    token: Annotated[
        str | None, typer.Option(envvar="KIBITZ_TOKEN", help="Whose seat to play, or to take.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Without a token: sign in as a guest of this name.")
    ] = None,
) -> None:
    """Take a seat in a game, play it whenever it is to move, and tell how the game ended."""
    make = None if player == GREEDY else guest_maker(player)
    async with await _connected(url, token, name) as connection:
        choose: MoveChooser = (
            suggestion_chooser(connection) if make is None else player_chooser(make(), player)
        )
        _tell(await play_seat(connection, game, choose))


async def _connected(url: str, token: str | None, name: str | None) -> Connection:
    if token is not None:
        return Connection(url, token)
    if name is None:
        raise CannotStart("say who plays: give --token (or KIBITZ_TOKEN), or --name to sign in as a guest")
    guest = await Connection.guest(url, name)
    told = f"Signed in as {name}. To come back to the seat: --token {guest.token}"
    console.print(told, markup=False, soft_wrap=True)
    return guest


def _tell(view: View) -> None:
    if view.result is None:
        console.print("The game was closed before its end.")
        return
    console.print(scoreboard(view))
    place, seats = view.result.place(view.seat), len(view.seats)
    console.print(
        f"{view.own.player.name}, at seat {view.seat}, came in place {place} of {seats}.", markup=False
    )
