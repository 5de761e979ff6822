"""The role that reads the views of the statistics on PostgreSQL can do nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterator
from itertools import count

import psycopg
import pytest
from sqlalchemy import NullPool, create_engine

from application.players.tables import make_tables
from application.store.port import Store
from application.store.postgres.store import PostgresStore
from domain.events import Access
from domain.game import fold
from projections.database.connections import ReadDatabase
from projections.engine.rebuild import rebuild
from projections.luck.projection import LUCK
from projections.statistics.projection import STATISTICS
from projections.statistics.views.reader_role import (
    Reader,
    make_reader,
)
from tests.laws.playouts import playout
from tests.pages import blocks
from tests.projections.conftest import PASSWORD, Connection, Login, Roles
from tests.projections.logs import Log, Tally, append, game_id, project
from tests.projections.statistics.views.viewing import (
    NAMES,
    PAGE,
    Before,
    fill,
    fill_older,
    made_reader,
    views_read,
)


@pytest.fixture
def database(postgres_url: str) -> Iterator[ReadDatabase]:
    with ReadDatabase(postgres_url) as database:
        yield database


async def test_a_reader_reads_all_views_and_those_that_take_their_place(
    log: Store, database: ReadDatabase, roles: Roles, login: Login
) -> None:
    await fill(log, database)
    role = roles()
    assert made_reader(database, role) == Reader(
        role=role,
        made=True,
        logs_in=True,
        views=NAMES,
        besides=["make large objects", "make temporary tables"],
    )
    reader = login(role)
    before = views_read(reader)
    assert min(before.values()) >= 1
    await rebuild(log, database, STATISTICS)
    # Made by hand, so not to be made again.
    assert views_read(reader) == {**before, "v_active": 0, "v_monthly_active": 0}


async def test_a_reader_reads_the_views_of_a_new_version(
    log: Store, database: ReadDatabase, roles: Roles, login: Login
) -> None:
    await fill_older(log, database, Before())
    role = roles()
    there = made_reader(database, role).views
    assert ("v_gone" in there, "v_bid" in there) == (True, False)
    reader = login(role)
    await rebuild(log, database, STATISTICS)
    assert set(views_read(reader)) == set(NAMES)


async def test_a_role_may_be_let_read_before_there_is_anything(
    log: Store, database: ReadDatabase, roles: Roles, login: Login
) -> None:
    role = roles()
    assert made_reader(database, role).views == []
    await project(log, database, STATISTICS)
    assert set(views_read(login(role)).values()) <= {0, 1}


def test_doing_so_again_changes_the_password_alone(
    database: ReadDatabase, admin: Connection, roles: Roles, login: Login
) -> None:
    role = roles()
    with database.writing() as connection:
        # What the server itself would make of a password; it is never told.
        connection.exec_driver_sql("SET LOCAL password_encryption = 'md5'")
        make_reader(connection, role, PASSWORD)
    kept = admin.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", (role,)).fetchone()
    assert kept is not None
    assert kept[0].startswith("SCRAM-SHA-256$")
    again = made_reader(database, role, None)
    assert (again.made, again.logs_in) == (False, True)
    login(role)
    made_reader(database, role, "another")
    login(role, "another")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        login(role)


def test_without_a_password_nobody_logs_in_as_the_role(
    database: ReadDatabase, postgres_url: str, roles: Roles
) -> None:
    role = roles()
    assert not made_reader(database, role, None).logs_in
    with pytest.raises(psycopg.OperationalError, match="not permitted to log in"):
        # Where no password is asked for.
        psycopg.connect(postgres_url, user=role)


def test_what_everybody_may_do_can_be_taken_from_everybody(
    database: ReadDatabase, roles: Roles, login: Login
) -> None:
    role = roles()
    with database.writing() as connection:
        made = make_reader(connection, role, PASSWORD, revoke_public=True)
    assert made.besides == []
    reader = login(role)
    reader.execute("SET default_transaction_read_only = off")
    for statement in (
        "SELECT lo_create(0)",
        "SELECT lo_creat(-1)",
        "SELECT lo_from_bytea(0, 'much')",
        "CREATE TEMPORARY TABLE t (a int)",
        "CREATE TABLE public.t (a int)",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            reader.execute(statement)


async def test_locks_that_a_reader_holds_keep_nothing_from_going_on(
    log: Store, database: ReadDatabase, roles: Roles, login: Login, postgres_url: str
) -> None:
    await fill(log, database)
    role = roles()
    made_reader(database, role)
    reader = login(role)
    # Every advisory lock that Kibitz ever used, by its key.
    keys = (0x6B69_6269_747A, 0x706C_6179)
    reader.execute("SELECT pg_advisory_lock(key) FROM unnest(ARRAY[%s, %s]) AS key", keys)
    players = create_engine(postgres_url.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    reader.execute(
        "SELECT pg_advisory_lock(hashtext('kibitz read models'), hashtext(what)) "
        "FROM unnest(ARRAY['kibitz_read', 'kibitz_stats', 'tally', 'stats']) AS what"
    )
    async with asyncio.timeout(10):
        store = await PostgresStore.open(postgres_url)
        await store.close()
        await asyncio.to_thread(lambda: ReadDatabase(postgres_url).close())
        await asyncio.to_thread(make_tables, players)
        await project(log, database, Tally())
        await rebuild(log, database, STATISTICS)
        await asyncio.to_thread(made_reader, database, role)


# The page


def public_game(variant: str, seats: Container[int]) -> Log:
    """Return a game that was won in public, at a table of one of these sizes where a person played on."""
    for seed in count():
        log = playout(variant, seed).log
        game = fold(log)
        is_shown = bool(game.outcome) and game.access is Access.PUBLIC
        if (
            is_shown
            and len(game.seats) in seats
            and not all(each.machine or each.automated for each in game.seats)
        ):
            return log
    raise AssertionError("the seeds never end")


async def test_the_examples_on_the_page_are_answered_to_a_reader(
    log: Store, database: ReadDatabase, roles: Roles, login: Login
) -> None:
    for number, (variant, seats) in enumerate((("oh-hell", (3, 4, 5)), ("hundred-and-ten", (4,))), 80):
        await append(log, game_id(number), *public_game(variant, seats))
    await fill(log, database)
    await project(log, database, LUCK)
    role = roles()
    made_reader(database, role)
    reader = login(role)
    examples = [*blocks(PAGE, "sql"), *blocks(PAGE.with_name("luck.md"), "sql")]
    assert len(examples) >= 8
    for example in examples:
        found = reader.execute(example.text.encode()).fetchall()
        assert found, example
        assert None not in found[0], example
