"""`kibitz game`: closes games."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import typer

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.terminal.output import console
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from domain.commands import CloseGame
from domain.events import PlayerId

OPERATOR: Final[PlayerId] = "operator"
"""Player id that the log records for commands from the command line; no player has it."""

game = typer.Typer(help="Close games.", no_args_is_help=True)


@game.callback()
def _commands() -> None:
    """Make this a group although `close` is its only command."""


@game.command()
@runs_async
async def close(
    id: Annotated[UUID, typer.Argument(help="The game id.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Close a game before its end: it has no result, and its shuffles are revealed."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        if not yes:
            typer.confirm(f"Close the game {id}? This cannot be undone.", abort=True)
        await CommandHandler(storage.store, Croupier()).carry_out(id, CloseGame(by=OPERATOR))
        console.print(f"Closed the game {id}.", soft_wrap=True)
