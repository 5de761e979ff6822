"""`kibitz log`: counts, checks and marks the event log."""

from __future__ import annotations

import typer
from rich.table import Table

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.terminal.output import console, print_error
from api.cli.terminal.progress import progress_bar
from application.audit.log_audit import Audit

log = typer.Typer(help="Inspect the event log.", no_args_is_help=True)

MAX_FINDINGS = 20


@log.command()
@runs_async
async def stats(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Count the games and the events of a log."""
    audit = await _audited(data_dir, database_url)
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
async def check(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Check that no event is missing and that every game follows its rules."""
    audit = await _audited(data_dir, database_url)
    for finding in audit.findings[:MAX_FINDINGS]:
        where = "" if finding.game is None else f", game {finding.game}, version {finding.version}"
        print_error(f"position {finding.position}{where}: {finding.what}")
    if len(audit.findings) > MAX_FINDINGS:
        print_error(f"and {len(audit.findings) - MAX_FINDINGS} more findings")
    if audit.findings:
        raise typer.Exit(1)
    if not audit.position:
        print_error(
            "the log is empty, so nothing was checked: a copy of log.db alone, made while a server runs, "
            "contains no events; make copies with `kibitz backup`"
        )
        raise typer.Exit(1)
    console.print(f"{audit.position:,} events of {audit.stages.total():,} games: the log is intact.")


@log.command()
@runs_async
async def new_epoch(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Mark a log as restored, after restoring it with other tools than `kibitz restore`.

    Read models are rebuilt, event streams end with LOG_RESTORED, and earlier cursors are refused.
    """
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        identity = await storage.store.begin_epoch()
    console.print(f"The log {identity.log} is now in epoch {identity.epoch}.", highlight=False)


async def _audited(data_dir: DataDir, database_url: DatabaseUrl) -> Audit:
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        audit = Audit(storage.store)
        with progress_bar() as bar:
            task = bar.add_task("events", total=await storage.store.head())
            async for position in audit.steps():
                bar.update(task, completed=position)
    return audit
