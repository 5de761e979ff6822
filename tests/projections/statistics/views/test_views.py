"""The SQL views show the rows of the active generation, and document their columns."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, text

from application.store.memory import MemoryStore
from domain.events import Access, CloseReason, GameClosed
from projections.database.connections import ReadDatabase
from projections.database.schemas import VIEWS
from projections.engine import rebuild as rebuilding
from projections.engine.generations import active_tables, ensure, projections
from projections.engine.projection import Put, Row
from projections.engine.rebuild import rebuild
from projections.engine.row_writes import in_tables, write_changes
from projections.statistics.projection import STATISTICS
from tests.projections.logs import NOON, append, game_id, generation, project, story
from tests.projections.statistics.handmade_games import HUNDRED_AND_TEN, PRESIDENT
from tests.projections.statistics.views.expected_rows import CALLED, everything
from tests.projections.statistics.views.viewing import (
    PAGE,
    REFERENCE,
    ROW,
    Before,
    all_views,
    fill,
    fill_older,
    in_view,
    reference,
    seen_in,
    view_of,
)

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)


def sortable(row: Row) -> list[tuple[str, str]]:
    return sorted((name, str(value)) for name, value in row.items())


@both
async def test_views_show_the_rows_of_the_tables(database: ReadDatabase) -> None:
    await fill(MemoryStore(), database)
    with database.reading() as connection:
        expected = everything(connection, connection.dialect.name)
        assert [*expected] == [view.name for view in all_views() if not view.beside_the_log]
        for name, wanted in expected.items():
            found = seen_in(connection, name)
            assert found, name
            columns = [seen.name for seen in view_of(name).columns]
            assert [*found[0]] == columns
            shown = [{column: row[column] for column in columns} for row in wanted]
            assert sorted(found, key=sortable) == sorted(shown, key=sortable), name


async def test_private_games_are_in_no_view(database: ReadDatabase) -> None:
    store, private = MemoryStore(), game_id(77)
    await append(store, private, *story("president", 5, Access.PRIVATE))
    await fill(store, database)
    with database.reading() as connection:
        for view in all_views():
            if any(seen.name == "game" for seen in view.columns):
                games = {row["game"] for row in seen_in(connection, view.name)}
                assert games & {game_id(number).hex for number in (1, 2, 3, 4, 90)}
                assert private.hex not in games


@both
async def test_what_is_not_known_yet_is_null_in_the_views(database: ReadDatabase) -> None:
    store = MemoryStore()
    await fill(store, database)
    with database.writing() as connection:
        tables = active_tables(connection, STATISTICS)
        lobby: dict[str, Any] = dict.fromkeys(tables["game"].columns.keys())
        lobby |= {"game": game_id(99), "variant": "oh-hell", "options": "{}", "created_at": NOON}
        lobby |= {"rounds": 0, "moves": 0, "number": 10**9}
        write_changes(connection, in_tables(tables, [Put("game", [lobby])]))
    with database.reading() as connection:
        shown = in_view(game_id(99), connection.dialect.name)
        [row] = [row for row in seen_in(connection, "v_game") if row["game"] == shown]
    assert [row[name] for name in ("started_at", "ended_at", "duration_seconds", "board", "reason")] == [
        None
    ] * 5


@both
async def test_every_round_says_how_it_ended(database: ReadDatabase) -> None:
    store = MemoryStore()
    await append(store, game_id(1), *HUNDRED_AND_TEN)
    await append(store, game_id(2), *HUNDRED_AND_TEN[:24], GameClosed(reason=CloseReason.ABANDONED))
    await append(store, game_id(3), *HUNDRED_AND_TEN[:24])
    await append(store, game_id(4), *PRESIDENT)
    await project(store, database, STATISTICS)
    with database.reading() as connection:
        rows = seen_in(connection, "v_round")
        games = [in_view(game_id(number), connection.dialect.name) for number in (1, 2, 3, 4)]
    rows.sort(key=lambda row: row["round"])
    assert [[row["outcome"] for row in rows if row["game"] == game] for game in games] == [
        ["passed out", "scored"],
        ["passed out", "abandoned"],
        ["passed out", "under way"],
        ["finished"],
    ]


@both
async def test_after_a_rebuild_views_show_the_new_generation(database: ReadDatabase) -> None:
    store = MemoryStore()
    await fill(store, database)
    with database.reading() as connection:
        before = {name: seen_in(connection, name) for name in ("v_game", "v_play", "v_daily_seat")}
    for number in (2, 3):
        await rebuild(store, database, STATISTICS)
        assert generation(database, STATISTICS) == number
    with database.writing() as connection:
        tables = active_tables(connection, STATISTICS)
        write_changes(connection, in_tables(tables, [Put("active", [{**ROW, "player": "only in the new"}])]))
    with database.reading() as connection:
        for name, wanted in before.items():
            assert sorted(seen_in(connection, name), key=sortable) == sorted(wanted, key=sortable)
        assert [row["player"] for row in seen_in(connection, "v_active")] == ["only in the new"]


def names_of(connection: Connection) -> set[str]:
    schema = VIEWS if connection.dialect.name == "postgresql" else None
    return set(inspect(connection).get_view_names(schema))


@both
async def test_a_new_version_may_have_other_views_with_other_columns(database: ReadDatabase) -> None:
    store, older = MemoryStore(), Before()
    await fill_older(store, database, older)
    with database.reading() as connection:
        there = names_of(connection)
        assert ("v_gone" in there, "v_bid" in there) == (True, False)
        assert seen_in(connection, "v_active") == []
    await rebuild(store, database, STATISTICS)
    with database.writing() as connection:
        write_changes(connection, in_tables(active_tables(connection, STATISTICS), [Put("active", [ROW])]))
    with database.reading() as connection:
        wanted = {view.name for view in all_views() if not view.beside_the_log}
        assert names_of(connection) == wanted
        dialect = connection.dialect.name
        active = {CALLED["v_active"].get(key, key): in_view(ROW[key], dialect) for key in ROW}
        assert seen_in(connection, "v_active") == [active]


@both
async def test_a_process_with_older_code_leaves_the_views_alone(database: ReadDatabase) -> None:
    with database.writing() as connection:
        ensure(connection, STATISTICS)
    with database.writing() as connection:
        ensure(connection, Before())
    await rebuild(MemoryStore(), database, Before())
    with database.reading() as connection:
        assert "v_gone" not in names_of(connection)


@both
def test_views_are_made_over_what_is_left_of_tables_that_nobody_tracks(database: ReadDatabase) -> None:
    with database.writing() as connection:
        ensure(connection, STATISTICS)
        write_changes(connection, in_tables(active_tables(connection, STATISTICS), [Put("active", [ROW])]))
        connection.execute(projections.delete())
    with database.writing() as connection:
        ensure(connection, STATISTICS)
    with database.reading() as connection:
        assert seen_in(connection, "v_active") == []


@both
async def test_views_stay_where_the_swap_fails(
    database: ReadDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    await fill(store, database)
    with database.reading() as connection:
        before = seen_in(connection, "v_active")

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    # The views are made by then.
    monkeypatch.setattr(rebuilding, "drop_tables", fail)
    with pytest.raises(ZeroDivisionError):
        await rebuild(store, database, STATISTICS)
    with database.reading() as connection:
        assert seen_in(connection, "v_active") == before != []


async def test_who_reads_the_file_meanwhile_goes_on_with_what_was(
    database: ReadDatabase, read_db: Path
) -> None:
    store = MemoryStore()
    await fill(store, database)
    with sqlite3.connect(f"file:{read_db}?mode=ro", uri=True) as reader:
        reader.execute("BEGIN")
        ask = "SELECT player FROM v_active"
        assert reader.execute(ask).fetchall() == [("ada",)]
        await rebuild(store, database, STATISTICS)
        assert reader.execute(ask).fetchall() == [("ada",)]
        reader.execute("COMMIT")
        assert reader.execute(ask).fetchall() == []
    reader.close()


def test_in_a_file_the_definition_of_a_view_says_what_its_columns_mean(database: ReadDatabase) -> None:
    with database.writing() as connection:
        ensure(connection, STATISTICS)
    with database.reading() as connection:
        for view in all_views():
            if not view.beside_the_log:
                kept = connection.execute(
                    text("SELECT sql FROM sqlite_master WHERE type = 'view' AND name = :name"),
                    {"name": view.name},
                ).scalar_one()
                assert view.full_comment in kept
                for seen in view.columns:
                    assert f"-- {seen.name}: {seen.comment}\n" in kept


def test_the_page_says_what_the_database_says() -> None:
    [found] = REFERENCE.findall(PAGE.read_text(encoding="utf-8"))
    # `python -m tests.projections.statistics.views.viewing` writes it anew.
    assert found == reference()
