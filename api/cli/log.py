"""`kibitz log`: what is in a log, and whether it is whole."""

from __future__ import annotations

import typer
from rich.table import Table

from api.cli.terminal.console import (
    DatabaseUrl,
    DataDir,
    complain,
    console,
    existing_storage,
    plainly,
    progress,
)
from application.audit.log_audit import Audit

log = typer.Typer(help="Look into the event log.", no_args_is_help=True)

MOST_FINDINGS = 20


@log.command()
@plainly
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
@plainly
async def check(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Check that no event is missing, and that every game was dealt, played and scored by its rules."""
    audit = await _audited(data_dir, database_url)
    for finding in audit.findings[:MOST_FINDINGS]:
        where = "" if finding.game is None else f", game {finding.game}, version {finding.version}"
        complain(f"position {finding.position}{where}: {finding.what}")
    if len(audit.findings) > MOST_FINDINGS:
        complain(f"and {len(audit.findings) - MOST_FINDINGS} findings more")
    if audit.findings:
        raise typer.Exit(1)
    if not audit.position:
        complain(
            "there is no event in the log, so nothing was checked: a copy of log.db alone, made while a "
            "server runs, has none; make copies with `kibitz backup`"
        )
        raise typer.Exit(1)
    console.print(f"{audit.position:,} events of {audit.stages.total():,} games: the log is whole.")


async def _audited(data_dir: DataDir, database_url: DatabaseUrl) -> Audit:
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        audit = Audit(storage.store)
        with progress() as bar:
            task = bar.add_task("events", total=await storage.store.head())
            async for position in audit.steps():
                bar.update(task, completed=position)
    return audit
