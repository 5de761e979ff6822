"""`kibitz log`: counts, checks, signs, proves and marks the event log."""

from __future__ import annotations

import asyncio
from typing import Annotated
from uuid import UUID

import typer
from rich.progress import Progress
from rich.table import Table

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage, load_settings
from api.cli.terminal.output import console, print_error, print_note
from api.cli.terminal.progress import progress_bar
from api.data_directory import CannotStart
from api.storage import Storage, known_signing_key, storage_of
from api.transparency.checkpoint_comparison import first_fault, own_key
from api.transparency.log_tool import LogTool
from application.audit.log_audit import Audit
from application.audit.tree_audit import TreeAudit
from application.refusals import UnknownGame
from domain.game import fold
from domain.state import OVER
from projections.transparency.log_signing import LogSigning

log = typer.Typer(help="Inspect, check, sign and prove the event log.", no_args_is_help=True)

MAX_FINDINGS = 20


@log.command()
@runs_async
async def stats(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Count the games and the events of a log."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        audit = await _audited(storage)
    if not audit.position:
        console.print("The log has no games.")
        return
    table = Table("event", "count", title=f"{audit.position:,} events")
    for topic, count in audit.topics.most_common():
        table.add_row(topic, f"{count:,}")
    console.print(table)
    games = Table("stage", "games", title=f"{audit.stages.total():,} games")
    for stage, count in audit.stages.most_common():
        games.add_row(stage, f"{count:,}")
    console.print(games)


@log.command()
@runs_async
async def check(
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    machines: Annotated[
        bool,
        typer.Option(
            "--machines", help="Also compute each move of the machine again; an expert takes 40 ms a move."
        ),
    ] = False,
) -> None:
    """Check that no event is missing, that every game follows its rules, and what was signed."""
    settings = load_settings(data_dir=data_dir, database_url=database_url)
    key = known_signing_key(settings)
    async with storage_of(settings, existing=True) as storage:
        signed = await asyncio.to_thread(storage.checkpoints.all)
        own = None if key is None else await own_key(storage.store, LogSigning(settings.log_name, key))
        tree = TreeAudit({each.size for each in signed}) if signed else None
        audit = await _audited(storage, machines=machines, tree=tree)
    for finding in audit.findings[:MAX_FINDINGS]:
        where = "" if finding.game is None else f", game {finding.game}, version {finding.version}"
        print_error(f"position {finding.position}{where}: {finding.what}")
    if len(audit.findings) > MAX_FINDINGS:
        print_error(f"and {len(audit.findings) - MAX_FINDINGS} more findings")
    fault = None if tree is None else first_fault(signed, tree, own)
    if fault is not None:
        print_error(fault)
    if audit.findings or fault is not None:
        raise typer.Exit(1)
    if not audit.position:
        print_error(
            "the log is empty, so nothing was checked: a copy of log.db alone, made while a server runs, "
            "contains no events; make copies with `kibitz backup`"
        )
        raise typer.Exit(1)
    console.print(f"{audit.position:,} events of {audit.stages.total():,} games: the log is intact.")
    if signed:
        console.print(f"{len(signed):,} signed checkpoints: each is of this log.")
        if own is None:
            console.print("Not checked without the log's key: whether it has signed them.")
    if audit.unknown_choices:
        console.print(
            f"Not computed again: {audit.unknown_choices:,} moves of the machine, which another version of "
            "its player chose, or at which it fails."
        )


@log.command()
@runs_async
async def new_epoch(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Mark a log as restored, after restoring it with other tools than `kibitz restore`.

    Read models are rebuilt, event streams end with LOG_RESTORED, and earlier cursors are refused.
    """
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        identity = await storage.store.begin_epoch()
    console.print(f"The log {identity.log} is now in epoch {identity.epoch}.", highlight=False)


@log.command()
@runs_async
async def checkpoint(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Sign the log as it is now, and print the signed checkpoint; for times without a server, too."""
    settings = load_settings(data_dir=data_dir, database_url=database_url)
    async with storage_of(settings, existing=True) as storage:
        with progress_bar() as bar:
            signed = await LogTool(storage, settings).sign(bar)
    print_note(f"Verifier key: {signed.verifier_key}")
    typer.echo(signed.note, nl=False)


@log.command()
@runs_async
async def prove(
    game: Annotated[UUID | None, typer.Argument(help="The id of a game that is over.")] = None,
    old: Annotated[
        int | None, typer.Option("--from", metavar="SIZE", help="The size of a signed checkpoint.")
    ] = None,
    new: Annotated[
        int | None, typer.Option("--to", metavar="SIZE", help="The size of a later signed checkpoint.")
    ] = None,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Prove that a game is in the log, or that the log has only grown between two checkpoints.

    Prints a proof as in https://c2sp.org/tlog-proof, or the hashes of a consistency proof.
    """
    settings = load_settings(data_dir=data_dir, database_url=database_url)
    async with storage_of(settings, existing=True) as storage:
        with progress_bar() as bar:
            tool = LogTool(storage, settings)
            match game, old, new:
                case UUID(), None, None:
                    text = await _proof_of_game(storage, tool, game, bar)
                case None, int(), int() if old > new:
                    raise CannotStart("a log only grows: --from is the smaller size")
                case None, int(), int():
                    text = "".join(f"{each}\n" for each in await tool.growth(old, new, bar))
                case _:
                    raise CannotStart("name a game, or two sizes with --from and --to")
    typer.echo(text, nl=False)


async def _proof_of_game(storage: Storage, tool: LogTool, game: UUID, bar: Progress) -> str:
    events = [each.event for each in await storage.store.read(game)]
    if not events:
        raise UnknownGame(str(game))
    if fold(events).stage not in OVER:
        raise CannotStart("the game is not over, and only games that are over are proven")
    proof = await tool.proof(game, len(events), bar)
    if proof is None:
        raise CannotStart(
            "no checkpoint covers the end of the game yet: sign one with `kibitz log checkpoint`"
        )
    return proof.text


async def _audited(storage: Storage, *, machines: bool = False, tree: TreeAudit | None = None) -> Audit:
    audit = Audit(storage.store, machines=machines, tree=tree)
    with progress_bar() as bar:
        task = bar.add_task("events", total=await storage.store.head())
        async for position in audit.steps():
            bar.update(task, completed=position)
    return audit
