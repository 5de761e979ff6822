"""Exports the promised views: all rows, those of a period, or those that have changed.

A period selects the games that ended in it, with all their facts, so that views exported together can be
joined. It selects the sums of the days, hours or months that began in it. Every sheet is in the order of its
key, so that two exports of one log are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    Date,
    Select,
    String,
    Subquery,
    Uuid,
    collate,
    func,
    select,
)

from application.codec import GameId
from application.export.sheets import ALWAYS, ColumnType, Page, Part, Period, Sheet
from projections.engine.generations import active_tables
from projections.exports.selection import begun_within, ended_within, pages, rows
from projections.exports.view_sheets import active_views, sheet_of, stored_rows
from projections.statistics.projection import STATISTICS
from projections.statistics.views.definition import View

GAMES_AT_ONCE: Final = 100
"""Games whose rows are read by one statement."""
_CONVERTERS: Final[Mapping[ColumnType, Callable[[Any], Any]]] = {
    # Ids of games are UUIDs in the database.
    ColumnType.WORD: str,
    ColumnType.JSON: str.encode,
}
_BINARY: Final = {"postgresql": "C", "sqlite": "BINARY"}
"""The collation that orders texts by their code points."""
_MONTH: Final = "month"


class Changes(Struct, frozen=True, kw_only=True):
    """The events of public games since an earlier export."""

    games: Sequence[GameId]
    """The public games with new events, in the order of their ids."""
    day: date | None
    """The first day with such an event in UTC, None without one."""


class Selected(Struct, frozen=True, kw_only=True):
    """The rows of views that are exported."""

    period: Period = ALWAYS
    variant: str | None = None
    changes: Changes | None = None
    """Restricts the rows to those that may have changed; None for no restriction."""


def changes_of(connection: Connection, days: Mapping[GameId, date]) -> Changes:
    """Return the changes in public games, given the day of the first event in each game that has changed.

    Private games are left out, so that nothing tells when they were played. Raises NotBuilt.
    """
    game, found, games = active_tables(connection, STATISTICS)["game"].c.game, set[GameId](), [*days]
    for first in range(0, len(games), GAMES_AT_ONCE):
        some = select(game).where(game.in_(games[first : first + GAMES_AT_ONCE]))
        found.update(connection.scalars(some))
    return Changes(games=sorted(found), day=min((days[each] for each in found), default=None))


def export_views(connection: Connection, names: Sequence[str], selected: Selected) -> Iterator[Part]:
    """Yield views, one after the other; progress is counted in rows. Raises NotBuilt."""
    found, done = active_views(connection), 0
    for name in names:
        view = found[name]
        sheet = sheet_of(view)
        for page in pages(sheet, _rows(connection, view, selected)):
            done += len(page[0])
            yield Part(sheet, stored_page(sheet, page), done)


def count_rows(connection: Connection, names: Sequence[str], selected: Selected) -> int:
    """Return the number of rows to export; raises NotBuilt."""
    found = active_views(connection)
    return sum(
        connection.execute(select(func.count()).select_from(each.subquery())).scalar_one()
        for name in names
        for each in _queries(connection, found[name], stored_rows(found[name]), selected)
    )


def stored_page(sheet: Sheet, page: Page) -> Page:
    """Return a page of database rows with the values of their column types."""
    return [
        [None if each is None else convert(each) for each in values]
        if (convert := _CONVERTERS.get(column.kind)) is not None
        else values
        for column, values in zip(sheet.columns, page, strict=True)
    ]


def rows_of_games(
    connection: Connection, source: Subquery, key: Sequence[str], games: Sequence[GameId]
) -> Select[Any]:
    """Return the query for the rows of a few games, in the order of the key."""
    return _in_order(connection, source, key).where(source.c.game.in_(games))


def _rows(connection: Connection, view: View, selected: Selected) -> Iterator[Any]:
    source = stored_rows(view)
    for query in _queries(connection, view, source, selected):
        yield from rows(connection, query)


def _queries(
    connection: Connection, view: View, source: Subquery, selected: Selected
) -> Iterator[Select[Any]]:
    """Yield the queries that together read a view's rows in the order of its key."""
    everything = _in_order(connection, source, view.key).where(*_conditions(connection, source, selected))
    changes = selected.changes
    if changes is None:
        yield everything
    elif "game" in source.c:
        for first in range(0, len(changes.games), GAMES_AT_ONCE):
            yield everything.where(source.c.game.in_(changes.games[first : first + GAMES_AT_ONCE]))
    elif (begun := _begun(source)) is None or begun.name == _MONTH:
        # The format has changes of days and hours alone; all other sums are replaced as a whole.
        yield everything
    elif changes.day is not None:
        since = changes.day if isinstance(begun.type, Date) else datetime.combine(changes.day, time(), UTC)
        yield everything.where(begun >= since)


def _conditions(connection: Connection, source: Subquery, selected: Selected) -> list[ColumnElement[bool]]:
    if selected.period == ALWAYS and selected.variant is None:
        return []
    if "game" in source.c:
        game = active_tables(connection, STATISTICS)["game"]
        ended = ended_within(game, selected.period, selected.variant)
        return [source.c.game.in_(select(game.c.game).where(*ended))]
    begun = _begun(source)
    return [
        *([] if selected.variant is None else [source.c.variant == selected.variant]),
        *([] if begun is None else begun_within(begun, selected.period)),
    ]


def _begun(source: Subquery) -> ColumnElement[Any] | None:
    """Return the column with the day, hour or month that a row sums up, None for sums of all time."""
    return next((source.c[name] for name in ("day", "hour", _MONTH) if name in source.c), None)


def _in_order(connection: Connection, source: Subquery, key: Sequence[str]) -> Select[Any]:
    return select(source).order_by(*(_by_code_point(connection, source.c[name]) for name in key))


def _by_code_point(connection: Connection, column: ColumnElement[Any]) -> ColumnElement[Any]:
    if not isinstance(column.type, String) or isinstance(column.type, Uuid):
        return column
    return collate(column, _BINARY[connection.dialect.name])
