"""`kibitz token`: tokens for players whom the operator knows."""

from __future__ import annotations

from typing import Annotated

import typer

from api.app import identity_of
from api.cli.common import DatabaseUrl, DataDir, plainly, settings
from api.storage import storage_of
from application.players import newcomer


@plainly
async def token(
    name: Annotated[str, typer.Argument(help="What the player is called.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Give out a token for a player; the same name gets the same player."""
    # Before anything is opened, and made where there is nothing yet.
    newcomer(name)
    chosen = settings(data_dir=data_dir, database_url=database_url)
    async with storage_of(chosen) as storage:
        player = await storage.players.local(name)
        typer.echo(identity_of(chosen, storage).token(player))
