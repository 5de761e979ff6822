"""`kibitz restore`: restores a backup into a data directory."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from api.cli.framework.options import DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import load_settings
from api.cli.framework.signals import run_in_thread
from api.cli.terminal.output import console, print_note
from api.cli.terminal.progress import progress_bar
from api.data_directory import CannotStart, DataDirectory
from application.store.interruptible_reads import InterruptibleRead
from application.store.private_files import remove_database
from application.store.sqlite.log_copy import Contents, copy, read_back, sync, take_over


@runs_async
async def restore(
    file: Annotated[Path, typer.Argument(help="A backup made by `kibitz backup`.")],
    data_dir: DataDir = None,
) -> None:
    """Restore a backup into a data directory without games.

    The backup is verified first and not changed. The restored log begins a new epoch: read models are
    rebuilt, and clients with cursors from before the restore are told to start over.
    """
    given = load_settings(data_dir=data_dir)
    if given.database_url is not None:
        raise CannotStart(
            "the games are in a PostgreSQL database: restore it with PostgreSQL's tools, then run "
            "`kibitz log new-epoch` (docs/how-to/back-up.md)"
        )
    found = await run_in_thread(partial(_restored, file, given.data_dir))
    console.print(
        f"Restored {found.events:,} events of {found.games:,} games and {found.players:,} players to "
        f"{given.data_dir}."
    )
    if given.secret is None:
        if found.secret is None:
            print_note(
                "The backup contains no secret: set KIBITZ_SECRET to its server's, or no token is valid."
            )
    elif found.secret not in (None, given.secret.get_secret_value()):
        print_note(
            "KIBITZ_SECRET differs from the backup's secret: no token from before the restore is valid."
        )


def _restored(file: Path, data_dir: Path, reading: InterruptibleRead) -> Contents:
    if not file.is_file():
        raise CannotStart(f"the backup {file} does not exist")
    directory = DataDirectory(data_dir)
    with directory.served():
        _refuse_existing_log(directory)
        unfinished = directory.log.with_name("log.db.unfinished")
        try:
            remove_database(unfinished)
            copy(file, unfinished, reading)
            # The copy is verified, not its source: the copy may be on the worse disk.
            with progress_bar() as bar:
                task = bar.add_task("events verified", total=1)
                found = read_back(
                    unfinished, lambda done, total: bar.update(task, completed=done, total=total), reading
                )
            # From here on the restore is not interrupted, so that keys and log appear together.
            reading.check()
            if found.secret is not None:
                directory.secret.keep(found.secret)
            if found.log_key is not None:
                directory.log_key.keep(found.log_key)
            take_over(unfinished)
            remove_database(directory.read)
            unfinished.rename(directory.log)
            sync(data_dir)
        except OSError as error:
            raise CannotStart(f"the backup cannot be put into {data_dir}: {error.strerror}") from error
        finally:
            remove_database(unfinished)
    return found


def _refuse_existing_log(directory: DataDirectory) -> None:
    for path in (directory.log, directory.log.with_name("log.db-wal")):
        if os.path.lexists(path):
            raise CannotStart(
                f"the data directory has games: {path} is not overwritten; restore into another directory, "
                "or move it away together with its -wal and -shm files"
            )
