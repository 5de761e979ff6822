"""`kibitz export`: the log and what was made of it, as Parquet, CSV or JSON lines for other programs."""

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

from api.catch_up import catch_up
from api.cli.terminal.console import DatabaseUrl, DataDir, existing_storage, plainly, progress, remark
from api.data_directory import CannotStart
from api.export import ExportFailed, Format
from api.export.targets import Target
from api.storage import Storage
from application.export.events import EventExport
from application.export.sheets import InvalidPeriod, Part, Parts, Period
from domain.rules import rules_of
from projections.export import STARS, count_games, count_stars, games, stars
from projections.games.game_list import GAME_LIST
from projections.statistics.projection import STATISTICS

ENDING: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What asks a program to end, besides an interrupt from the keyboard."""


@unique
class What(StrEnum):
    """What can be exported."""

    EVENTS = "events"
    """The log."""
    GAMES = "games"
    """The list of games."""
    STATS = "stats"
    """The star schema of the statistics, with a file for each table."""


@plainly
async def export(
    what: Annotated[
        What, typer.Argument(help="The log, the list of games, or the tables of the statistics.")
    ],
    format_: Annotated[Format, typer.Option("--format", help="How to write it down.")],
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write, for the statistics a directory; otherwise it is printed."),
    ] = None,
    table: Annotated[
        str | None, typer.Option(help=f"One table of the statistics alone: {', '.join(STARS)}.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(help="Events from this day or time on, in UTC; games that ended from then on."),
    ] = None,
    until: Annotated[str | None, typer.Option(help="Only those before this day or time.")] = None,
    variant: Annotated[str | None, typer.Option(help="Only games of this variant.")] = None,
    operator: Annotated[
        bool, typer.Option("--operator", help="Private games too, and cards that nobody has seen yet.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write down what has happened, for other programs: as an onlooker may read it, unless with --operator.

    A file is there when it is whole, or not at all.
    """
    if variant is not None:
        rules_of(variant)
    order = _Order(what, _tables(what, table), _period(since, until), variant, operator)
    target = Target(
        format=format_,
        out=out,
        folder=STARS if len(order.tables) > 1 else (),
        replace=force,
        own=operator,
    )
    target.check()
    begun = time.monotonic()
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        # A bar would stand in the midst of what is printed.
        hidden = out is None and sys.stdout.isatty()
        with _ended_by_signals(), target.opened() as opening, progress(hidden=hidden) as bar:
            total, parts = await order.begun(storage, bar)
            task = bar.add_task(what, total=total)
            rows = await target.write(parts, opening, lambda done: bar.update(task, completed=done))
    remark(f"{rows:,} rows in {time.monotonic() - begun:.1f} s" + ("" if out is None else f": {out}"))


class _Order(Struct, frozen=True):
    """What was asked for."""

    what: What
    tables: tuple[str, ...]
    period: Period
    variant: str | None
    operator: bool

    async def begun(self, storage: Storage, bar: Progress) -> tuple[int, Parts]:
        """Return what has to be done, and what does it, with read models that know of all that is there."""
        database = storage.database
        match self.what:
            case What.EVENTS:
                head = await storage.store.head()
                export = EventExport(
                    storage.store, period=self.period, variant=self.variant, operator=self.operator
                )
                return head, export.parts(head)
            case What.GAMES:
                await catch_up(storage, GAME_LIST, bar)
                wanted = self.period, self.variant, self.operator
                return await database.read(count_games, *wanted), _read(database.stream(games, *wanted))
            case What.STATS:
                await catch_up(storage, STATISTICS, bar)
                chosen = self.tables, self.period, self.variant
                return await database.read(count_stars, *chosen), _read(database.stream(stars, *chosen))


async def _read(parts: Parts) -> AsyncGenerator[Part, None]:
    """Go through what is read from read models; raises ExportFailed."""
    try:
        async with aclosing(parts):
            async for part in parts:
                yield part
    except SQLAlchemyError as error:
        raise ExportFailed(
            f"the read models cannot be read: {getattr(error, 'orig', None) or error}"
        ) from error


def _tables(what: What, table: str | None) -> tuple[str, ...]:
    if table is None:
        return STARS if what is What.STATS else ()
    if what is not What.STATS:
        raise CannotStart(f"{what} have no tables to choose from: --table is for stats")
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
def _ended_by_signals() -> Iterator[None]:
    """Let the program tidy up when it is asked to end; its exit code is that of who was ended by a signal."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None, "a command is a task"
    asked: list[int] = []

    def end(number: int, _: FrameType | None) -> None:
        asked.append(number)
        loop.call_soon_threadsafe(task.cancel)

    before = {number: signal.signal(number, end) for number in ENDING}
    try:
        yield
    except asyncio.CancelledError:
        if not asked:
            raise
        raise typer.Exit(128 + asked[0]) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
