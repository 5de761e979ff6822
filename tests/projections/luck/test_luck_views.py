"""The views of luck: exact sums in the database's own numbers, beside the views of the statistics."""

from __future__ import annotations

import pytest
from psycopg import errors, sql
from sqlalchemy import Connection, TableClause, column, func, inspect, select, table

from application.store.memory import MemoryStore
from application.store.port import Store
from domain.luck.table import UNIT
from projections.database.connections import ReadDatabase
from projections.database.schemas import VIEWS
from projections.engine.generations import active_tables
from projections.engine.rebuild import rebuild
from projections.luck.projection import LUCK
from projections.statistics.projection import STATISTICS
from tests.projections.conftest import Login, Roles
from tests.projections.logs import append, game_id, interleave, project, rows
from tests.projections.luck.games import games
from tests.projections.statistics.views.viewing import (
    Before,
    all_views,
    fill_older,
    in_view,
    luck_views,
    made_reader,
    seen_in,
)

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)

OF_LUCK = {"v_luck", "v_round_luck"}


def names_of(connection: Connection) -> set[str]:
    schema = VIEWS if connection.dialect.name == "postgresql" else None
    return set(inspect(connection).get_view_names(schema))


PARTS = ("result", "par", "luck", "play")


def shown_by(connection: Connection, name: str) -> TableClause:
    """Return a view, for queries."""
    schema = VIEWS if connection.dialect.name == "postgresql" else None
    found = inspect(connection).get_columns(name, schema)
    return table(name, *(column(each["name"]) for each in found), schema=schema)


@both
async def test_result_less_par_is_luck_and_play_exactly_in_each_row_and_in_sums(
    database: ReadDatabase,
) -> None:
    store = MemoryStore()
    await interleave(store, games(), most=90)
    await project(store, database, LUCK)
    with database.reading() as connection:
        for name in sorted(OF_LUCK):
            found = seen_in(connection, name)
            assert found
            for row in found:
                assert row["result"] - row["par"] == row["luck"] + row["play"]
            # Equality of floating point numbers, on purpose.
            of = shown_by(connection, name)
            result, par, luck, play = (func.sum(of.c[part]) for part in PARTS)
            wrong = select(of.c.variant).group_by(of.c.variant).having(result - par != luck + play)
            assert connection.execute(wrong).all() == []
        whole, rounds = (shown_by(connection, name) for name in sorted(OF_LUCK))
        key = whole.c.game, whole.c.seat
        of_games = select(*key, *(whole.c[part] for part in PARTS)).order_by(*key)
        key = rounds.c.game, rounds.c.seat
        of_rounds = select(*key, *(func.sum(rounds.c[part]) for part in PARTS)).group_by(*key).order_by(*key)
        assert connection.execute(of_games).all() == connection.execute(of_rounds).all()


@both
async def test_the_views_show_the_rows_of_the_tables(database: ReadDatabase) -> None:
    store = MemoryStore()
    await append(store, game_id(1), *games()[1])
    await append(store, game_id(2), *games()[3])
    await project(store, database, LUCK)
    of_game = {row[:2]: row for row in rows(database, LUCK)["luck"]}
    of_round = {row[:3]: row for row in rows(database, LUCK)["round_luck"]}
    with database.reading() as connection:
        dialect = connection.dialect.name
        shown = {(row["game"], row["seat"]): row for row in seen_in(connection, "v_luck")}
        assert len(shown) == len(of_game)
        for (game, seat), kept in of_game.items():
            row = shown[in_view(game, dialect), seat]
            assert row["unit"] == ("points" if game == game_id(1) else "places")
            assert row["result"] * UNIT in kept
            assert row["luck"] * UNIT in kept
            assert row["luck_table"] == f"{row['variant']}.r1.p1"
        by_round = {
            (row["game"], row["round"], row["seat"]): row for row in seen_in(connection, "v_round_luck")
        }
        assert len(by_round) == len(of_round)
        for (game, number, seat), kept in of_round.items():
            row = by_round[in_view(game, dialect), number, seat]
            assert row["play_error"] * UNIT in kept
            assert row["from_dealer"] in kept
            assert row["variant"] == ("hundred-and-ten" if game == game_id(1) else "president")


@both
async def test_each_read_model_replaces_its_own_views_alone(database: ReadDatabase) -> None:
    store = MemoryStore()
    await interleave(store, games(), most=90)
    await project(store, database, LUCK)
    await project(store, database, STATISTICS)
    everything = {view.name for view in all_views() if not view.beside_the_log} | OF_LUCK
    for projection in (STATISTICS, LUCK, LUCK, STATISTICS):
        with database.reading() as connection:
            assert names_of(connection) == everything
            before = {name: seen_in(connection, name) for name in OF_LUCK}
        await rebuild(store, database, projection)
        with database.reading() as connection:
            assert names_of(connection) == everything
            after = {name: seen_in(connection, name) for name in OF_LUCK}
        for name in OF_LUCK:
            assert sorted(map(str, before[name])) == sorted(map(str, after[name]))


@both
async def test_views_of_statistics_that_no_longer_exist_go_and_those_of_luck_stay(
    database: ReadDatabase,
) -> None:
    store = MemoryStore()
    await project(store, database, LUCK)
    await fill_older(store, database, Before())
    with database.reading() as connection:
        assert "v_gone" in names_of(connection)
    await rebuild(store, database, STATISTICS)
    with database.reading() as connection:
        assert "v_gone" not in names_of(connection)
        assert names_of(connection) >= OF_LUCK


@on_postgres
async def test_the_reader_reads_the_views_of_luck_and_not_the_tables(
    log: Store, database: ReadDatabase, roles: Roles, login: Login
) -> None:
    await interleave(log, games(), most=90)
    await project(log, database, LUCK)
    role = roles()
    reader = made_reader(database, role)
    assert set(reader.views) >= OF_LUCK
    session = login(role)
    assert session.execute("SELECT * FROM v_luck").rowcount == 3 + 4 + 4 + 5
    with database.reading() as connection:
        tables = [each.name for each in active_tables(connection, LUCK).values()]
    for name in tables:
        with pytest.raises(errors.InsufficientPrivilege):
            session.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier("kibitz_read", name)))


@on_postgres
async def test_views_and_columns_have_their_comments(database: ReadDatabase) -> None:
    await project(MemoryStore(), database, LUCK)
    with database.reading() as connection:
        for view in luck_views():
            found = inspect(connection).get_columns(view.name, VIEWS)
            comments = {each["name"]: each["comment"] for each in found}
            assert comments == {column.name: column.comment for column in view.columns}
