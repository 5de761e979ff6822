"""`kibitz token`: tokens for players whom the operator knows."""

from __future__ import annotations

from typing import Annotated

import typer

from api.app import identity_of, naming, players_of
from api.cli.common import DataDir, plainly, settings
from api.data import DataDirectory


@plainly
async def token(
    name: Annotated[str, typer.Argument(help="What the player is called.")],
    data_dir: DataDir = None,
) -> None:
    """Give out a token for a player; the same name gets the same player."""
    chosen = settings(data_dir=data_dir)
    directory = DataDirectory(chosen.data_dir)
    with naming(directory.log), players_of(directory) as players:
        player = await players.local(name)
        typer.echo(identity_of(chosen, directory, players).token(player))
