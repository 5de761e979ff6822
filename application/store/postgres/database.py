"""The PostgreSQL database of a log: connections, tables and errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Any, Final, LiteralString, TypeAlias

import psycopg
from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError
from psycopg import AsyncConnection, pq
from psycopg.conninfo import conninfo_to_dict

from application.codec import GameId, Position, Version
from application.store.port import EventKey, LogIdentity, LogPosition, SchemaTooNew

Connection: TypeAlias = AsyncConnection[tuple[Any, ...]]

SCHEMA: Final = 2
"""Version of the tables, stored in `kibitz.schema_version`."""

TABLES: Final[tuple[LiteralString, ...]] = (
    """
    CREATE TABLE kibitz.events (
        position bigint PRIMARY KEY,
        game uuid NOT NULL,
        version bigint NOT NULL,
        topic text NOT NULL,
        state bytea NOT NULL,
        at bigint, -- microseconds since 1970
        "by" text,
        command_id text,
        UNIQUE (game, version)
    )
    """,
    """
    CREATE TABLE kibitz.commands (
        scope text NOT NULL,
        caller text NOT NULL,
        command_id text NOT NULL,
        digest bytea NOT NULL,
        game uuid NOT NULL,
        first bigint NOT NULL,
        last bigint NOT NULL,
        PRIMARY KEY (scope, caller, command_id)
    )
    """,
    # With room in its page, so that the row, which every commit updates, stays in that page.
    """
    CREATE TABLE kibitz.counter (
        one integer PRIMARY KEY CHECK (one = 1),
        position bigint NOT NULL
    ) WITH (fillfactor = 10)
    """,
    "INSERT INTO kibitz.counter (one, position) VALUES (1, 0)",
    "CREATE TABLE kibitz.schema_version (one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL)",
    "INSERT INTO kibitz.schema_version VALUES (1, 1)",
)
"""The log's tables in schema 1. The store leaves everything outside the namespace `kibitz` unchanged."""

MIGRATIONS: Final[Mapping[int, Sequence[LiteralString]]] = {
    2: (
        # Waiting for a long read, this must not make all other queries wait behind it in the lock queue.
        "SET LOCAL lock_timeout = '5s'",
        "ALTER TABLE kibitz.events ADD COLUMN last bigint",  # version of the last event of the same commit
        """
        CREATE TABLE kibitz.log (
            one integer PRIMARY KEY CHECK (one = 1), log uuid NOT NULL, epoch bigint NOT NULL
        )
        """,
        "INSERT INTO kibitz.log (one, log, epoch) VALUES (1, gen_random_uuid(), 1)",
    )
}
"""Statements that migrate to each schema from the one before."""

# `WHERE one = 1` tells the planner that there is one row; it guesses thousands and would scan all events.
_LOG_POSITION: Final = """
    SELECT log.log, log.epoch, counter.position, last.game, last.version, before.game, before.version
    FROM kibitz.counter JOIN kibitz.log USING (one)
    LEFT JOIN kibitz.events AS last USING (position)
    LEFT JOIN kibitz.events AS before ON before.position = %s
    WHERE one = 1
"""
IDENTITY: Final = "SELECT log, epoch FROM kibitz.log"
# The time, so that two copies restored from one backup get different epochs.
BEGIN_EPOCH: Final = "UPDATE kibitz.log SET epoch = greatest(epoch + 1, %s::bigint) RETURNING log, epoch"

_ATTEMPTS: Final = 5
_MADE_MEANWHILE: Final = (
    psycopg.errors.DuplicateSchema,
    psycopg.errors.DuplicateTable,
    psycopg.errors.UniqueViolation,
)
"""Errors raised when another process has just created the same schema or table."""
KEY_LOOKUP_SETTINGS: Final = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}
"""Settings of connections whose statements find all rows by key.

Planning an append takes the server as long as the append itself. A cached plan must not scan the events, as a
plan made while the table was small would.
"""
_CONNECTION_DEFAULTS: Final = {
    "application_name": "kibitz",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    # A peer that vanished silently is noticed after half a minute, not after hours.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
}


class Database:
    """Database of a log, with the parameters of its connections."""

    def __init__(self, url: str) -> None:
        """Parse a URL as libpq does; raises OperationalError for a URL that cannot be parsed."""
        try:
            given = conninfo_to_dict(url.replace("postgresql+psycopg:", "postgresql:", 1))
        except psycopg.Error:
            # Libpq quotes the part that it could not parse, which may be part of the password.
            raise OperationalError("the URL of the database cannot be read as one of PostgreSQL") from None
        self.parameters: dict[str, Any] = {**_CONNECTION_DEFAULTS, **given}

    def __str__(self) -> str:
        # Like libpq, takes parameters that the URL omits from the environment or from libpq's defaults.
        known = {each.keyword.decode(): each.val for each in pq.Conninfo.get_defaults()}
        found = {keyword: value.decode() for keyword, value in known.items() if value is not None}
        found |= {keyword: str(value) for keyword, value in self.parameters.items()}
        host = found.get("host") or found.get("hostaddr") or "the local socket"
        name = found.get("dbname") or found.get("user", "")
        return f"database {name!r} on {host}, port {found.get('port', '')}"

    def parameters_of(self, role: str, **settings: str) -> dict[str, Any]:
        """Return the connection parameters of a role, with the given settings of the server."""
        options = [self.parameters.get("options", ""), *(f"-c {name}={to}" for name, to in settings.items())]
        return {
            **self.parameters,
            "application_name": f"{self.parameters['application_name']} {role}",
            "options": " ".join(filter(None, options)),
        }

    async def connect(self, role: str, **settings: str) -> Connection:
        """Open a connection with the given settings of the server; raises OperationalError."""
        try:
            return await AsyncConnection.connect(**self.parameters_of(role, **settings), autocommit=True)
        except psycopg.Error as error:
            raise OperationalError(f"cannot connect to {self}: {' '.join(str(error).split())}") from error

    async def make_tables(self, connection: Connection) -> None:
        """Create or migrate the log's tables if necessary; raises SchemaTooNew."""
        with translate_errors():
            # Another process may be creating them at this moment. An advisory lock would keep the two apart,
            # but any role that may connect could hold it for ever.
            for _ in range(1, _ATTEMPTS):
                with suppress(*_MADE_MEANWHILE):
                    await self._make_missing(connection)
                    return
            await self._make_missing(connection)

    async def _make_missing(self, connection: Connection) -> None:
        async with connection.transaction():
            found = await self._version(connection)
            if 0 < found < SCHEMA:
                await connection.execute("LOCK TABLE kibitz.schema_version IN SHARE ROW EXCLUSIVE MODE")
                found = await self._version(connection)
            if found > SCHEMA:
                raise SchemaTooNew(str(self), found, SCHEMA)
            if found == SCHEMA:
                return
            steps: list[Sequence[LiteralString]] = [TABLES] if found == 0 else []
            steps += [MIGRATIONS[schema] for schema in range(max(found, 1) + 1, SCHEMA + 1)]
            for statement in chain.from_iterable(steps):
                await connection.execute(statement)
            await connection.execute("UPDATE kibitz.schema_version SET version = %s", (SCHEMA,))

    async def _version(self, connection: Connection) -> int:
        # Checked first: CREATE SCHEMA IF NOT EXISTS needs the privilege even if the schema exists.
        schema, table = await fetch_one(
            connection,
            "SELECT to_regnamespace('kibitz') IS NOT NULL, to_regclass('kibitz.schema_version') IS NOT NULL",
        )
        if not schema:
            await connection.execute("CREATE SCHEMA kibitz")
        if not table:
            return 0
        (version,) = await fetch_one(connection, "SELECT version FROM kibitz.schema_version")
        return int(version)


async def read_log_position(
    connection: Connection, before: Position = 0
) -> tuple[LogPosition, EventKey | None]:
    """Return the log position at the current end of the log, and the event key of an earlier position."""
    log, epoch, position, *last_and_earlier = await fetch_one(connection, _LOG_POSITION, before)
    last, earlier = _event_key(*last_and_earlier[:2]), _event_key(*last_and_earlier[2:])
    return LogPosition(identity=LogIdentity(log, epoch), position=position, event_key=last), earlier


def _event_key(game: GameId | None, version: Version | None) -> EventKey | None:
    return None if game is None or version is None else EventKey(game, version)


async def fetch_one(connection: Connection, query: LiteralString, *values: Any) -> tuple[Any, ...]:
    """Return the single row of a query."""
    row = await (await connection.execute(query, values, prepare=True)).fetchone()
    assert row is not None, "the query always finds a row"
    return row


def persistence_error(error: Exception) -> PersistenceError:
    """Wrap a database error in the matching error of eventsourcing."""
    kind: type[PersistenceError] = PersistenceError
    if isinstance(error, psycopg.OperationalError):
        kind = OperationalError
    elif isinstance(error, psycopg.IntegrityError):
        kind = IntegrityError
    wrapped = kind(str(error))
    wrapped.__cause__ = error
    return wrapped


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise database errors as the matching errors of eventsourcing."""
    try:
        yield
    except psycopg.Error as error:
        raise persistence_error(error) from error
