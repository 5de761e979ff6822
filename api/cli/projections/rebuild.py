"""`kibitz projections rebuild`: builds a read model anew from the log."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.framework.signals import terminated_by_signals
from api.cli.projections.read_models import check_name
from api.cli.terminal.output import console
from api.cli.terminal.progress import RebuildProgress, rebuild_progress_bar
from projections import ALL
from projections.engine.projector import Projector


@runs_async
async def rebuild(
    name: Annotated[str, typer.Argument(help="The read model to rebuild.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Build a read model anew from the log, with or without a running server.

    Queries read the old rows until the new ones are complete. An interrupted rebuild can be resumed.
    """
    check_name(name)
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        # An interrupted rebuild releases its lease, which would block the next one.
        with terminated_by_signals(), rebuild_progress_bar() as bar:
            rebuild_progress = RebuildProgress(bar, name)
            position = await projector.rebuild(name, rebuild_progress.update)
        if rebuild_progress.resumed_at:
            console.print(f"Resumed an interrupted rebuild at position {rebuild_progress.resumed_at:,}.")
        console.print(f"Rebuilt {name} up to position {position:,}: {rebuild_progress.summary(position)}.")
