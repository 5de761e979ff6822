"""`kibitz project` and `kibitz projections`: read models kept up to date, looked at, made anew."""

from __future__ import annotations

import asyncio
import getpass
import logging
import os
import signal
import time
from datetime import timedelta
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from api.cli.terminal.console import (
    DatabaseUrl,
    DataDir,
    console,
    existing_storage,
    plainly,
    settings,
    stopping_signals,
)
from api.data_directory import CannotStart
from api.storage import naming, storage_of
from projections import ALL
from projections.database.schemas import VIEWS
from projections.engine.projector import Condition, ProjectionStatus, Projector
from projections.engine.skipped_events import Skip
from projections.engine.status import Failure
from projections.statistics.views.reader_role import make_reader

logger = logging.getLogger(__name__)

projections = typer.Typer(help="Look after the read models.", no_args_is_help=True)


@plainly
async def project(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Keep the read models up to date until interrupted, for servers that do not.

    Several may run on one database: another takes over within seconds when one is gone.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    async with storage_of(settings(data_dir=data_dir, database_url=database_url)) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        with naming("of the read models"):
            await projector.prepare()
        loop, interrupted = asyncio.get_running_loop(), asyncio.Event()

        def stop(number: int, _: object) -> None:
            loop.call_soon_threadsafe(logger.info, "stopping at %s", signal.Signals(number).name)
            loop.call_soon_threadsafe(interrupted.set)

        for each in stopping_signals():
            signal.signal(each, stop)
        async with projector:
            console.print(f"Kibitz keeps {len(ALL)} read models up to date")
            await interrupted.wait()


@projections.command()
@plainly
async def status(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Show how far each read model is behind the log, and what keeps it from going on.

    Other versions, of which other processes keep rows, have lines of their own; skipped events follow.
    """
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        table = Table("read model", "version", "condition", "position", "events behind", "for", "error")
        found = await projector.status()
        for each in found:
            table.add_row(
                each.name,
                str(each.version),
                _condition(each),
                str(each.position),
                str(each.lag),
                _duration(each.behind),
                # As text: it may hold what looks like markup.
                Text(_error(each)),
            )
            for other in each.others:
                stopped = "" if other.failure is None else _failed(other.failure)
                used = f"last used {other.last_used:%Y-%m-%d %H:%M} UTC"
                table.add_row("", str(other.version), used, str(other.position), "", "", Text(stopped))
        console.print(table)
        for each in found:
            if each.rebuild_failure is not None:
                console.print(
                    Text(f"The last rebuild of {each.name} was stopped: {_failed(each.rebuild_failure)}"),
                    soft_wrap=True,
                )
            for skip in each.skips:
                console.print(Text(_skipped(skip)), soft_wrap=True)


def _condition(status: ProjectionStatus) -> str:
    if status.condition is Condition.REBUILDING and status.rebuilt is not None:
        return f"{status.condition}, at {status.rebuilt}"
    return str(status.condition) if status.ready or not status.position else f"{status.condition}, not served"


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "?"
    return f"{seconds:.1f} s" if seconds < 60 else str(timedelta(seconds=round(seconds)))


def _error(status: ProjectionStatus) -> str:
    if status.failed_position is None:
        return status.error or ""
    return f"event {status.failed_topic} at position {status.failed_position}: {status.error}"


def _failed(failure: Failure) -> str:
    return f"event {failure.topic} at position {failure.position}: {failure.error}"


def _skipped(skip: Skip) -> str:
    return (
        f"{skip.name} leaves out event {skip.topic} at position {skip.position}, so its rows differ from the "
        f"log: {skip.why} ({skip.by}, {skip.at:%Y-%m-%d %H:%M} UTC)"
    )


@projections.command()
@plainly
async def skip(
    name: Annotated[str, typer.Argument(help="The read model.")],
    position: Annotated[int, typer.Argument(help="The position of the event that stops it, or its rebuild.")],
    why: Annotated[str, typer.Option(help="The reason, which is kept with your account and the time.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Leave out the event that stops a read model. Its rows differ from the log from then on.

    That is kept across rebuilds of this version of the read model, and `status` shows it.
    """
    _known(name)
    if not why.strip():
        raise CannotStart("say by --why for what reason the event is skipped")
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        skipped = await projector.skip(name, position, why=why.strip(), by=_account())
    console.print(Text(f"Warning: {_skipped(skipped)}"), soft_wrap=True)


def _account() -> str:
    """Return who runs this on the machine."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        # A container may run under a number without a name.
        return f"user {os.getuid()}"


def _known(name: str) -> None:
    known = [projection.name for projection in ALL]
    if name not in known:
        raise CannotStart(f"there is no read model {name!r}; known are: {', '.join(known)}")


@projections.command()
@plainly
async def rebuild(
    name: Annotated[str, typer.Argument(help="The read model to rebuild.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Make a read model anew from the log, beside a running server or without one.

    Readers have the old rows until the new ones take their place. Interrupted, it goes on where it was.
    """
    _known(name)
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        with _bar() as bar:
            shown = _Shown(bar, name)
            position = await projector.rebuild(name, shown.tell)
        if shown.resumed:
            console.print(f"An interrupted rebuild was at position {shown.resumed}; it went on from there.")
        console.print(f"{name} is rebuilt up to position {position}. ({shown.pace(position)})")


@projections.command()
@plainly
async def reader(
    role: Annotated[str, typer.Argument(help="The role; made if it is not there.")],
    revoke_public: Annotated[
        bool,
        typer.Option(help="Also take from everybody (PUBLIC) what fills the database's disk, see below."),
    ] = False,
    database_url: DatabaseUrl = None,
) -> None:
    """Let a role of PostgreSQL read the views of the statistics, and nothing else.

    With a password in KIBITZ_READER_PASSWORD somebody can log in as the role.

    PostgreSQL lets everybody who connects make large objects and temporary tables. It can be taken from all
    roles only (--revoke-public), which other programs on the same database may mind.
    """
    password = os.environ.get("KIBITZ_READER_PASSWORD")
    async with existing_storage(database_url=database_url) as storage:
        made = await storage.database.write(make_reader, role, password, revoke_public=revoke_public)
    there = "is made" if made.made else "was there"
    console.print(
        f"The role {role} {there}; it may read the {len(made.views)} views in the schema {VIEWS} "
        "and those to come, nothing else.",
        soft_wrap=True,
    )
    if made.besides:
        console.print(
            f"As everybody in this database it may also {', '.join(made.besides)}: "
            "--revoke-public ends that, as far as the server's user may.",
            soft_wrap=True,
        )
    if not made.logs_in:
        console.print("Nobody can log in as it: KIBITZ_READER_PASSWORD was not given.")


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        TextColumn("{task.fields[pace]}"),
        # Not where the results go, so that those can be piped.
        console=Console(stderr=True),
    )


class _Shown:
    """A rebuild as it is shown: what an earlier one has done counts for the bar, not for the speed."""

    def __init__(self, bar: Progress, name: str) -> None:
        self.resumed = 0
        """The position that an interrupted rebuild had come to."""
        self._bar = bar
        self._task = bar.add_task(name, total=0, pace="")
        self._began: float | None = None

    def tell(self, done: int, head: int) -> None:
        """Show how far it is, how fast, and how long it will yet take."""
        if self._began is None:
            self.resumed, self._began = done, time.monotonic()
        speed = self._speed(done)
        left = f", {timedelta(seconds=round((head - done) / speed))} left" if speed and done < head else ""
        self._bar.update(self._task, completed=done, total=head, pace=f"{speed:,.0f} events/s{left}")

    def pace(self, position: int) -> str:
        """Return in words how fast it was."""
        return f"{position - self.resumed:,} events, {self._speed(position):,.0f} events/s"

    def _speed(self, done: int) -> float:
        assert self._began is not None, "the beginning is told first"
        # The clock may not have moved on since.
        return (done - self.resumed) / max(time.monotonic() - self._began, 0.001)
