"""Exports finished public games for publication: with keyed hashes for ids, and days for times.

Without the key nobody can compute the hashes of ids that they know, such as those of the server's API. The
rows are in the order of the hashes, because the order of the ids tells which games are older, and which hash
belongs to which player.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, Select, func, select

from application.codec import GameId, text_of
from application.export.sheets import Column, ColumnType, Page, Part, Period, Sheet
from projections.engine.generations import active_tables
from projections.exports.selection import by_column, ended_within
from projections.exports.view_sheets import active_views, sheet_of, sheets, stored_rows
from projections.exports.views import GAMES_AT_ONCE, rows_of_games, stored_page
from projections.statistics.projection import STATISTICS
from projections.statistics.views.definition import Identity, View
from projections.statistics.views.players import RATING_HISTORY

HASH_BYTES: Final = 16
"""Length of a keyed hash in bytes; two ids out of billions do not share one."""
_LEFT_OUT: Final = frozenset(
    {"rating_before", "rating_after", "uncertainty_before", "uncertainty_after", "opponents_rating"}
)
"""Columns of ratings. Leaderboards show a rating beside its player's name; and one continues that of the game
before, which would tell the order of a day's games."""


class Pseudonyms(Struct, frozen=True):
    """Keyed hashes that stand for ids in a publication."""

    key: bytes

    def of(self, identity: Identity, text: str) -> str:
        """Return the hash of an id: HMAC-SHA-256 of its kind and text, cut to 16 bytes, as hex digits."""
        message = f"kibitz/data/v1 {identity.name.lower()} {text}"
        return hmac.digest(self.key, message.encode(), "sha256")[:HASH_BYTES].hex()


def published_names() -> tuple[str, ...]:
    """Return the names of the views in a publication: the facts of games. The sums follow from them."""
    return tuple(name for name, sheet in sheets().items() if "game" in sheet.key and name != RATING_HISTORY)


def published_sheet(sheet: Sheet) -> Sheet:
    """Return a sheet as a publication has it: moments are days, and ratings are left out."""
    columns = (
        Column(each.name, ColumnType.DAY, f"{each.comment} Cut to the day in UTC.")
        if each.kind is ColumnType.MOMENT
        else each
        for each in sheet.columns
        if each.name not in _LEFT_OUT
    )
    return Sheet(sheet.name, tuple(columns), sheet.comment, sheet.key, sheet.foreign_keys)


def publish_games(
    connection: Connection, period: Period, variant: str | None, pseudonyms: Pseudonyms
) -> Iterator[Part]:
    """Yield the facts of public games that have ended; progress is counted in games and views.

    Raises NotBuilt.
    """
    ended = _ended(connection, period, variant)
    hashes = {each: pseudonyms.of(Identity.GAME, text_of(each)) for each in connection.scalars(ended)}
    games = sorted(hashes, key=hashes.__getitem__)
    found, done = active_views(connection), 0
    for name in published_names():
        view = found[name]
        sheet = sheet_of(view)
        published = published_sheet(sheet)
        convert = _converters(view, sheet, pseudonyms)
        yield Part(published, by_column(published, ()), done)
        for first in range(0, len(games), GAMES_AT_ONCE):
            some = games[first : first + GAMES_AT_ONCE]
            done += len(some)
            yield Part(published, _page(connection, view, sheet, some, convert), done)


def count_published(connection: Connection, period: Period, variant: str | None) -> int:
    """Return the number of games in a publication, counted once for each view; raises NotBuilt."""
    ended = _ended(connection, period, variant).subquery()
    return len(published_names()) * connection.scalars(select(func.count()).select_from(ended)).one()


def _ended(connection: Connection, period: Period, variant: str | None) -> Select[Any]:
    game = active_tables(connection, STATISTICS)["game"]
    return select(game.c.game).where(game.c.ended_at.is_not(None), *ended_within(game, period, variant))


def _page(
    connection: Connection,
    view: View,
    sheet: Sheet,
    games: Sequence[GameId],
    convert: Mapping[int, Callable[[Any], Any]],
) -> Page:
    query = rows_of_games(connection, stored_rows(view), view.key, games)
    page = stored_page(sheet, by_column(sheet, connection.execute(query).all()))
    columns = {
        column.name: [None if each is None else convert[place](each) for each in values]
        if place in convert
        else values
        for place, (column, values) in enumerate(zip(sheet.columns, page, strict=True))
        if column.name not in _LEFT_OUT
    }
    # By the hashes, not by the ids that they stand for.
    keys = list(zip(*(columns[name] for name in sheet.key), strict=True))
    order = sorted(range(len(keys)), key=keys.__getitem__)
    return [[values[row] for row in order] for values in columns.values()]


def _converters(view: View, sheet: Sheet, pseudonyms: Pseudonyms) -> dict[int, Callable[[Any], Any]]:
    """Return the conversion of the columns that a publication changes, by their places."""
    converters: dict[int, Callable[[Any], Any]] = {}
    for place, (column, exported) in enumerate(zip(view.columns, sheet.columns, strict=True)):
        if column.identity is not None:
            converters[place] = _hashing(pseudonyms, column.identity)
        elif exported.kind is ColumnType.MOMENT:
            converters[place] = datetime.date
    return converters


def _hashing(pseudonyms: Pseudonyms, identity: Identity) -> Callable[[str], str]:
    return lambda text: pseudonyms.of(identity, text)
