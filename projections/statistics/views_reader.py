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

from projections.schemas import VIEWS
from projections.statistics.reader_rights import revoke_from_public, rights_beyond, rights_of_public
from projections.tracking import alone

PLAIN: Final = re.compile(r"(?!pg_)[a-z_][a-z0-9_]{0,62}")
"""Names of roles that mean the same with quotes and without, and are not kept for the server."""
MOST_NAMED: Final = 10
"""Rights that a refusal names, at most."""
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

    def __init__(self, role: str, rights: list[str]) -> None:
        shown = "; ".join(rights[:MOST_NAMED])
        if more := len(rights) - MOST_NAMED:
            shown += f"; and {more} more" if more > 0 else ""
        super().__init__(f"the role {role} may do more than read the views: {shown}; choose another")
        self.role = role
        self.rights = rights


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
    besides: list[str]
    """Rights that it has through PUBLIC, as has every role that connects to this database."""


def make_reader(
    connection: Connection, role: str, password: str | None = None, *, revoke_public: bool = False
) -> Reader:
    """Let a role read the views that there are and those to come; it is made if it is not there.

    With a password somebody can log in as the role. Doing so again changes nothing but the password.
    With `revoke_public` everybody loses what fills the disk of this database. Raises NoReader.
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
        if rights := rights_beyond(driver, role):
            raise RoleMayMore(role, rights)
        if revoke_public:
            revoke_from_public(driver)
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
        besides = rights_of_public(driver, role)
    return Reader(role=role, made=made, logs_in=logs_in, views=[name for (name,) in found], besides=besides)


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
