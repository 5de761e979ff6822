"""`kibitz backup`: a copy of all that a server on the embedded database must not lose, in one file."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Annotated

import typer

from api.cli.terminal.console import DataDir, console, plainly, progress, remark, settings
from api.data_directory import CannotStart, DataDirectory
from api.settings import Settings
from api.storage import refuse_to_invent
from application.store.sqlite.log_copy import Contents, copy, label, read_back, sync


@plainly
async def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the backup; nothing may be there.")],
    data_dir: DataDir = None,
) -> None:
    """Copy the games, the players and the secret into one file, also while the server runs.

    The copy is read back before it gets its name. Whoever can read it can read every card and sign in as any
    player: only you may read it, and it should stay so. `kibitz restore` puts it back.
    """
    given = settings(data_dir=data_dir)
    if given.database_url is not None:
        raise CannotStart(
            "the games are in a PostgreSQL database: back it up with its own tools (docs/how-to/back-up.md)"
        )
    refuse_to_invent(given)
    found = await asyncio.to_thread(_written, given, file)
    console.print(
        f"{found.events:,} events of {found.games:,} games and {found.players:,} players are in {file}, "
        "and were read back."
    )
    if found.secret is None:
        remark("The secret is not in it: keep KIBITZ_SECRET, without which no token is good.")


def _written(given: Settings, file: Path) -> Contents:
    if os.path.lexists(file):
        raise CannotStart(f"there is something at {file} already, which is not overwritten")
    directory = DataDirectory(given.data_dir, existing=True)
    secret = None
    if given.secret is None:
        secret = directory.secret(existing=True)
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.unfinished")
    try:
        copy(directory.log, unfinished)
        label(unfinished, int(time()), secret)
        with progress() as bar:
            task = bar.add_task("events read back", total=1)
            found = read_back(unfinished, lambda done, total: bar.update(task, completed=done, total=total))
        # Linked, so that whoever wrote something there meanwhile keeps it.
        os.link(unfinished, file)
        sync(file.absolute().parent)
    except FileExistsError as error:
        raise CannotStart(f"there is something at {file} already, which is not overwritten") from error
    except OSError as error:
        raise CannotStart(f"the backup {file} cannot be written: {error.strerror}") from error
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()
    return found
