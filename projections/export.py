"""Exports tables of read models: the list of games, and the star schema of the statistics.

A period selects the games that ended in it, with all their facts, so that tables exported together can be
joined. It selects the aggregates of the days or hours that began in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    Date,
    Double,
    Integer,
    Select,
    String,
    Table,
    Uuid,
    and_,
    func,
    select,
)
from sqlalchemy import (
    Column as TableColumn,
)

from application.export.sheets import Column, ColumnType, Page, Part, Period, Sheet
from domain.events import Access
from projections.engine.generations import Instant, active_tables
from projections.engine.projection import Tables
from projections.games.game_list import GAME_LIST
from projections.statistics.projection import STATISTICS

PAGE: Final = 2_000
"""Rows read at once."""

STARS: Final = ("game", "seat", "round", "score", "bid", "trick", "play", "daily", "hourly", "active")
"""The tables of the star schema by their names in an export: first facts, then aggregates."""

_SUMMED_BY: Final = {"daily": "day", "hourly": "hour", "active": "day"}
"""The column of each aggregate table that holds its day or hour."""
_KINDS: Final = {
    Uuid: ColumnType.WORD,
    String: ColumnType.WORD,
    Integer: ColumnType.INTEGER,
    BigInteger: ColumnType.INTEGER,
    Boolean: ColumnType.TRUTH,
    Double: ColumnType.NUMBER,
    Date: ColumnType.DAY,
    Instant: ColumnType.MOMENT,
}

GAMES: Final = Sheet(
    "games",
    (
        Column("game", ColumnType.TEXT),
        Column("variant", ColumnType.WORD),
        Column("rules_version", ColumnType.INTEGER),
        Column("access", ColumnType.WORD),
        Column("stage", ColumnType.WORD),
        Column("organizer", ColumnType.WORD),
        # In the order of the seats.
        Column("players", ColumnType.JSON),
        Column("machines", ColumnType.INTEGER),
        Column("winners", ColumnType.JSON),
        Column("created_at", ColumnType.MOMENT),
        Column("started_at", ColumnType.MOMENT),
        Column("ended_at", ColumnType.MOMENT),
        # `events` includes the reveals after the game's end, `length` does not.
        Column("events", ColumnType.INTEGER),
        Column("length", ColumnType.INTEGER),
    ),
)


def games(connection: Connection, period: Period, variant: str | None, operator: bool) -> Iterator[Part]:
    """Yield the games in the order of their creation; private games only for an operator.

    Progress is counted in games. Raises NotBuilt.
    """
    tables = active_tables(connection, GAME_LIST)
    game, member = tables["game"], tables["member"]
    seated = and_(member.c.game == game.c.game, member.c.seat.is_not(None))
    query = (
        select(game, member.c.player, member.c.machine)
        .select_from(game.outerjoin(member, seated))
        .where(*_listed(game, period, variant, operator))
        .order_by(game.c.created, member.c.seat)
    )
    done, page = 0, list[Any]()
    yield Part(GAMES, _columns(GAMES, page), done)
    for _, rows in groupby(_rows(connection, query), lambda row: row.created):
        page.append(_game([*rows]))
        if len(page) == PAGE:
            done += len(page)
            yield Part(GAMES, _columns(GAMES, page), done)
            page = []
    yield Part(GAMES, _columns(GAMES, page), done + len(page))


def count_games(connection: Connection, period: Period, variant: str | None, operator: bool) -> int:
    """Return the number of games to export; raises NotBuilt."""
    game = active_tables(connection, GAME_LIST)["game"]
    query = select(func.count()).where(*_listed(game, period, variant, operator))
    return connection.execute(query.select_from(game)).scalar_one()


def _listed(game: Table, period: Period, variant: str | None, operator: bool) -> list[ColumnElement[bool]]:
    access = [] if operator else [game.c.access == Access.PUBLIC.value]
    return [*access, *_ended(game, period, variant)]


def _game(rows: Sequence[Any]) -> tuple[Any, ...]:
    first = rows[0]
    return (
        str(first.game),
        first.variant,
        first.rules_version,
        first.access,
        first.stage,
        first.organizer,
        msgspec.json.encode([row.player for row in rows if row.player is not None]),
        sum(bool(row.machine) for row in rows),
        msgspec.json.encode(first.winners),
        first.created_at,
        first.started_at,
        first.ended_at,
        first.version,
        first.length,
    )


def stars(
    connection: Connection, names: Sequence[str], period: Period, variant: str | None
) -> Iterator[Part]:
    """Yield tables of the star schema, each in the order of its key; progress is counted in rows.

    Raises NotBuilt.
    """
    tables, done = active_tables(connection, STATISTICS), 0
    for name in names:
        sheet, table = sheet_of(tables, name), tables[name]
        query = select(table).where(*_chosen(tables, name, period, variant))
        page = list[Any]()
        yield Part(sheet, _columns(sheet, page), done)
        for row in _rows(connection, query.order_by(*table.primary_key.columns)):
            page.append(row)
            if len(page) == PAGE:
                done += len(page)
                yield Part(sheet, _told(sheet, table, page), done)
                page = []
        done += len(page)
        yield Part(sheet, _told(sheet, table, page), done)


def count_stars(connection: Connection, names: Sequence[str], period: Period, variant: str | None) -> int:
    """Return the number of rows to export from tables of the star schema; raises NotBuilt."""
    tables = active_tables(connection, STATISTICS)
    counts = (
        select(func.count()).select_from(tables[name]).where(*_chosen(tables, name, period, variant))
        for name in names
    )
    return sum(connection.execute(each).scalar_one() for each in counts)


def sheet_of(tables: Tables, name: str) -> Sheet:
    """Return the sheet of a table of the star schema."""
    return Sheet(name, tuple(Column(str(each.name), _kind(each)) for each in tables[name].columns))


def _kind(column: TableColumn[Any]) -> ColumnType:
    return ColumnType.JSON if column.name == "options" else _KINDS[type(column.type)]


def _chosen(tables: Tables, name: str, period: Period, variant: str | None) -> list[ColumnElement[bool]]:
    table, game = tables[name], tables["game"]
    if name in _SUMMED_BY:
        of_variant = [] if variant is None else [table.c.variant == variant]
        return of_variant + _begun(table.c[_SUMMED_BY[name]], period)
    ended = _ended(game, period, variant)
    if name == "game" or not ended:
        return ended
    return [table.c.game.in_(select(game.c.game).where(*ended))]


def _ended(game: Table, period: Period, variant: str | None) -> list[ColumnElement[bool]]:
    return [
        *([] if variant is None else [game.c.variant == variant]),
        *([] if period.since is None else [game.c.ended_at >= period.since]),
        *([] if period.until is None else [game.c.ended_at < period.until]),
    ]


def _begun(column: ColumnElement[Any], period: Period) -> list[ColumnElement[bool]]:
    """Return the conditions that a day or an hour began in a period."""
    since, until = (
        first_day(bound) if bound is not None and isinstance(column.type, Date) else bound
        for bound in (period.since, period.until)
    )
    return [
        *([] if since is None else [column >= since]),
        *([] if until is None else [column < until]),
    ]


def first_day(moment: datetime) -> date:
    """Return the first day that begins at or after a moment, at most `date.max`."""
    day = moment.date()
    begins = datetime.combine(day, time(), UTC) >= moment
    return day if begins or day == date.max else day + timedelta(days=1)


def _rows(connection: Connection, query: Select[Any]) -> Iterator[Any]:
    # Fetches one page at a time; on PostgreSQL with a server-side cursor.
    yield from connection.execution_options(yield_per=PAGE).execute(query)


def _told(sheet: Sheet, table: Table, rows: Sequence[Any]) -> Page:
    page = _columns(sheet, rows)
    for place, (column, kept) in enumerate(zip(sheet.columns, table.columns, strict=True)):
        if isinstance(kept.type, Uuid):
            page[place] = [str(value) for value in page[place]]
        elif column.kind is ColumnType.JSON:
            page[place] = [value.encode() for value in page[place]]
    return page


def _columns(sheet: Sheet, rows: Sequence[Any]) -> list[Sequence[Any]]:
    return list(zip(*rows, strict=True)) if rows else [() for _ in sheet.columns]
