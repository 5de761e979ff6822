"""Copies of a log's file are checked when they are read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from application.store.sqlite.log_copy import BadCopy, Contents, copy, read_back
from application.store.sqlite.store import SQLiteStore
from tests.application.store import a_command, bid, new_game
from tests.application.store.sqlite.files import direct_connection


def checked(file: Path) -> Contents:
    return read_back(file, lambda done, of: None)


async def test_a_copy_contains_the_events_and_games_of_the_log(
    store: SQLiteStore, path: Path, tmp_path: Path
) -> None:
    for _ in range(2):
        await store.append(a_command("c", new_game(), 0, bid(1), bid(2)))
    copy(path, tmp_path / "copy.db")
    assert checked(tmp_path / "copy.db") == Contents(events=4, games=2, players=0, secret=None, log_key=None)


@pytest.mark.parametrize(
    "schema",
    [
        "",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 1; CREATE TABLE events (position); CREATE TABLE counter (one)",
    ],
    ids=["an empty database", "no tables", "a table is missing"],
)
def test_a_database_of_another_kind_is_no_copy(tmp_path: Path, schema: str) -> None:
    file = tmp_path / "other.db"
    with direct_connection(file) as connection:
        connection.executescript(schema + "; CREATE TABLE notes (text)")
    with pytest.raises(BadCopy, match="it holds no Kibitz log"):
        checked(file)
