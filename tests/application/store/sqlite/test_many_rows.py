"""Tests of statements about many rows: any number of rows, and a search by the key for each."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from application.store.sqlite.batch_append import _KNOWN
from application.store.sqlite.database import open_log
from application.store.sqlite.many_rows import MAX_ROWS, _selection, insert, select


@pytest.fixture
def table() -> Iterator[sqlite3.Connection]:
    """Create a table of squares."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE squares (root INTEGER PRIMARY KEY, square INTEGER)")
        yield connection


@pytest.mark.parametrize("count", [0, 1, 5, MAX_ROWS, 2 * MAX_ROWS + 3])
def test_many_rows_are_inserted_and_found(table: sqlite3.Connection, count: int) -> None:
    rows = [(root, root * root) for root in range(count)]
    insert(table, "squares (root, square)", rows)
    assert table.execute("SELECT root, square FROM squares ORDER BY root").fetchall() == rows
    query = "SELECT root, square FROM {keys} CROSS JOIN squares ON root = column1"
    wanted = [(root,) for root in range(0, count + 3, 2)]
    assert set(select(table, query, wanted)) == set(rows[::2])


def test_command_is_searched_by_its_key(tmp_path: Path) -> None:
    with closing(open_log(tmp_path / "log.db")) as log:
        for keys in (1, 2, MAX_ROWS):
            steps = log.execute(f"EXPLAIN QUERY PLAN {_selection(_KNOWN, keys, 3)}", ("a", "b", "c") * keys)
            assert [each[3] for each in steps if "commands" in each[3]] == [
                "SEARCH commands USING PRIMARY KEY (scope=? AND caller=? AND command_id=?)"
            ]
