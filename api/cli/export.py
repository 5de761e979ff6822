"""`kibitz export`: exports events, games or the views of the statistics as Parquet, CSV or NDJSON."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.framework.signals import terminated_by_signals
from api.cli.terminal.output import print_note
from api.cli.terminal.progress import progress_bar
from api.data_directory import CannotStart
from api.export import Format
from api.export.orders import ExportOrder, check_names, names_of_all, without_time
from api.export.provenance import ExportToken
from api.export.targets import Target
from application.export.sheets import ALWAYS, InvalidPeriod, Period
from domain.rules import rules_of
from projections.exports.publication import published_names


@runs_async
async def export(
    format_: Annotated[Format, typer.Option("--format", help="The format of the output.")],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WHAT...", help="The event log (events), the list of games (games), or views (v_…)."
        ),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Export all views into a directory.")] = False,
    after: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN", help="With --all: only what may have changed since the export with this token."
        ),
    ] = None,
    publication: Annotated[
        bool,
        typer.Option(
            "--publication",
            help="Export public games that have ended for publication: hashes for ids, days for times.",
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write, or the directory for views; standard output by default."),
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
    """Export events, games or the views of the statistics as Parquet, CSV or NDJSON.

    Without --operator, the export contains only what a spectator may see. A file appears only when it is
    complete. A directory also gets a datapackage.json, which describes its files. With --all and no period,
    the token for the next --after is printed.
    """
    if variant is not None:
        rules_of(variant)
    period = _period(since, until)
    order = ExportOrder(
        names=_names(names or [], period, all_=all_, publication=publication),
        period=period,
        variant=variant,
        operator=operator,
        after=_token(after, all_=all_),
        publication=publication,
    )
    order.check()
    in_folder = all_ or publication or len(order.names) > 1
    target = Target(
        format=format_,
        out=out,
        folder=frozenset(order.names) if in_folder else frozenset(),
        title=order.title,
        replace=force,
        own=operator,
    )
    target.check()
    started = time.monotonic()
    opened = existing_storage(signing=publication, data_dir=data_dir, database_url=database_url)
    async with opened as storage:
        await order.check_token(storage.store)
        # A bar would be mixed with the printed rows.
        hidden = out is None and sys.stdout.isatty()
        with terminated_by_signals(), target.opened() as output, progress_bar(hidden=hidden) as bar:
            source = await order.open(storage, bar)
            task = bar.add_task("export", total=source.total)
            rows = await target.write(
                source.parts, output, source.provenance, lambda done: bar.update(task, completed=done)
            )
    as_of = source.provenance.as_of
    told = [f"{rows:,} rows in {time.monotonic() - started:.1f} s"]
    told += [] if as_of is None else [f"as of {as_of:%Y-%m-%d %H:00} UTC"]
    print_note(", ".join(told) + ("" if out is None else f": {out}"))
    if all_ and source.provenance.token is not None:
        typer.echo(source.provenance.token)


def _names(names: Sequence[str], period: Period, *, all_: bool, publication: bool) -> tuple[str, ...]:
    if [bool(names), all_, publication].count(True) != 1:
        raise CannotStart("name what to export (events, games, or views), or give --all or --publication")
    if all_ and period == ALWAYS:
        return names_of_all()
    if all_:
        left_out = without_time()
        print_note(f"Left out, because no period limits it: {', '.join(left_out)}")
        return tuple(name for name in names_of_all() if name not in left_out)
    if publication:
        return published_names()
    check_names(names)
    return tuple(names)


def _token(text: str | None, *, all_: bool) -> ExportToken | None:
    if text is None:
        return None
    if not all_:
        raise CannotStart("--after continues an export of all views: give it together with --all")
    return ExportToken.parse(text)


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
