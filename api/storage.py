"""The databases behind a server or a tool: the embedded ones in a data directory, or a database server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, make_url
from sqlalchemy.exc import SQLAlchemyError

from api.data import CannotStart, DataDirectory
from api.settings import Settings
from application.players import Players
from application.store import Store, StoreError
from application.store.postgres import PostgresStore
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
    """Open the databases that the settings name; an embedded server has its data directory for itself.

    Raises CannotStart.
    """
    async with AsyncExitStack() as opened:
        if settings.database_url is not None:
            yield await _on_server(settings, str(settings.database_url), opened)
        else:
            yield await _embedded(settings, opened, serving=serving)


async def _embedded(settings: Settings, opened: AsyncExitStack, *, serving: bool) -> Storage:
    directory = DataDirectory(settings.data_dir)
    if serving:
        opened.enter_context(directory.served())
    secret = _secret(settings)
    with naming(directory.log):
        store = SQLiteStore(directory.log)
        opened.push_async_callback(store.close)
        url = URL.create("sqlite", database=str(directory.log))
        players = Players(opened.enter_context(_engine(url, {"timeout": PATIENCE})), secret)
    with naming(directory.read):
        database = opened.enter_context(ReadDatabase.at(directory.read))
    return Storage(store=store, players=players, database=database, secret=secret)


async def _on_server(settings: Settings, given: str, opened: AsyncExitStack) -> Storage:
    url, secret = make_url(given), _secret(settings)
    with naming(url.render_as_string(hide_password=True)):
        store = await PostgresStore.open(given)
        opened.push_async_callback(store.close)
        engine = _engine(url.set(drivername="postgresql+psycopg"), {"options": "-c search_path=kibitz"})
        players = await asyncio.to_thread(Players, opened.enter_context(engine), secret)
        database = await asyncio.to_thread(ReadDatabase, url)
        opened.enter_context(database)
    return Storage(store=store, players=players, database=database, secret=secret)


def _secret(settings: Settings) -> str:
    given = settings.secret
    return given.get_secret_value() if given is not None else DataDirectory(settings.data_dir).secret()


def refuse_to_invent(settings: Settings) -> None:
    """Raise CannotStart where there is no log yet: a tool that looks into one makes none."""
    if settings.database_url is None and not (settings.data_dir / "log.db").exists():
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
def _engine(url: URL, arguments: dict[str, Any]) -> Iterator[Engine]:
    engine = create_engine(url, connect_args=arguments, hide_parameters=True, pool_pre_ping=True)
    try:
        yield engine
    finally:
        engine.dispose()
