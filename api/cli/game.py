"""`kibitz game`: closes, exports and verifies games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer
from rich.table import Table
from rich.text import Text

from api.cli.framework.operator_user import operator_user
from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage, load_settings
from api.cli.terminal.output import console, print_error, print_note, printable
from api.cli.terminal.progress import progress_bar
from api.data_directory import CannotStart
from api.export.atomic_files import DEFAULT_MODE, OWNER_MODE, atomic_file
from api.settings import Settings
from api.storage import Storage, storage_of
from api.transparency.file_proof import UnreadableHeads, read_seen
from api.transparency.game_verdict import UnreadableFile, read_limited, verdict_on
from api.transparency.log_tool import LogTool
from application.export.game_file import game_file, proof_line
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from application.moderation.audit_trail import Action, ModerationAction, checked_reason
from application.refusals import UnknownGame
from application.store.port import StoreError
from application.verification.file_records import UnreadableGameFile
from domain.commands import CloseGame
from domain.game import fold
from domain.lobby.checks import require_not_over
from domain.state import OVER
from kibitz_client.transparency import InvalidNote, VerifierKey

game = typer.Typer(help="Close, export and verify games.", no_args_is_help=True)


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
            # Refused before the question, not after it.
            recorded = await storage.store.read(id)
            if not recorded:
                raise UnknownGame(str(id))
            require_not_over(fold(each.event for each in recorded))
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
    settings = load_settings(data_dir=data_dir, database_url=database_url)
    async with storage_of(settings, existing=True) as storage:
        recorded = await storage.store.read(id)
        forms = await storage.store.stored_forms(id, 0, len(recorded))
        if not recorded:
            raise UnknownGame(str(id))
        content = game_file(recorded, forms, seat)
        if fold(each.event for each in recorded).stage in OVER:
            content += await _proof_of(storage, settings, id, len(recorded))
    if out is None:
        typer.echo(content, nl=False)
        return
    # A seat's file holds its hand.
    with atomic_file(out, replace=True, mode=DEFAULT_MODE if seat is None else OWNER_MODE) as file:
        file.write(content)


async def _proof_of(storage: Storage, settings: Settings, game: UUID, version: int) -> bytes:
    """Return the line with the proof of a game that is over; none, with a note, if there is no proof yet."""
    try:
        with progress_bar() as bar:
            proof = await LogTool(storage, settings).proof(game, version, bar)
    except (CannotStart, StoreError) as error:
        print_note(f"The file has no proof: {error}")
        return b""
    if proof is None:
        print_note("The file has no proof: no signed checkpoint covers the end of the game yet.")
        return b""
    return proof_line(proof.text) + b"\n"


@game.command()
def verify(
    file: Annotated[
        Path,
        typer.Argument(
            help="A game from `kibitz game export` or *Save the game*; `-` for standard input.",
            allow_dash=True,
        ),
    ],
    key: Annotated[
        str | None,
        typer.Option(metavar="VKEY", help="The verifier key of the log, from `log { verifierKey }`."),
    ] = None,
    seen: Annotated[
        Path | None, typer.Option(help="A file of heads that you have kept: VERSION HEX in each line.")
    ] = None,
) -> None:
    """Verify a finished game without a server: its records, heads, proof, deals and rules.

    The exit status is 0 if all is right, 1 if something is wrong, 2 if the file cannot be read, and 3 if all
    is right that can be checked.
    """
    try:
        content = read_limited(file)
        known = None if seen is None else read_seen(read_limited(seen))
        verifier = None if key is None else VerifierKey(key)
        verdict = verdict_on(content, verifier, known)
    except InvalidNote as error:
        print_error(f"--key is not the key of a log, NAME+ID+KEY: {error}")
        raise typer.Exit(2) from error
    except UnreadableHeads as error:
        print_error(f"{seen}, {error}")
        raise typer.Exit(2) from error
    except (UnreadableFile, UnreadableGameFile) as error:
        print_error(str(error))
        raise typer.Exit(2) from error
    table = Table("part", "verdict", "")
    for part in verdict.parts:
        table.add_row(part.name, part.judgement, Text(printable(part.detail), overflow="fold"))
    console.print(table)
    # All readers of the game have this head, whatever they may read of it.
    console.print(f"{verdict.game} at version {verdict.version}: {verdict.head.hex()}", soft_wrap=True)
    raise typer.Exit(verdict.exit_status)
