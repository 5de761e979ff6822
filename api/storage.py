"""Opens the databases of a server or a tool: embedded in a data directory, or on PostgreSQL."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from sqlite3 import SQLITE_CORRUPT, SQLITE_NOTADB
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from api.data_directory import CannotStart, DataDirectory
from api.documents.store import DocumentStore
from api.settings import Settings
from application.deadlines.schedule_table import ScheduleTable
from application.moderation.moderation import Moderation
from application.players.registry import Players
from application.presence.tables import PresenceTables
from application.store.port import Store, StoreError
from application.store.sqlite.store import SQLiteStore
from application.talk.talk import Talk
from application.transparency.checkpoint_table import CheckpointTable
from application.transparency.signed_notes import InvalidSigningKey, SigningKey
from projections.database.connections import ReadDatabase

LOCK_TIMEOUT = 10.0
"""Seconds that a write to the table of players waits for the log's writer."""
STATEMENT_TIMEOUT = 15_000
"""Milliseconds after which PostgreSQL cancels a statement on the tables of players."""
IDLE_TIMEOUT = 5_000
"""Milliseconds after which PostgreSQL ends a transaction on these tables in which nothing happens.

A process that is paused in one would keep others waiting for its locks.
"""

DELETE_READ_MODELS = (
    "it holds only what is built again from the log: stop the servers and each `kibitz project`, delete "
    "read.db, read.db-wal and read.db-shm, and start them again"
)
"""The remedy for a damaged database of the read models."""
_DAMAGED = (SQLITE_CORRUPT, SQLITE_NOTADB)
"""SQLite's error codes for a damaged file."""


@dataclass(frozen=True, kw_only=True)
class Storage:
    """The stores of a server: the log, the players and the read models."""

    store: Store
    players: Players
    moderation: Moderation
    documents: DocumentStore
    beside_log: Engine
    """The database of the tables beside the log."""
    schedule: ScheduleTable
    presence: PresenceTables
    talk: Talk
    checkpoints: CheckpointTable
    open_database: Callable[[], ReadDatabase]
    """Opens the database of the read models; raises CannotStart."""
    secret: str
    """The secret that signs tokens."""

    @cached_property
    def database(self) -> ReadDatabase:
        """The database of the read models, which a tool opens when it first needs it; raises CannotStart."""
        return self.open_database()


class _Tables:
    """The tables beside the log, created where they are missing."""

    def __init__(self, engine: Engine, secret: str) -> None:
        self._engine = engine
        self._secret = secret
        self._players = Players(engine, secret)
        self._documents = DocumentStore(engine)
        self._moderation = Moderation(engine, self._players)
        self._schedule = ScheduleTable(engine)
        self._presence = PresenceTables(engine)
        self._talk = Talk(engine)
        self._checkpoints = CheckpointTable(engine)

    def storage(self, store: Store, open_database: Callable[[], ReadDatabase]) -> Storage:
        """Return the stores of a server with these tables."""
        return Storage(
            store=store,
            players=self._players,
            documents=self._documents,
            moderation=self._moderation,
            beside_log=self._engine,
            schedule=self._schedule,
            presence=self._presence,
            talk=self._talk,
            checkpoints=self._checkpoints,
            open_database=open_database,
            secret=self._secret,
        )


@dataclass(frozen=True, kw_only=True)
class OpenMode:
    """The mode in which the databases are opened."""

    serving: bool = False
    """For a server, which locks an embedded data directory."""
    existing: bool = False
    """For a tool, which creates neither a missing log nor a missing secret."""
    signing: bool = False
    """For a tool that requires the server's secret."""


@asynccontextmanager
async def storage_of(
    settings: Settings, *, serving: bool = False, existing: bool = False, signing: bool = False
) -> AsyncIterator[Storage]:
    """Open the databases that the settings name; a server locks its embedded data directory.

    A tool for existing data (`existing`) creates neither a missing log nor a missing secret; `signing`
    requires the secret. Its database of the read models is opened when it is first used, so that a damaged
    one does not hinder a tool that needs only the log. Raises CannotStart.
    """
    mode = OpenMode(serving=serving, existing=existing, signing=signing)
    if existing:
        check_log_exists(settings)
    async with AsyncExitStack() as opened:
        if settings.database_url is not None:
            storage = await _postgres(settings, str(settings.database_url), opened, mode)
        else:
            storage = await _embedded(settings, opened, mode)
        if not existing:
            await asyncio.to_thread(lambda: storage.database)
        yield storage


async def _embedded(settings: Settings, opened: AsyncExitStack, mode: OpenMode) -> Storage:
    directory = DataDirectory(settings.data_dir, existing=mode.existing)
    if mode.serving:
        opened.enter_context(directory.served())
    secret = _secret(settings, mode)
    with naming(directory.log):
        store = SQLiteStore(directory.log)
        opened.push_async_callback(store.close)
        url = URL.create("sqlite", database=str(directory.log))
        engine = opened.enter_context(_engine(url, {"timeout": LOCK_TIMEOUT}))
        tables = _Tables(engine, secret)

    def open_database() -> ReadDatabase:
        with naming(directory.read, remedy=DELETE_READ_MODELS):
            return opened.enter_context(ReadDatabase.at(directory.read))

    return tables.storage(store, open_database)


async def _postgres(settings: Settings, given: str, opened: AsyncExitStack, mode: OpenMode) -> Storage:
    # Imported only when used, so that a server on the embedded database starts faster.
    from application.store.postgres.store import PostgresStore

    url = make_url(given)
    with naming(without_password(url)):
        store = await PostgresStore.open(given)
        opened.push_async_callback(store.close)
        secret = _secret(settings, mode)
        # Statements on players are short; a longer one is blocked by a lock or an outage.
        options = (
            f"-c search_path=kibitz -c statement_timeout={STATEMENT_TIMEOUT}"
            f" -c idle_in_transaction_session_timeout={IDLE_TIMEOUT}"
        )
        engine = opened.enter_context(_engine(url.set(drivername="postgresql+psycopg"), {"options": options}))
        tables = await asyncio.to_thread(_Tables, engine, secret)

    def open_database() -> ReadDatabase:
        with naming(without_password(url)):
            return opened.enter_context(ReadDatabase(url))

    return tables.storage(store, open_database)


def _secret(settings: Settings, mode: OpenMode) -> str:
    if settings.secret is not None:
        return settings.secret.get_secret_value()
    if not mode.existing:
        return DataDirectory(settings.data_dir).secret.text()
    if mode.signing or (settings.data_dir / "secret").exists():
        return DataDirectory(settings.data_dir, existing=True).secret.text(existing=True)
    # The tool signs and digests nothing with this secret, and it is not stored.
    return secrets.token_hex()


def signing_key(settings: Settings, *, existing: bool = False) -> SigningKey:
    """Return the key that signs checkpoints of the log; create it on first use unless it must exist.

    Raises CannotStart.
    """
    if settings.log_key is None:
        where = f"the log key of {settings.data_dir}"
        text = DataDirectory(settings.data_dir, existing=existing).log_key.text(existing=existing)
    else:
        # A server on PostgreSQL with its keys in the environment needs no data directory.
        where, text = "KIBITZ_LOG_KEY", settings.log_key.get_secret_value()
    try:
        return SigningKey(text)
    except InvalidSigningKey as error:
        raise CannotStart(f"{where} cannot sign: {error}") from None


def known_signing_key(settings: Settings) -> SigningKey | None:
    """Return the key that signs checkpoints of the log, None if it is not here; raises CannotStart."""
    if settings.log_key is None and not (settings.data_dir / "log.key").exists():
        return None
    return signing_key(settings, existing=True)


def check_log_exists(settings: Settings) -> None:
    """Raise CannotStart if there is no log for a tool to read."""
    if settings.database_url is None and not (settings.data_dir / "log.db").exists():
        raise CannotStart(
            f"there is no log in the data directory {settings.data_dir}: start `kibitz serve` there first, "
            "or name the directory of the server (--data-dir)"
        )


def describe_location(settings: Settings) -> str:
    """Return a description of the log's location, without a password."""
    if settings.database_url is not None:
        return f"the database {without_password(make_url(settings.database_url))}"
    return f"the data directory {settings.data_dir.resolve()}"


def without_password(url: URL) -> str:
    """Return the address of a database without its password."""
    return url.render_as_string(hide_password=True)


def reason_of(error: Exception) -> object:
    """Return the reason for an error of a database as its driver gives it."""
    # SQLAlchemy's own text also has the statement, and a line with the URL of its documentation.
    return getattr(error, "orig", None) or error


@contextmanager
def naming(database: Path | str, *, remedy: str | None = None) -> Iterator[None]:
    """Raise CannotStart, with the name and the reason, for a database that cannot be opened.

    If the file is damaged, the message ends with the remedy.
    """
    try:
        yield
    except (StoreError, SQLAlchemyError, OSError) as error:
        reason = reason_of(error)
        is_damaged = getattr(reason, "sqlite_errorcode", 0) & 0xFF in _DAMAGED
        end = f"; {remedy}" if remedy is not None and is_damaged else ""
        raise CannotStart(f"the database {database} cannot be opened: {reason}{end}") from error


@contextmanager
def _engine(url: URL, arguments: dict[str, Any]) -> Iterator[Engine]:
    engine = create_engine(url, connect_args=arguments, hide_parameters=True, pool_pre_ping=True)
    try:
        yield engine
    finally:
        # A thread whose caller was cancelled may still use a connection, which is closed once it is returned.
        event.listen(engine, "checkin", lambda _, returned: returned.invalidate())
        engine.dispose()
