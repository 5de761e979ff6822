"""Projects or rebuilds read models, or signs the log, in a process that can be made to die at an exact step.

A step is a statement or a commit that the process is about to send to the read database or to the tables
beside the log, or the return of a connection, which follows a commit.
"""

from __future__ import annotations

import asyncio
import os
import signal
from itertools import count
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, NullPool, Pool, create_engine, event, make_url

import projections
from application.codec import Position
from application.store.port import Store
from application.transparency.checkpoint_table import CheckpointTable
from application.transparency.signed_notes import SigningKey
from projections.database.connections import ReadDatabase
from projections.engine.projection import Projection
from projections.engine.projector import Projector
from projections.engine.rebuild import rebuild
from projections.transparency.checkpoint_signer import CheckpointSigner
from projections.transparency.log_signing import LogSigning
from tests.faults.harness.command_writer import opened
from tests.projections.running import QUICK

PROGRAM: Final = "tests.projections.mortals"
NEVER: Final = 0
FOR_EVER: Final = 2**40
"""A position beyond every log of the tests."""
SIGNING: Final = LogSigning("club.example/log", SigningKey(bytes(range(32)).hex()))
_TIMEOUT = 60.0


def database_at(where: str) -> ReadDatabase:
    """Open a read database by its URL or path."""
    return ReadDatabase(where) if "://" in where else ReadDatabase.at(Path(where))


def checkpoints_at(log: str) -> CheckpointTable:
    """Open the checkpoints beside a log, given its URL or path."""
    if "://" not in log:
        return CheckpointTable(create_engine(f"sqlite:///{log}", poolclass=NullPool))
    url = make_url(log).set(drivername="postgresql+psycopg")
    options = {"options": "-c search_path=kibitz"}
    return CheckpointTable(create_engine(url, poolclass=NullPool, connect_args=options))


def signer_of(store: Store, database: ReadDatabase, log: str) -> CheckpointSigner:
    """Return the signer of a log, given its URL or path."""
    return CheckpointSigner(store, database, checkpoints_at(log), SIGNING)


def main(task: str, log: str, read: str, batch: str, dies_at: str, until: str, *names: str) -> None:
    """Carry out a task, `project`, `rebuild` or `sign`, on the named read models until a position is reached.

    `dies_at` is the number of the step at which the process ends as in a power cut.
    """
    models = [each for name in names for each in projections.ALL if each.name == name]
    asyncio.run(_run(task, log, read, int(batch), int(dies_at), int(until), models))


async def _run(
    task: str, log: str, read: str, batch: int, dies_at: int, until: Position, models: list[Projection]
) -> None:
    store = await opened(log)
    with database_at(read) as database:
        if dies_at != NEVER:
            _doom(dies_at)
        if task == "project":
            async with Projector(store, database, models, batch=batch, backoff=QUICK) as projector:
                await projector.wait_until(until, _TIMEOUT)
        elif task == "sign":
            async with Projector(store, database, models, batch=batch, backoff=QUICK) as projector:
                await projector.wait_until(until, _TIMEOUT)
                await signer_of(store, database, log).sign()
        else:
            await _rebuild(store, database, models, batch, until)
    await store.close()


async def _rebuild(
    store: Store, database: ReadDatabase, models: list[Projection], batch: int, until: Position
) -> None:
    """Rebuild all, once more as long as they do not come to the position."""
    while min([await rebuild(store, database, each, batch=batch) for each in models]) < until:
        pass


def _doom(dies_at: int) -> None:
    steps = count(1)

    def step(*_: Any) -> None:
        if next(steps) == dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    for what in ("before_cursor_execute", "commit", "rollback"):
        event.listen(Engine, what, step)
    event.listen(Pool, "checkin", step)
