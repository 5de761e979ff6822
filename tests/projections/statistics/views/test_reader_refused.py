"""Roles that cannot become readers of the SQL views, and users that cannot create readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, LiteralString

import pytest
from psycopg import sql

from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.database.schemas import SchemaRefused
from projections.engine.generations import ensure
from projections.statistics.projection import STATISTICS
from projections.statistics.views.reader_role import (
    NoRoles,
    RoleHasOtherRights,
    RoleNotPlain,
    RoleRefused,
)
from tests.projections.conftest import PASSWORD, Connection, Login, Roles
from tests.projections.logs import project
from tests.projections.statistics.views.viewing import (
    NAMES,
    made_reader,
    views_read,
)


@pytest.fixture
def database(postgres_url: str) -> Iterator[ReadDatabase]:
    with ReadDatabase(postgres_url) as database:
        yield database


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
