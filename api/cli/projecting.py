"""`kibitz projections`: how the read models are, and how they are made anew."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from api.cli.common import DataDir, console, existing_storage, plainly, progress
from api.data import CannotStart
from projections import ALL
from projections.projector import Projector

projections = typer.Typer(help="Look after the read models.", no_args_is_help=True)


@projections.command()
@plainly
async def status(data_dir: DataDir = None) -> None:
    """Show how far each read model is behind the log."""
    async with existing_storage(data_dir=data_dir) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        table = Table("read model", "version", "condition", "position", "behind", "error")
        for each in await projector.status():
            condition, version = str(each.condition), str(each.version)
            table.add_row(each.name, version, condition, str(each.position), str(each.lag), each.error)
        console.print(table)


@projections.command()
@plainly
async def rebuild(
    name: Annotated[str, typer.Argument(help="The read model to rebuild.")], data_dir: DataDir = None
) -> None:
    """Make a read model anew from the log, beside a running server or without one."""
    known = [projection.name for projection in ALL]
    if name not in known:
        raise CannotStart(f"there is no read model {name!r}; known are: {', '.join(known)}")
    async with existing_storage(data_dir=data_dir) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        with progress() as bar:
            task = bar.add_task(name, total=0)
            position = await projector.rebuild(
                name, lambda done, head: bar.update(task, completed=done, total=head)
            )
        console.print(f"{name} is rebuilt up to position {position}.")
