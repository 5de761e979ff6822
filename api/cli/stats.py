"""`kibitz stats`: shows statistics as tables with small bar charts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text
from sqlalchemy import Connection

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.terminal.charts import activity_tables, metric_tables, summary
from api.cli.terminal.luck_of_games import luck_of_games
from api.cli.terminal.output import console, print_note
from api.data_directory import CannotStart
from domain.refusals import UnknownVariant, WrongNumberOfPlayers
from domain.rules import rules_of, variants
from projections.engine.generations import NotBuilt
from projections.engine.projector import Projector
from projections.engine.status import ProjectionStatus
from projections.luck.projection import LUCK
from projections.luck.sums import luck_sums
from projections.players.boards import Board
from projections.statistics.projection import STATISTICS
from projections.statistics.selection import Bucket, InvalidSelection, Selection


class Played(StrEnum):
    """The boards that have separate statistics."""

    PEOPLE = Board.PEOPLE.value
    MIXED = Board.MIXED.value
    MACHINES = Board.MACHINES.value


def _day(given: str) -> date:
    try:
        return date.fromisoformat(given)
    except ValueError as error:
        raise typer.BadParameter(f"{given!r} is not a day such as 2026-11-20.") from error


@runs_async
async def stats(
    variant: Annotated[str | None, typer.Argument(help="A variant; otherwise all of them.")] = None,
    since: Annotated[
        date | None, typer.Option(parser=_day, metavar="DAY", help="The first day, in UTC.")
    ] = None,
    until: Annotated[
        date | None, typer.Option(parser=_day, metavar="DAY", help="The day after the last, in UTC.")
    ] = None,
    bucket: Annotated[
        Bucket | None,
        typer.Option(help="Show the activity in periods of this length instead; includes all public games."),
    ] = None,
    board: Annotated[
        Played | None,
        typer.Option(help="Only games between people, of people with machines, or of machines alone."),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Only games with this number of players.")] = None,
    machine: Annotated[
        bool | None,
        typer.Option(
            "--machines/--people", help="Only actions of machine players, or only actions of people."
        ),
    ] = None,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Show statistics of finished public games: bids, trumps, places, points, luck and more."""
    selections = _checked(
        [variant] if variant is not None else list(variants()),
        since=since,
        until=until,
        bucket=bucket,
        board=None if board is None else Board(board),
        seats=seats,
        machine=machine,
    )
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        # Rows that are read later lack no more than these tell, while the read models go on.
        statuses = await Projector(storage.store, storage.database, [STATISTICS, LUCK]).status()
        try:
            shown = [(each, *await storage.database.read(_shown, each)) for each in selections]
        except NotBuilt as error:
            raise CannotStart(
                "the statistics are not built yet: start the server or `kibitz project`, or run "
                f"`kibitz projections rebuild {STATISTICS.name}`"
            ) from error
        except InvalidSelection as error:
            raise typer.BadParameter(_sentence(error)) from error
    for number, (selection, heading, tables) in enumerate(shown):
        if number:
            console.print()
        console.print(Text(f"{rules_of(selection.variant).title}: {heading}", "bold"))
        for table in tables:
            console.print(table)
    _print_lag(*statuses, luck=bucket is None)


def _print_lag(statistics: ProjectionStatus, luck_status: ProjectionStatus, *, luck: bool) -> None:
    """Print how far the read models are behind; that of luck only if `luck` is shown."""
    if statistics.lag:
        print_note(f"The statistics are {statistics.lag:,} events behind the log.")
    if luck and not luck_status.ready:
        print_note(
            "Luck is not built yet: start the server or `kibitz project`, or run "
            f"`kibitz projections rebuild {LUCK.name}`."
        )
    elif luck and luck_status.lag:
        print_note(f"Luck is {luck_status.lag:,} events behind the log.")


def _checked(variants: Sequence[str], **given: Any) -> list[Selection]:
    """Return valid selections, leaving out variants that cannot have this number of players."""
    found, wrong = [], None
    for variant in variants:
        selection = Selection(variant=variant, **given)
        try:
            selection.check()
        except WrongNumberOfPlayers as refusal:
            wrong = refusal
        except (UnknownVariant, InvalidSelection) as error:
            raise typer.BadParameter(_sentence(error)) from error
        else:
            found.append(selection)
    if wrong is not None and not found:
        raise typer.BadParameter(_sentence(wrong)) from wrong
    return found


def _shown(connection: Connection, selection: Selection) -> tuple[str, list[Table | Text]]:
    """Return a heading and the tables of a variant: its metrics and luck, or its activity over time."""
    if selection.bucket is not None:
        tables = list(activity_tables(connection, selection))
        return "by the " + selection.bucket if tables else "nothing happened", [*tables]
    try:
        luck = list(luck_of_games(luck_sums(connection, selection)))
    except NotBuilt:
        # A note says so.
        luck = []
    return summary(connection, selection), [*metric_tables(connection, selection), *luck]


def _sentence(error: Exception) -> str:
    text = str(error).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
