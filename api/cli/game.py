"""`kibitz game`: closes and exports games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer

from api.cli.framework.operator_user import operator_user
from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.terminal.output import console
from api.export.atomic_files import DEFAULT_MODE, OWNER_MODE, atomic_file
from application.export.game_file import game_file
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from application.moderation.audit_trail import Action, ModerationAction, checked_reason
from application.refusals import UnknownGame
from domain.commands import CloseGame

game = typer.Typer(help="Close and export games.", no_args_is_help=True)


@game.command()
@runs_async
async def close(
    id: Annotated[UUID, typer.Argument(help="The game id.")],
    reason: Annotated[str | None, typer.Option(help="The reason, for the audit trail.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Close a game before its end: it has no result, and its shuffles are revealed."""
    by = operator_user()
    action = Action(
        action=ModerationAction.CLOSE_GAME,
        game=id,
        reason=None if reason is None else checked_reason(reason),
    )
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        if not yes:
            typer.confirm(f"Close the game {id}? This cannot be undone.", abort=True)
        games, command = CommandHandler(storage.store, Croupier()), CloseGame(by=by.id)
        await storage.moderation.in_game(by, action, lambda: games.carry_out(id, command))
        console.print(f"Closed the game {id}.", soft_wrap=True)


@game.command()
@runs_async
async def export(
    id: Annotated[UUID, typer.Argument(help="The game id.")],
    seat: Annotated[
        int | None,
        typer.Option(help="Write what this seat may read, not what a spectator may; seats count from 0."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file; standard output if omitted.")
    ] = None,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write a game as a file that anyone can check with `python clients/verify.py FILE`."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        recorded = await storage.store.read(id)
    if not recorded:
        raise UnknownGame(str(id))
    content = game_file(recorded, seat)
    if out is None:
        typer.echo(content, nl=False)
        return
    # A seat's file holds its hand.
    with atomic_file(out, replace=True, mode=DEFAULT_MODE if seat is None else OWNER_MODE) as file:
        file.write(content)
