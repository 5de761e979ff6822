"""`kibitz backup`: copies the embedded log, the players and the secret into one file."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from time import time
from typing import Annotated

import typer

from api.cli.framework.options import DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import load_settings
from api.cli.framework.signals import run_in_thread
from api.cli.terminal.output import console, print_note
from api.cli.terminal.progress import progress_bar
from api.data_directory import CannotStart, DataDirectory
from api.settings import Settings
from api.storage import check_log_exists
from application.store.interruptible_reads import InterruptibleRead
from application.store.private_files import remove_database
from application.store.sqlite.log_copy import Contents, copy, label, read_back, sync


@runs_async
async def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, which must not exist.")],
    data_dir: DataDir = None,
) -> None:
    """Copy the games, the players and the secret into one file, even while the server runs.

    The copy is verified before it takes its name. Keep it private: its readers can see every card and sign in
    as any player. `kibitz restore` restores it.
    """
    given = load_settings(data_dir=data_dir)
    if given.database_url is not None:
        raise CannotStart(
            "the games are in a PostgreSQL database: back it up with PostgreSQL's tools"
            " (docs/how-to/back-up.md)"
        )
    check_log_exists(given)
    found = await run_in_thread(partial(_written, given, file))
    console.print(
        f"Copied {found.events:,} events of {found.games:,} games and {found.players:,} players to {file}, "
        "and verified the copy."
    )
    if found.secret is None:
        print_note(
            "The backup does not contain the secret: keep KIBITZ_SECRET, without which no token is valid."
        )


def _written(given: Settings, file: Path, reading: InterruptibleRead) -> Contents:
    if os.path.lexists(file):
        raise CannotStart(f"{file} exists and is not overwritten")
    directory = DataDirectory(given.data_dir, existing=True)
    secret = directory.secret.text(existing=True) if given.secret is None else None
    # A server of an earlier release has none.
    has_key = given.log_key is None and directory.log_key.path.exists()
    log_key = directory.log_key.text(existing=True) if has_key else None
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.unfinished")
    try:
        copy(directory.log, unfinished, reading)
        label(unfinished, int(time()), secret, log_key)
        with progress_bar() as bar:
            task = bar.add_task("events verified", total=1)
            found = read_back(
                unfinished, lambda done, total: bar.update(task, completed=done, total=total), reading
            )
        reading.check()
        # Linked, so that a file that another program created meanwhile is not overwritten.
        os.link(unfinished, file)
        sync(file.absolute().parent)
    except FileExistsError as error:
        raise CannotStart(f"{file} exists and is not overwritten") from error
    except OSError as error:
        raise CannotStart(f"the backup {file} cannot be written: {error.strerror}") from error
    finally:
        remove_database(unfinished)
    return found
