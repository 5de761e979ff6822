"""Statistics of a hundred thousand finished games, made of those of some hundred that were really played.

The games of a few weeks are simulated, appended to a log and projected as the server does it. The rows that
come of it are multiplied inside the database: under new ids, by other people, and spread over a year.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg.sql import SQL, Composable, Composed, Identifier, Literal
from sqlalchemy import Column, Date, Table

from application.store.postgres.store import PostgresStore
from projections.database.connections import ReadDatabase
from projections.engine.generations import Instant, active_tables
from projections.engine.projection import Tables
from projections.engine.projector import Projector
from projections.statistics.projection import STATISTICS
from tests.statistics.playing import PEOPLE, fill

FACTS: Final = ("game", "seat", "round", "score", "bid", "trick", "play")
SUMS: Final = ("daily", "length", "hourly", "active")
COARSER: Final[dict[str, tuple[str, LiteralString]]] = {
    "weekly": ("daily", "week"),
    "monthly": ("daily", "month"),
    "active_weekly": ("active", "week"),
    "active_monthly": ("active", "month"),
}
"""Sums that follow from those of the days, and of which stretches of time they are."""
DAYS: Final = 365
CLUBS: Final = 33
"""So many times as many people play as do in the games that were played."""

_AT_ONCE: Final = 40
_STEP: Final = timedelta(minutes=20)
_LONGEST: Final = 600.0

Tell = Callable[[str], None]


class Size(Struct, frozen=True, kw_only=True):
    """How much of it there is."""

    table: str
    rows: int
    bytes: int
    """With its indexes."""


async def play(database: str, games: int) -> None:
    """Play games into the log of a database, and project them."""
    store = await PostgresStore.open(database)
    try:
        await fill(store, games, at_once=_AT_ONCE, step=_STEP)
        with ReadDatabase(database) as read:
            async with Projector(store, read, [STATISTICS]) as projector:
                await projector.wait_until(await store.head(), _LONGEST)
    finally:
        await store.close()


def multiply(database: str, finished: int, tell: Tell) -> list[Size]:
    """Multiply the rows until at least so many games are finished; returns what there is then."""
    with ReadDatabase(database) as read, read.reading() as connection:
        tables = active_tables(connection, STATISTICS)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET search_path = kibitz_read")
        connection.execute("SET synchronous_commit = off")
        connection.execute("SET maintenance_work_mem = '512MB'")
        copies = -(-finished // _won(connection, tables["game"]))
        for name in (*FACTS, *SUMS):
            tell(name)
            for statement in _multiplied(tables[name], copies, summed=name in SUMS):
                connection.execute(statement)
        for name, (days, stretch) in COARSER.items():
            tell(name)
            connection.execute(SQL("TRUNCATE {}").format(Identifier(tables[name].name)))
            connection.execute(_added_up(tables[name], tables[days], stretch))
        # As the server does by itself in the end.
        tell("vacuum, analyze")
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")
        return list(_sizes(connection, tables))


def _won(connection: psycopg.Connection[Any], game: Table) -> int:
    counted = SQL("SELECT count(*) FROM {} WHERE reason <> 'EVERYONE_LEFT'").format(Identifier(game.name))
    [(won,)] = connection.execute(counted)
    return int(won)


def _multiplied(table: Table, copies: int, *, summed: bool) -> Iterator[Composed]:
    """Give the statements that put copies in the place of a table's rows."""
    name, key = Identifier(table.name), [column.name for column in table.primary_key.columns]
    constraint = Identifier(f"{table.name}_pkey")
    yield SQL("CREATE TEMPORARY TABLE original AS TABLE {}").format(name)
    # An index is made in a fraction of the time that it takes to keep it up to date.
    yield SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(name, constraint)
    yield SQL("TRUNCATE {}").format(name)
    columns = SQL(", ").join(_copied(column, copies, summed=summed) for column in table.columns)
    copied = SQL("SELECT {} FROM generate_series(0, {}) AS copy, original").format(
        columns, Literal(copies - 1)
    )
    grouped = _grouped(table) if summed else SQL("")
    yield SQL("INSERT INTO {} {}{}").format(name, copied, grouped)
    yield SQL("ALTER TABLE {} ADD CONSTRAINT {} PRIMARY KEY ({})").format(
        name, constraint, SQL(", ").join(map(Identifier, key))
    )
    yield Composed([SQL("DROP TABLE original")])


def _added_up(table: Table, days: Table, stretch: LiteralString) -> Composed:
    """Give the statement that fills the sums of weeks or months from those of days."""
    columns = [
        SQL("date_trunc({}, day::timestamp)::date").format(Literal(stretch))
        if column.name == "day"
        else Identifier(column.name)
        if column.primary_key
        else SQL("sum({})").format(Identifier(column.name))
        for column in table.columns
    ]
    return SQL("INSERT INTO {} SELECT {} FROM {}{}").format(
        Identifier(table.name), SQL(", ").join(columns), Identifier(days.name), _grouped(table)
    )


def _grouped(table: Table) -> Composed:
    """Return how sums are grouped, and in which order they come to lie: in that of time, as day by day."""
    keys = [Literal(number) for number, column in enumerate(table.columns, 1) if column.primary_key]
    time = next(
        Literal(number)
        for number, column in enumerate(table.columns, 1)
        if isinstance(column.type, Date | Instant)
    )
    return SQL(" GROUP BY {} ORDER BY {}").format(SQL(", ").join(keys), time)


def _copied(column: Column[Any], copies: int, *, summed: bool) -> Composable:
    """Return what a column holds in a copy."""
    days = SQL("(copy * {} / {})").format(Literal(DAYS), Literal(copies))
    own = Identifier(column.name)
    if column.name == "game":
        return SQL("md5({}::text || copy)::uuid").format(own)
    if column.name == "player":
        others = SQL("'player-' || (substr(player, 8)::integer + {} * (copy % {}))").format(
            Literal(len(PEOPLE)), Literal(CLUBS)
        )
        return SQL("CASE WHEN player LIKE 'player-%' THEN {} ELSE player END").format(others)
    if isinstance(column.type, Instant):
        return SQL("{} + {}::bigint * 86400000000").format(own, days)
    if isinstance(column.type, Date):
        return SQL("{} + {}").format(own, days)
    return SQL("sum({})").format(own) if summed and not column.primary_key else own


def _sizes(connection: psycopg.Connection[Any], tables: Tables) -> Iterator[Size]:
    for name in (*FACTS, *SUMS, *COARSER):
        counted = SQL("SELECT count(*), pg_total_relation_size({}) FROM {}").format(
            Literal(tables[name].name), Identifier(tables[name].name)
        )
        for rows, size in connection.execute(counted):
            yield Size(table=name, rows=rows, bytes=size)
