"""The role that reads the views of the statistics on PostgreSQL can do nothing else, whatever it tries."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, LiteralString

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import NullPool, create_engine

from application.players.tables import make_tables
from application.store.port import Store
from application.store.postgres.store import PostgresStore
from projections.database.connections import ReadDatabase
from projections.database.schemas import SchemaRefused
from projections.engine.generations import ensure
from projections.engine.rebuild import rebuild
from projections.statistics.projection import STATISTICS
from projections.statistics.views.reader_role import (
    NoRoles,
    Reader,
    RoleHasOtherRights,
    RoleNotPlain,
    RoleRefused,
    make_reader,
)
from tests.pages import blocks
from tests.projections.conftest import PASSWORD, Connection, Login, Roles
from tests.projections.logs import Tally, project
from tests.projections.statistics.viewing import (
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
    assert views_read(reader) == {**before, "v_active": 0}


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


# Which role cannot be one


@pytest.mark.parametrize(
    "name",
    ["", "Reader", "a b", 'a"; DROP ROLE b', "1st", "pg_r", "public", "none", "é", "a" * 64, "a\n"],
)
def test_a_name_that_is_not_plain_is_refused(database: ReadDatabase, name: str) -> None:
    with pytest.raises(RoleNotPlain) as refusal:
        made_reader(database, name)
    assert repr(name) in str(refusal.value)


MORE: dict[str, tuple[LiteralString, str]] = {
    "superuser": ("ALTER ROLE {role} SUPERUSER", "it is a superuser"),
    "reads all": ("GRANT pg_read_all_data TO {role}", "it has the rights of pg_read_all_data"),
    "reads files": ("GRANT pg_read_server_files TO {role}", "it has the rights of pg_read_server_files"),
    "a table": ("GRANT SELECT ON kibitz.events TO {role}", "it has rights to kibitz.events"),
    "a column": ("GRANT SELECT (state) ON kibitz.events TO {role}", "it has rights to kibitz.events"),
    "everybody": ("GRANT SELECT ON kibitz.events TO PUBLIC", "it has rights to kibitz.events"),
    "writes": (
        "GRANT INSERT ON kibitz_read.projection_versions TO {role}",
        "it has rights to kibitz_read.projection_versions",
    ),
    "by asking": (
        "ALTER ROLE {role} NOINHERIT; GRANT SELECT ON kibitz.events TO {other}; GRANT {other} TO {role}",
        "it has rights to kibitz.events",
    ),
    "replication": ("ALTER ROLE {role} REPLICATION", "it may copy all data (REPLICATION)"),
    "makes roles": ("ALTER ROLE {role} CREATEROLE", "it may make roles (CREATEROLE)"),
    "as another": (
        "ALTER ROLE {other} BYPASSRLS; GRANT {other} TO {role}",
        "it may pass row security (BYPASSRLS), as {other}",
    ),
    "signals": ("GRANT pg_signal_backend TO {role}", "it has the rights of pg_signal_backend"),
    "truncates": ("GRANT TRUNCATE ON kibitz.events TO {role}", "it has rights to kibitz.events: TRUNCATE"),
    "deletes": ("GRANT DELETE, TRIGGER ON kibitz.events TO {role}", "kibitz.events: DELETE, TRIGGER"),
    "makes tables": (
        "GRANT CREATE ON SCHEMA kibitz_stats TO {role}",
        "it may make something in kibitz_stats",
    ),
    "to come": (
        "ALTER DEFAULT PRIVILEGES IN SCHEMA kibitz GRANT SELECT ON TABLES TO {role}",
        "by default privileges it gets SELECT on what kibitz makes in kibitz",
    ),
    "the owner": (
        "ALTER SCHEMA kibitz_read OWNER TO {role}",
        "it has the rights of {role}, who owns kibitz_read",
    ),
}


@pytest.mark.parametrize("more", MORE)
async def test_a_role_that_may_do_more_is_refused(
    log: Store, database: ReadDatabase, admin: Connection, roles: Roles, more: str
) -> None:
    given, why = MORE[more]
    role, other = roles(), roles()
    for statement in ("CREATE ROLE {role}", "CREATE ROLE {other}", *given.split("; ")):
        parts = {"role": sql.Identifier(role), "other": sql.Identifier(other)}
        admin.execute(sql.SQL(statement).format(**parts))
    with pytest.raises(RoleHasOtherRights) as refusal:
        made_reader(database, role)
    assert why.format(role=role, other=other) in str(refusal.value)
    admin.execute("ALTER SCHEMA kibitz_read OWNER TO CURRENT_USER")
    logs_in = "SELECT rolcanlogin FROM pg_roles WHERE rolname = %s"
    assert admin.execute(logs_in, (role,)).fetchone() == (False,)


def test_all_that_a_role_may_do_is_named(database: ReadDatabase, admin: Connection, roles: Roles) -> None:
    role = roles()
    for statement in (
        "CREATE ROLE {role} REPLICATION CREATEDB",
        "GRANT pg_monitor, pg_read_all_data TO {role}",
    ):
        admin.execute(sql.SQL(statement).format(role=sql.Identifier(role)))
    with pytest.raises(RoleHasOtherRights) as refusal:
        made_reader(database, role)
    first = ["it has the rights of pg_monitor", "it has the rights of pg_read_all_data"]
    assert refusal.value.rights[:2] == first
    assert "it may copy all data (REPLICATION)" in refusal.value.rights
    assert "it may make databases (CREATEDB)" in refusal.value.rights


def test_a_reader_writes_to_views_neither_where_they_were_granted(
    database: ReadDatabase, admin: Connection, roles: Roles
) -> None:
    with database.writing() as connection:
        ensure(connection, STATISTICS)
    role = roles()
    made_reader(database, role)
    admin.execute(sql.SQL("GRANT UPDATE ON kibitz_stats.v_game TO {}").format(sql.Identifier(role)))
    with pytest.raises(RoleHasOtherRights, match=r"it has rights to kibitz_stats\.v_game: UPDATE"):
        made_reader(database, role)


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


def test_the_servers_own_user_is_no_reader(database: ReadDatabase) -> None:
    with pytest.raises(
        RoleHasOtherRights, match="role kibitz may do more than read the views: it is a superuser"
    ):
        made_reader(database, "kibitz")


def test_a_file_has_no_roles(tmp_path: Any) -> None:
    with ReadDatabase.at(tmp_path / "read.db") as file, pytest.raises(NoRoles, match="knows no roles"):
        made_reader(file, "reader")


# A server whose user may do little


@pytest.fixture
def weak(admin: Connection, roles: Roles, postgres_url: str) -> tuple[str, str]:
    """Give a user that may neither make schemas nor roles, and the URL by which it connects."""
    user = roles()
    admin.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(user)))
    return user, postgres_url.replace("//kibitz@", f"//{user}@")


def test_a_user_that_may_make_no_schema_is_told_what_to_ask_for(
    admin: Connection, weak: tuple[str, str]
) -> None:
    user, url = weak
    admin.execute("DROP SCHEMA IF EXISTS kibitz_read, kibitz_stats CASCADE")
    for schema in ("kibitz_read", "kibitz_stats"):
        asked = f"CREATE SCHEMA {schema} AUTHORIZATION {user}"
        with pytest.raises(SchemaRefused, match=f"the schema {schema} is not there, .*: {asked}$"):
            ReadDatabase(url)
        admin.execute(asked.encode())
    ReadDatabase(url).close()


async def test_a_user_that_may_make_no_role_lets_one_read_that_is_there(
    admin: Connection, weak: tuple[str, str], roles: Roles, login: Login, log: Store
) -> None:
    user, url = weak
    role = roles()
    admin.execute("DROP SCHEMA IF EXISTS kibitz_read, kibitz_stats CASCADE")
    for statement in (
        "CREATE SCHEMA kibitz_read AUTHORIZATION {user}",
        "CREATE SCHEMA kibitz_stats AUTHORIZATION {user}",
        "GRANT USAGE ON SCHEMA kibitz TO {user}",
        "GRANT SELECT ON kibitz.counter TO {user}",
    ):
        admin.execute(sql.SQL(statement).format(user=sql.Identifier(user)))
    with ReadDatabase(url) as database:
        with pytest.raises(RoleRefused, match=f"{user} may not make {role} a reader of the views: perm"):
            made_reader(database, role)
        made = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
        admin.execute(made.format(sql.Identifier(role), sql.Literal(PASSWORD)))
        with pytest.raises(RoleRefused):
            made_reader(database, role, "its own")
        await project(log, database, STATISTICS)
        assert made_reader(database, role, None).views == NAMES
        reader = login(role)
        reader.execute("SET search_path = kibitz_stats")
        assert set(views_read(reader)) == set(NAMES)


async def test_who_does_not_own_the_views_cannot_let_others_read_them(
    log: Store, database: ReadDatabase, admin: Connection, weak: tuple[str, str], roles: Roles
) -> None:
    await project(log, database, STATISTICS)
    user, url = weak
    role = roles()
    for statement in (
        "CREATE ROLE {role}",
        "GRANT USAGE ON SCHEMA kibitz_stats, kibitz_read TO {user}",
        "GRANT ALL ON kibitz_read.projection_versions TO {user}",
    ):
        parts = {"role": sql.Identifier(role), "user": sql.Identifier(user)}
        admin.execute(sql.SQL(statement).format(**parts))
    with ReadDatabase(url) as unowned, pytest.raises(RoleRefused, match=f"{user} may not make {role}"):
        made_reader(unowned, role, None)


def test_who_does_not_own_the_schema_cannot_let_others_use_it(
    admin: Connection, weak: tuple[str, str], roles: Roles
) -> None:
    user, url = weak
    role = roles()
    for statement in (
        "DROP SCHEMA IF EXISTS kibitz_read, kibitz_stats CASCADE",
        "CREATE SCHEMA kibitz_read AUTHORIZATION {user}",
        "CREATE SCHEMA kibitz_stats",
        "GRANT USAGE, CREATE ON SCHEMA kibitz_stats TO {user}",
        "CREATE ROLE {role}",
    ):
        parts = {"role": sql.Identifier(role), "user": sql.Identifier(user)}
        admin.execute(sql.SQL(statement).format(**parts))
    with ReadDatabase(url) as database, pytest.raises(RoleRefused, match="does not own the schema"):
        made_reader(database, role, None)


# The page


async def test_the_examples_on_the_page_are_answered_to_a_reader(
    log: Store, database: ReadDatabase, roles: Roles, login: Login
) -> None:
    await fill(log, database)
    role = roles()
    made_reader(database, role)
    reader = login(role)
    examples = blocks(PAGE, "sql")
    assert len(examples) >= 8
    for example in examples:
        found = reader.execute(example.text.encode()).fetchall()
        assert found, example
        assert None not in found[0], example
