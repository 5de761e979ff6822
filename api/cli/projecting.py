"""`kibitz project` and `kibitz projections`: read models kept up to date, looked at, made anew."""

from __future__ import annotations

import asyncio
import logging
import signal
from typing import Annotated

import typer
from rich.table import Table

from api.cli.common import DatabaseUrl, DataDir, console, existing_storage, plainly, progress, settings
from api.data import CannotStart
from api.storage import naming, storage_of
from projections import ALL
from projections.projector import Projector

projections = typer.Typer(help="Look after the read models.", no_args_is_help=True)


@plainly
async def project(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Keep the read models up to date until interrupted, for servers that do not."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    async with storage_of(settings(data_dir=data_dir, database_url=database_url)) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        with naming("of the read models"):
            await projector.prepare()
        loop, interrupted = asyncio.get_running_loop(), asyncio.Event()
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, lambda *_: loop.call_soon_threadsafe(interrupted.set))
        async with projector:
            console.print(f"Kibitz keeps {len(ALL)} read models up to date")
            await interrupted.wait()


@projections.command()
@plainly
async def status(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Show how far each read model is behind the log."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        table = Table("read model", "version", "condition", "position", "behind", "error")
        for each in await projector.status():
            condition, version = str(each.condition), str(each.version)
            table.add_row(each.name, version, condition, str(each.position), str(each.lag), each.error)
        console.print(table)


@projections.command()
@plainly
async def rebuild(
    name: Annotated[str, typer.Argument(help="The read model to rebuild.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Make a read model anew from the log, beside a running server or without one."""
    known = [projection.name for projection in ALL]
    if name not in known:
        raise CannotStart(f"there is no read model {name!r}; known are: {', '.join(known)}")
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        with progress() as bar:
            task = bar.add_task(name, total=0)
            position = await projector.rebuild(
                name, lambda done, head: bar.update(task, completed=done, total=head)
            )
        console.print(f"{name} is rebuilt up to position {position}.")
