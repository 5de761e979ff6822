"""`kibitz restore`: a data directory from a backup."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from api.cli.terminal.console import DataDir, console, plainly, progress, remark, settings
from api.data_directory import CannotStart, DataDirectory
from application.store.sqlite.log_copy import Contents, copy, read_back, sync, take_over


@plainly
async def restore(
    file: Annotated[Path, typer.Argument(help="A backup that `kibitz backup` made.")],
    data_dir: DataDir = None,
) -> None:
    """Put a backup into a data directory in which there are no games.

    The backup is read through first and stays as it is. A new epoch of the log begins: read models are built
    anew, and clients that go on from before the restore are told to begin again.
    """
    given = settings(data_dir=data_dir)
    if given.database_url is not None:
        raise CannotStart(
            "the games are in a PostgreSQL database: restore it with its own tools, then say "
            "`kibitz log new-epoch` (docs/how-to/back-up.md)"
        )
    found = await asyncio.to_thread(_restored, file, given.data_dir)
    console.print(
        f"{found.events:,} events of {found.games:,} games and {found.players:,} players are in "
        f"{given.data_dir}."
    )
    if given.secret is None:
        if found.secret is None:
            remark("The backup has no secret: set KIBITZ_SECRET to that of its server, or no token is valid.")
    elif found.secret not in (None, given.secret.get_secret_value()):
        remark(
            "KIBITZ_SECRET is not the backup's secret: with it, no token from before the restore is valid."
        )


def _restored(file: Path, data_dir: Path) -> Contents:
    if not file.is_file():
        raise CannotStart(f"there is no backup {file}")
    directory = DataDirectory(data_dir)
    with directory.served():
        _refuse_what_is_there(directory)
        unfinished = directory.log.with_name("log.db.unfinished")
        try:
            _remove(unfinished)
            copy(file, unfinished)
            # What was copied is read, not what it was copied from: that may be on the worse disk.
            with progress() as bar:
                task = bar.add_task("events read", total=1)
                found = read_back(
                    unfinished, lambda done, total: bar.update(task, completed=done, total=total)
                )
            if found.secret is not None:
                directory.keep_secret(found.secret)
            take_over(unfinished)
            _remove(directory.read)
            unfinished.rename(directory.log)
            sync(data_dir)
        except OSError as error:
            raise CannotStart(f"the backup cannot be put into {data_dir}: {error.strerror}") from error
        finally:
            _remove(unfinished)
    return found


def _refuse_what_is_there(directory: DataDirectory) -> None:
    for path in (directory.log, directory.log.with_name("log.db-wal")):
        if os.path.lexists(path):
            raise CannotStart(
                f"there are games already: {path} is not overwritten; restore into another directory, or "
                "move it away with its companions"
            )


def _remove(database: Path) -> None:
    """Remove a database and its companions."""
    for ending in ("", "-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            database.with_name(database.name + ending).unlink()
