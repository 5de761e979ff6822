"""The databases behind a server or a tool: the embedded ones in a data directory, or a database server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError

from api.data import CannotStart, DataDirectory
from api.settings import Settings
from application.players import Players
from application.store import Store, StoreError
from application.store.sqlite import SQLiteStore
from projections.database import ReadDatabase

PATIENCE = 10.0
"""Seconds that a write to the table of players waits for the log's writer."""


@dataclass(frozen=True, kw_only=True)
class Storage:
    """What is kept: the log, the players beside it, and the read models."""

    store: Store
    players: Players
    database: ReadDatabase
    secret: str
    """What tokens are signed with."""


@asynccontextmanager
async def storage_of(settings: Settings, *, serving: bool = False) -> AsyncIterator[Storage]:
    """Open the databases that the settings name; a server has a data directory for itself alone.

    Raises CannotStart.
    """
    directory = DataDirectory(settings.data_dir)
    async with AsyncExitStack() as opened:
        if serving:
            opened.enter_context(directory.served())
        with naming(directory.log):
            store = SQLiteStore(directory.log)
            opened.push_async_callback(store.close)
            players = Players(opened.enter_context(_engine(directory.log)))
        with naming(directory.read):
            database = opened.enter_context(ReadDatabase.at(directory.read))
        given = settings.secret
        secret = given.get_secret_value() if given is not None else directory.secret()
        yield Storage(store=store, players=players, database=database, secret=secret)


def refuse_to_invent(settings: Settings) -> None:
    """Raise CannotStart where there is no log yet: a tool that looks into one makes none."""
    if not (settings.data_dir / "log.db").exists():
        raise CannotStart(f"there is no log in the data directory {settings.data_dir}")


@contextmanager
def naming(database: Path | str) -> Iterator[None]:
    """Name the database that could not be opened; raises CannotStart."""
    try:
        yield
    except (StoreError, SQLAlchemyError) as error:
        # SQLAlchemy's own text has a second line, with the address of a page about it.
        reason = getattr(error, "orig", None) or error
        raise CannotStart(f"the database {database} cannot be opened: {reason}") from error


@contextmanager
def _engine(path: Path) -> Iterator[Engine]:
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, connect_args={"timeout": PATIENCE}, hide_parameters=True)
    try:
        yield engine
    finally:
        engine.dispose()
