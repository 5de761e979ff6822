"""`kibitz projections skip`: skips an event at which a read model stopped."""

from __future__ import annotations

import getpass
import os
from typing import Annotated

import typer
from rich.text import Text

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.projections.read_models import check_name
from api.cli.terminal.output import console
from api.cli.terminal.projection_tables import skip_text
from api.data_directory import CannotStart
from projections import ALL
from projections.engine.projector import Projector


@runs_async
async def skip(
    name: Annotated[str, typer.Argument(help="The read model.")],
    position: Annotated[
        int, typer.Argument(help="The position of the event at which it, or its rebuild, stopped.")
    ],
    why: Annotated[str, typer.Option(help="The reason, which is stored with your user name and the time.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Skip the event at which a read model stopped. From then on its rows differ from the log.

    Rebuilds of this version of the read model skip the event, too. `status` shows skipped events.
    """
    check_name(name)
    if not why.strip():
        raise CannotStart("give the reason for skipping the event with --why")
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        skipped = await projector.skip(name, position, why=why.strip(), by=_user_name())
    console.print(Text(f"Warning: {skip_text(skipped)}"), soft_wrap=True)


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        # In a container, the user id may have no name.
        return f"user {os.getuid()}"
