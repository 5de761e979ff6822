"""Creates a PostgreSQL role that may read the views `v_*` and nothing else.

The errors::

    NoReader
    ├── NoRoles           SQLite has no roles
    ├── RoleNotPlain      the name requires quotes or is reserved by PostgreSQL
    ├── RoleMayMore       the role has rights beyond reading the views
    └── RoleRefused       this user may not create the role or grant rights to it
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

from projections.database.schemas import VIEWS
from projections.engine.tracking import lock_tracking
from projections.statistics.views.reader_rights import revoke_from_public, rights_beyond, rights_of_public

PLAIN: Final = re.compile(r"(?!pg_)[a-z_][a-z0-9_]{0,62}")
"""Role names that mean the same with and without quotes, and are not reserved for PostgreSQL."""
MAX_NAMED: Final = 10
"""The maximum number of rights that a refusal lists."""
_RESERVED: Final = ("public", "none")

_SETTINGS: Final = {
    "search_path": VIEWS,
    # A `day` then means the same in the views and in the role's queries.
    "timezone": "UTC",
    "default_transaction_read_only": "on",
    # An open transaction prevents a rebuild from swapping in its new tables.
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "60s",
}

# Default privileges apply to objects by the role that creates them.
_MAKERS: Final = """
    SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class
    WHERE relnamespace = to_regnamespace(%(views)s) AND relkind = 'v'
    UNION SELECT current_user
"""
_VIEWS: Final = """
    SELECT relname FROM pg_class
    WHERE relnamespace = to_regnamespace(%(views)s) AND relkind = 'v' ORDER BY relname
"""


class ReaderRefused(PersistenceError):
    """A role cannot be limited to reading the views."""


class NoRoles(ReaderRefused):
    """The database does not support roles."""

    def __init__(self) -> None:
        super().__init__(
            "the embedded database knows no roles: who may read its file may read all of it; "
            "a role for readers is made on PostgreSQL, by --database-url"
        )


class RoleNotPlain(ReaderRefused):
    """The name is not valid for a role."""

    def __init__(self, role: str) -> None:
        super().__init__(
            f"{role!r} is not a name for a role: give up to 63 letters from a to z, digits and _, no digit "
            "first; not public, none, or what begins with pg_"
        )
        self.role = role


class RoleHasOtherRights(ReaderRefused):
    """The role already has rights beyond reading the views."""

    def __init__(self, role: str, rights: list[str]) -> None:
        shown = "; ".join(rights[:MAX_NAMED])
        if more := len(rights) - MAX_NAMED:
            shown += f"; and {more} more" if more > 0 else ""
        super().__init__(f"the role {role} may do more than read the views: {shown}; choose another")
        self.role = role
        self.rights = rights


class RoleRefused(ReaderRefused):
    """The database user may not create the role or grant rights to it."""

    def __init__(self, role: str, user: str, why: str) -> None:
        super().__init__(
            f"{user} may not make {role} a reader of the views: {why}; "
            "the role can be made first by who may (CREATE ROLE), the rights are given by who owns the views"
        )
        self.role = role


class Reader(Struct, frozen=True, kw_only=True):
    """A role that may read the views, with its rights."""

    role: str
    made: bool
    """True if this call created it."""
    logs_in: bool
    """True if it can log in; a role without login can still be granted to others."""
    views: list[str]
    """The views that it may read."""
    besides: list[str]
    """The rights that it has through PUBLIC, like every role that connects to this database."""


def make_reader(
    connection: Connection, role: str, password: str | None = None, *, revoke_public: bool = False
) -> Reader:
    """Grant a role the right to read all present and future views; create the role if it is missing.

    A password lets the role log in. Another call changes nothing but the password. `revoke_public` revokes
    from PUBLIC the rights that can fill the disk of this database. Raises NoReader.
    """
    if connection.dialect.name != "postgresql":
        raise NoRoles
    if PLAIN.fullmatch(role) is None or role in _RESERVED:
        raise RoleNotPlain(role)
    # Concurrent calls would change the same default privileges.
    lock_tracking(connection)
    driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
    with _translated(role, driver.info.user):
        made = driver.execute("SELECT FROM pg_roles WHERE rolname = %s", (role,)).rowcount == 0
        if made:
            _make(driver, role)
        if rights := rights_beyond(driver, role):
            raise RoleHasOtherRights(role, rights)
        if revoke_public:
            revoke_from_public(driver)
        if password:
            _set_password(driver, role, password)
        _grant(driver, role)
        usage = driver.execute("SELECT has_schema_privilege(%s, %s, 'USAGE')", (role, VIEWS)).fetchone()
        if usage != (True,):
            # PostgreSQL only warns when it grants nothing.
            raise RoleRefused(role, driver.info.user, f"it does not own the schema {VIEWS}")
        found = driver.execute(_VIEWS, {"views": VIEWS}).fetchall()
        [logs_in] = driver.execute("SELECT rolcanlogin FROM pg_roles WHERE rolname = %s", (role,)).fetchall()[
            0
        ]
        besides = rights_of_public(driver, role)
    return Reader(role=role, made=made, logs_in=logs_in, views=[name for (name,) in found], besides=besides)


def _make(driver: psycopg.Connection[Any], role: str) -> None:
    driver.execute(sql.SQL("CREATE ROLE {}").format(sql.Identifier(role)))
    # In this database only: a role belongs to the whole server.
    for name, value in _SETTINGS.items():
        driver.execute(
            sql.SQL("ALTER ROLE {} IN DATABASE {} SET {} TO {}").format(
                sql.Identifier(role),
                sql.Identifier(driver.info.dbname),
                sql.Identifier(name),
                sql.Literal(value),
            )
        )


def _set_password(driver: psycopg.Connection[Any], role: str, password: str) -> None:
    # Encrypted here, because the server may log statements.
    encrypted = driver.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    driver.execute(
        sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(role), sql.Literal(encrypted))
    )


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
