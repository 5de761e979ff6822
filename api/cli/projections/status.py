"""`kibitz projections status`: the position and the condition of each read model."""

from __future__ import annotations

from rich.text import Text

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.terminal.output import console
from api.cli.terminal.projection_tables import failure_text, skip_text, status_table
from projections import ALL
from projections.engine.projector import Projector


@runs_async
async def status(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Show how far each read model is behind the log, and why it is stopped.

    Versions that other processes maintain have their own lines. Skipped events follow.
    """
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        found = await projector.status()
    console.print(status_table(found))
    for each in found:
        if each.rebuild_failure is not None:
            console.print(
                Text(f"The last rebuild of {each.name} was stopped: {failure_text(each.rebuild_failure)}"),
                soft_wrap=True,
            )
        for skip in each.skips:
            console.print(Text(skip_text(skip)), soft_wrap=True)
