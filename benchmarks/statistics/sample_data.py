"""Creates statistics of a hundred thousand finished games from some hundred simulated ones.

The games of a few weeks are simulated, appended to a log and projected. The database multiplies the resulting
rows under new ids, with other players, spread over a year.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Final, LiteralString

import psycopg
from msgspec import Struct
from psycopg.sql import SQL, Composable, Composed, Identifier, Literal
from sqlalchemy import Column, Date, Table, Uuid

from application.store.postgres.store import PostgresStore
from projections.database.connections import ReadDatabase
from projections.engine.generations import Instant, active_tables
from projections.engine.projection import Tables
from projections.engine.projector import Projector
from projections.statistics.projection import STATISTICS
from tests.statistics.simulated_log import PEOPLE, fill

FACTS: Final = ("game", "seat", "round", "score", "move", "trick", "discard", "automation", "departure")
SUMS: Final = ("daily", "length", "hourly", "active", "player_day")
COARSER: Final[dict[str, tuple[str, LiteralString]]] = {
    "weekly": ("daily", "week"),
    "monthly": ("daily", "month"),
    "active_weekly": ("active", "week"),
    "active_monthly": ("active", "month"),
}
"""Aggregates of longer periods, each with the daily aggregate and the period."""
DAYS: Final = 365
CLUBS: Final = 33
"""The number of players relative to the simulated games."""

_CONCURRENT: Final = 40
_STEP: Final = timedelta(minutes=20)
_TIMEOUT: Final = 600.0

Report = Callable[[str], None]


class TableSize(Struct, frozen=True, kw_only=True):
    """The size of a table."""

    table: str
    rows: int
    bytes: int
    """Including its indexes."""


async def play(database: str, games: int) -> None:
    """Simulate games into a log, and project them."""
    store = await PostgresStore.open(database)
    try:
        await fill(store, games, at_once=_CONCURRENT, step=_STEP)
        with ReadDatabase(database) as read:
            async with Projector(store, read, [STATISTICS]) as projector:
                await projector.wait_until(await store.head(), _TIMEOUT)
    finally:
        await store.close()


def multiply(database: str, finished: int, report: Report) -> list[TableSize]:
    """Multiply the rows until at least so many games are finished; returns the sizes of the tables."""
    with ReadDatabase(database) as read, read.reading() as connection:
        tables = active_tables(connection, STATISTICS)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET search_path = kibitz_read")
        connection.execute("SET synchronous_commit = off")
        connection.execute("SET maintenance_work_mem = '512MB'")
        copies = -(-finished // _finished_games(connection, tables["game"]))
        for name in (*FACTS, *SUMS):
            report(name)
            for statement in _multiply_statements(tables[name], copies, summed=name in SUMS):
                connection.execute(statement)
        for name, (days, period) in COARSER.items():
            report(name)
            connection.execute(SQL("TRUNCATE {}").format(Identifier(tables[name].name)))
            connection.execute(_aggregate_statement(tables[name], tables[days], period))
        # Autovacuum and the checkpointer would do this eventually.
        report("vacuum, analyze")
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")
        return list(_sizes(connection, tables))


def _finished_games(connection: psycopg.Connection[Any], game: Table) -> int:
    counted = SQL("SELECT count(*) FROM {} WHERE reason <> 'EVERYONE_LEFT'").format(Identifier(game.name))
    [(won,)] = connection.execute(counted)
    return int(won)


def _multiply_statements(table: Table, copies: int, *, summed: bool) -> Iterator[Composed]:
    """Yield the statements that replace a table's rows by copies."""
    name, key = Identifier(table.name), [column.name for column in table.primary_key.columns]
    constraint = Identifier(f"{table.name}_pkey")
    yield SQL("CREATE TEMPORARY TABLE original AS TABLE {}").format(name)
    # Creating an index is much faster than updating it.
    yield SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(name, constraint)
    yield SQL("TRUNCATE {}").format(name)
    columns = SQL(", ").join(_copied_column(column, copies, summed=summed) for column in table.columns)
    copied = SQL("SELECT {} FROM generate_series(0, {}) AS copy, original").format(
        columns, Literal(copies - 1)
    )
    grouped = _group_by(table) if summed else SQL("")
    yield SQL("INSERT INTO {} {}{}").format(name, copied, grouped)
    yield SQL("ALTER TABLE {} ADD CONSTRAINT {} PRIMARY KEY ({})").format(
        name, constraint, SQL(", ").join(map(Identifier, key))
    )
    yield Composed([SQL("DROP TABLE original")])


def _aggregate_statement(table: Table, days: Table, period: LiteralString) -> Composed:
    """Return the statement that fills weekly or monthly aggregates from daily ones."""
    columns = [
        SQL("date_trunc({}, day::timestamp)::date").format(Literal(period))
        if column.name == "day"
        else Identifier(column.name)
        if column.primary_key
        else SQL("sum({})").format(Identifier(column.name))
        for column in table.columns
    ]
    return SQL("INSERT INTO {} SELECT {} FROM {}{}").format(
        Identifier(table.name), SQL(", ").join(columns), Identifier(days.name), _group_by(table)
    )


def _group_by(table: Table) -> Composed:
    """Return the clauses that group aggregates and store them in order of time, like the server."""
    keys = [Literal(number) for number, column in enumerate(table.columns, 1) if column.primary_key]
    time = next(
        Literal(number)
        for number, column in enumerate(table.columns, 1)
        if isinstance(column.type, Date | Instant)
    )
    return SQL(" GROUP BY {} ORDER BY {}").format(SQL(", ").join(keys), time)


def _copied_column(column: Column[Any], copies: int, *, summed: bool) -> Composable:
    """Return the expression of a column in a copy."""
    days = SQL("(copy * {} / {})").format(Literal(DAYS), Literal(copies))
    own = Identifier(column.name)
    if column.name == "game" and not isinstance(column.type, Uuid):
        return SQL("{} * {} + copy").format(own, Literal(copies))
    if column.name == "number" and "created_at" in column.table.c:
        return SQL("{} * {} + copy").format(own, Literal(copies))
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


def _sizes(connection: psycopg.Connection[Any], tables: Tables) -> Iterator[TableSize]:
    for name in (*FACTS, *SUMS, *COARSER):
        counted = SQL("SELECT count(*), pg_total_relation_size({}) FROM {}").format(
            Literal(tables[name].name), Identifier(tables[name].name)
        )
        for rows, size in connection.execute(counted):
            yield TableSize(table=name, rows=rows, bytes=size)
