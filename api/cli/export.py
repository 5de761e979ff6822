"""`kibitz export`: exports events, games or statistics as Parquet, CSV or NDJSON."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from datetime import UTC, datetime
from enum import StrEnum, unique
from pathlib import Path
from types import FrameType
from typing import Annotated, Final

import typer
from msgspec import Struct
from rich.progress import Progress
from sqlalchemy.exc import SQLAlchemyError

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.terminal.output import print_note
from api.cli.terminal.progress import progress_bar
from api.data_directory import CannotStart
from api.export import ExportFailed, Format
from api.export.read_model_catch_up import catch_up
from api.export.targets import Target
from api.storage import Storage
from application.export.events import EventExport
from application.export.sheets import InvalidPeriod, Part, Parts, Period
from domain.rules import rules_of
from projections.export import STARS, count_games, count_stars, games, stars
from projections.games.game_list import GAME_LIST
from projections.statistics.projection import STATISTICS

TERMINATING_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals that end the program, besides an interrupt from the keyboard."""


@unique
class Dataset(StrEnum):
    """Data that can be exported."""

    EVENTS = "events"
    """The event log."""
    GAMES = "games"
    """The list of games."""
    STATS = "stats"
    """The star schema of the statistics, with a file for each table."""


@runs_async
async def export(
    dataset: Annotated[
        Dataset, typer.Argument(help="The event log, the list of games, or the tables of the statistics.")
    ],
    format_: Annotated[Format, typer.Option("--format", help="The format of the output.")],
    out: Annotated[
        Path | None,
        typer.Option(
            help="The file to write, or for the statistics the directory; standard output by default."
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option(help=f"A single table of the statistics: {', '.join(STARS)}.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(help="Only events, or games that ended, at or after this day or time in UTC."),
    ] = None,
    until: Annotated[str | None, typer.Option(help="Only those before this day or time in UTC.")] = None,
    variant: Annotated[str | None, typer.Option(help="Only games of this variant.")] = None,
    operator: Annotated[
        bool, typer.Option("--operator", help="Include private games and unrevealed cards.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Export events, games or statistics as Parquet, CSV or NDJSON.

    Without --operator, the export contains only what a spectator may see. A file appears only when it is
    complete.
    """
    if variant is not None:
        rules_of(variant)
    order = _ExportOrder(dataset, _tables(dataset, table), _period(since, until), variant, operator)
    target = Target(
        format=format_,
        out=out,
        folder=STARS if len(order.tables) > 1 else (),
        replace=force,
        own=operator,
    )
    target.check()
    started = time.monotonic()
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        # A bar would be mixed with the printed rows.
        hidden = out is None and sys.stdout.isatty()
        with _terminated_by_signals(), target.opened() as opening, progress_bar(hidden=hidden) as bar:
            total, parts = await order.open(storage, bar)
            task = bar.add_task(dataset, total=total)
            rows = await target.write(parts, opening, lambda done: bar.update(task, completed=done))
    print_note(f"{rows:,} rows in {time.monotonic() - started:.1f} s" + ("" if out is None else f": {out}"))


class _ExportOrder(Struct, frozen=True):
    """Requested data."""

    dataset: Dataset
    tables: tuple[str, ...]
    period: Period
    variant: str | None
    operator: bool

    async def open(self, storage: Storage, bar: Progress) -> tuple[int, Parts]:
        """Bring the read model up to date; return the amount of work and the parts to write."""
        database = storage.database
        match self.dataset:
            case Dataset.EVENTS:
                head = await storage.store.head()
                export = EventExport(
                    storage.store, period=self.period, variant=self.variant, operator=self.operator
                )
                return head, export.parts(head)
            case Dataset.GAMES:
                await catch_up(storage, GAME_LIST, bar)
                wanted = self.period, self.variant, self.operator
                return await database.read(count_games, *wanted), _read(database.stream(games, *wanted))
            case Dataset.STATS:
                await catch_up(storage, STATISTICS, bar)
                chosen = self.tables, self.period, self.variant
                return await database.read(count_stars, *chosen), _read(database.stream(stars, *chosen))


async def _read(parts: Parts) -> AsyncGenerator[Part, None]:
    """Yield parts of a read model; raises ExportFailed if it cannot be read."""
    try:
        async with aclosing(parts):
            async for part in parts:
                yield part
    except SQLAlchemyError as error:
        raise ExportFailed(
            f"the read models cannot be read: {getattr(error, 'orig', None) or error}"
        ) from error


def _tables(dataset: Dataset, table: str | None) -> tuple[str, ...]:
    if table is None:
        return STARS if dataset is Dataset.STATS else ()
    if dataset is not Dataset.STATS:
        raise CannotStart(f"{dataset} have no tables: --table is for stats")
    if table not in STARS:
        raise CannotStart(f"the statistics have no table {table!r}; they have {', '.join(STARS)}")
    return (table,)


def _period(since: str | None, until: str | None) -> Period:
    period = Period(_moment("since", since), _moment("until", until))
    try:
        period.check(datetime.now(UTC))
    except InvalidPeriod as error:
        raise CannotStart(str(error)) from error
    return period


def _moment(option: str, text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise CannotStart(
            f"--{option} takes a day such as 2026-04-01 or a time such as 2026-04-01T18:30:00Z, not {text!r}"
        ) from error


@contextmanager
def _terminated_by_signals() -> Iterator[None]:
    """Cancel the command at a signal so that it cleans up, then exit with 128 + the signal number."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None, "a command is a task"
    asked: list[int] = []

    def end(number: int, _: FrameType | None) -> None:
        asked.append(number)
        loop.call_soon_threadsafe(task.cancel)

    before = {number: signal.signal(number, end) for number in TERMINATING_SIGNALS}
    try:
        yield
    except asyncio.CancelledError:
        if not asked:
            raise
        raise typer.Exit(128 + asked[0]) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
