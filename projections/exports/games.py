"""Exports the list of games; private games only for an operator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, and_, func, select

from application.export.sheets import Column, ColumnType, Part, Period, Sheet
from domain.events import Access
from projections.engine.generations import active_tables
from projections.exports.selection import ended_within, pages, rows
from projections.games.game_list import GAME_LIST

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
    done = 0
    for page in pages(GAMES, (_game([*each]) for _, each in groupby(rows(connection, query), _created))):
        done += len(page[0])
        yield Part(GAMES, page, done)


def count_games(connection: Connection, period: Period, variant: str | None, operator: bool) -> int:
    """Return the number of games to export; raises NotBuilt."""
    game = active_tables(connection, GAME_LIST)["game"]
    query = select(func.count()).where(*_listed(game, period, variant, operator))
    return connection.execute(query.select_from(game)).scalar_one()


def _listed(game: Table, period: Period, variant: str | None, operator: bool) -> list[ColumnElement[bool]]:
    access = [] if operator else [game.c.access == Access.PUBLIC.value]
    return [*access, *ended_within(game, period, variant)]


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


def _created(row: Any) -> Any:
    return row.created
