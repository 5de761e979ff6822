"""A role of PostgreSQL that may read the views `v_*` and nothing else.

The errors::

    NoReader
    ├── NoRoles           SQLite has none
    ├── RoleNotPlain      a name that would have to be quoted, or is the server's own
    ├── RoleMayMore       it may do more than read the views already
    └── RoleRefused       the database does not let this user make it, or grant to it
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

import psycopg
from eventsourcing.persistence import PersistenceError
from msgspec import Struct
from psycopg import sql
from sqlalchemy import Connection

from projections.database import VIEWS
from projections.tracking import alone

PLAIN: Final = re.compile(r"(?!pg_)[a-z_][a-z0-9_]{0,62}")
"""Names of roles that mean the same with quotes and without, and are not kept for the server."""
_KEPT: Final = ("public", "none")

_SETTINGS: Final = {
    "search_path": VIEWS,
    # What `day` means in the views is so what it means in the queries.
    "timezone": "UTC",
    "default_transaction_read_only": "on",
    # Who stays in a transaction keeps a rebuild from putting new rows in place.
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "60s",
}

# Roles count that it may become, also where it has to ask for it by SET ROLE.
_MAY_MORE: Final = """
    SELECT 1 AS weight, 'it is a superuser' AS why FROM pg_roles WHERE rolname = %(role)s AND rolsuper
    UNION ALL
    SELECT 2, 'it has the rights of ' || rolname FROM pg_roles
    WHERE pg_has_role(%(role)s, oid, 'MEMBER') AND (rolsuper OR rolname = ANY (%(mighty)s))
    UNION ALL
    SELECT 3, 'it has the rights of ' || rolname || ', who owns ' || nspname
    FROM pg_namespace JOIN pg_roles ON pg_roles.oid = nspowner
    WHERE nspname = ANY (%(schemas)s) AND pg_has_role(%(role)s, nspowner, 'MEMBER')
    UNION ALL
    SELECT 4, 'it has rights to ' || nspname || '.' || relname
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = ANY (%(schemas)s) AND nspname <> %(views)s AND relkind IN ('r', 'p', 'v', 'm', 'f')
        AND EXISTS (
            SELECT FROM pg_roles WHERE pg_has_role(%(role)s, oid, 'MEMBER')
            AND has_any_column_privilege(oid, pg_class.oid, 'SELECT, INSERT, UPDATE')
        )
    ORDER BY weight, why LIMIT 1
"""
_MIGHTY: Final = [
    "pg_execute_server_program",
    "pg_read_all_data",
    "pg_read_server_files",
    "pg_write_all_data",
    "pg_write_server_files",
]
_SCHEMAS: Final = ["kibitz", "kibitz_read", VIEWS]

# By default privileges, what somebody makes later is given by whoever makes it.
_MAKERS: Final = """
    SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class
    WHERE relnamespace = to_regnamespace(%(views)s) AND relkind = 'v'
    UNION SELECT current_user
"""
_VIEWS: Final = """
    SELECT relname FROM pg_class
    WHERE relnamespace = to_regnamespace(%(views)s) AND relkind = 'v' ORDER BY relname
"""


class NoReader(PersistenceError):
    """A role cannot be made one that reads the views and nothing else."""


class NoRoles(NoReader):
    """The database knows no roles."""

    def __init__(self) -> None:
        super().__init__(
            "the embedded database knows no roles: who may read its file may read all of it; "
            "a role for readers is made on PostgreSQL, by --database-url"
        )


class RoleNotPlain(NoReader):
    """The name is not one for a role."""

    def __init__(self, role: str) -> None:
        super().__init__(
            f"{role!r} is not a name for a role: give up to 63 letters from a to z, digits and _, no digit "
            "first; not public, none, or what begins with pg_"
        )
        self.role = role


class RoleMayMore(NoReader):
    """The role may do more than read the views already."""

    def __init__(self, role: str, why: str) -> None:
        super().__init__(f"the role {role} may do more than read the views: {why}; choose another")
        self.role = role


class RoleRefused(NoReader):
    """The user that asks may not make the role, or not grant it anything."""

    def __init__(self, role: str, user: str, why: str) -> None:
        super().__init__(
            f"{user} may not make {role} a reader of the views: {why}; "
            "the role can be made first by who may (CREATE ROLE), the rights are given by who owns the views"
        )
        self.role = role


class Reader(Struct, frozen=True, kw_only=True):
    """What a role may do by now."""

    role: str
    made: bool
    """Whether it was made just now."""
    logs_in: bool
    """Whether somebody can log in as it; what it may read, it can hand on in any case."""
    views: list[str]
    """The views that it may read."""


def make_reader(connection: Connection, role: str, password: str | None = None) -> Reader:
    """Let a role read the views that there are and those to come; it is made if it is not there.

    With a password somebody can log in as the role. Doing so again changes nothing but the password.
    Raises NoReader.
    """
    if connection.dialect.name != "postgresql":
        raise NoRoles
    if PLAIN.fullmatch(role) is None or role in _KEPT:
        raise RoleNotPlain(role)
    # Two at once would change the same default privileges.
    alone(connection)
    driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
    with _translated(role, driver.info.user):
        made = driver.execute("SELECT FROM pg_roles WHERE rolname = %s", (role,)).rowcount == 0
        if made:
            _make(driver, role)
        more = driver.execute(
            _MAY_MORE, {"role": role, "mighty": _MIGHTY, "schemas": _SCHEMAS, "views": VIEWS}
        ).fetchone()
        if more is not None:
            raise RoleMayMore(role, more[1])
        if password:
            _let_in(driver, role, password)
        _grant(driver, role)
        usage = driver.execute("SELECT has_schema_privilege(%s, %s, 'USAGE')", (role, VIEWS)).fetchone()
        if usage != (True,):
            # The database only warns of what it has not granted.
            raise RoleRefused(role, driver.info.user, f"it does not own the schema {VIEWS}")
        found = driver.execute(_VIEWS, {"views": VIEWS}).fetchall()
        [logs_in] = driver.execute("SELECT rolcanlogin FROM pg_roles WHERE rolname = %s", (role,)).fetchall()[
            0
        ]
    return Reader(role=role, made=made, logs_in=logs_in, views=[name for (name,) in found])


def _make(driver: psycopg.Connection[Any], role: str) -> None:
    driver.execute(sql.SQL("CREATE ROLE {}").format(sql.Identifier(role)))
    # In this database alone: a role is the whole server's.
    for name, value in _SETTINGS.items():
        driver.execute(
            sql.SQL("ALTER ROLE {} IN DATABASE {} SET {} TO {}").format(
                sql.Identifier(role),
                sql.Identifier(driver.info.dbname),
                sql.Identifier(name),
                sql.Literal(value),
            )
        )


def _let_in(driver: psycopg.Connection[Any], role: str, password: str) -> None:
    # Encrypted here, since the server may write statements to its log.
    kept = driver.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    driver.execute(sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(role), sql.Literal(kept)))


def _grant(driver: psycopg.Connection[Any], role: str) -> None:
    to, views = sql.Identifier(role), sql.Identifier(VIEWS)
    driver.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(views, to))
    driver.execute(sql.SQL("GRANT SELECT ON ALL TABLES IN SCHEMA {} TO {}").format(views, to))
    for (maker,) in driver.execute(_MAKERS, {"views": VIEWS}).fetchall():
        driver.execute(
            sql.SQL("ALTER DEFAULT PRIVILEGES FOR ROLE {} IN SCHEMA {} GRANT SELECT ON TABLES TO {}").format(
                sql.Identifier(maker), views, to
            )
        )


@contextmanager
def _translated(role: str, user: str) -> Iterator[None]:
    try:
        yield
    except psycopg.errors.InsufficientPrivilege as error:
        raise RoleRefused(role, user, error.diag.message_primary or str(error)) from error
