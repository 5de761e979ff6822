"""Statements about many rows at once, for the writer's thread.

At each step of a statement, the thread lets the event loop run, and waits until it may go on. So a batch
takes few statements with many rows, not many with one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, repeat
from typing import Any, Final

MAX_ROWS: Final = 64
"""Maximum rows of one statement; all versions of SQLite take the values of so many."""
STATEMENTS: Final = 256
"""Number of statements that a connection keeps compiled: those with each number of rows, and the others."""

Row = Sequence[Any]


def insert(connection: sqlite3.Connection, table: str, rows: Sequence[Row]) -> None:
    """Insert rows, each with the columns of a table such as `events (position, game)`."""
    for begin in range(0, len(rows), MAX_ROWS):
        some = rows[begin : begin + MAX_ROWS]
        connection.execute(_insertion(table, len(some), len(some[0])), tuple(chain.from_iterable(some)))


def select(connection: sqlite3.Connection, query: str, keys: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows of a query for some keys; in its text, `{keys}` stands for their table.

    Its columns are `column1`, `column2` and so on. Rows may come more than once.
    """
    for begin in range(0, len(keys), MAX_ROWS):
        some = keys[begin : begin + MAX_ROWS]
        # Repeated keys fill the statement up to one of a few sizes, so that it is compiled already.
        missing = (1 << (len(some) - 1).bit_length()) - len(some)
        filled = [*some, *repeat(some[0], missing)]
        statement = _selection(query, len(filled), len(some[0]))
        yield from connection.execute(statement, tuple(chain.from_iterable(filled)))


@cache
def _insertion(table: str, rows: int, columns: int) -> str:
    return f"INSERT INTO {table} VALUES {_values(rows, columns)}"  # noqa: S608 - of literals alone


@cache
def _selection(query: str, rows: int, columns: int) -> str:
    return query.format(keys=f"(VALUES {_values(rows, columns)})")


def _values(rows: int, columns: int) -> str:
    return ", ".join([f"({', '.join('?' * columns)})"] * rows)
