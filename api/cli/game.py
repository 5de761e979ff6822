"""`kibitz game`: commands of operators for games."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import typer

from api.cli.terminal.console import DatabaseUrl, DataDir, console, existing_storage, plainly
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from domain.commands import CloseGame
from domain.events import PlayerId

OPERATOR: Final[PlayerId] = "operator"
"""The player id that the log has for a command from the command line; no player has it."""

game = typer.Typer(help="Look after games: close.", no_args_is_help=True)


@game.callback()
def _commands() -> None:
    """Keep `close` a command of its own while it is the only one."""


@game.command()
@plainly
async def close(
    id: Annotated[UUID, typer.Argument(help="The game's id.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Close a game before its end: it has no result, and its shuffles are revealed."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        if not yes:
            typer.confirm(f"Close the game {id} for good?", abort=True)
        await CommandHandler(storage.store, Croupier()).carry_out(id, CloseGame(by=OPERATOR))
        console.print(f"{id} is closed.", soft_wrap=True)
