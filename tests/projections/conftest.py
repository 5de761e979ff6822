"""Fixtures: a log in memory, on disk or in PostgreSQL, and a read database on disk or in PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from application.store.memory import MemoryStore
from application.store.port import Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from projections.database.connections import ReadDatabase
from tests.postgres import new_database

# A module that holds asserts but no tests.
pytest.register_assert_rewrite("tests.projections.witnesses")

OpenDatabase = Callable[[], ReadDatabase]
Connection = psycopg.Connection[Any]
Roles = Callable[[], str]
Login = Callable[..., Connection]

PASSWORD = "only the views"


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    store: Store
    if request.param == "postgres":
        store = await PostgresStore.open(request.getfixturevalue("postgres_url"))
    else:
        store = MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "log.db")
    yield store
    await store.close()


@pytest.fixture
def read_db(tmp_path: Path) -> Path:
    return tmp_path / "read.db"


@pytest.fixture
def open_database(request: pytest.FixtureRequest) -> OpenDatabase:
    """Return a function that opens the test's read database again, as another process would."""
    called_with = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    if "postgres" in (called_with.get("store"), called_with.get("database")):
        url: str = request.getfixturevalue("postgres_url")
        return lambda: ReadDatabase(url)
    path: Path = request.getfixturevalue("read_db")
    return lambda: ReadDatabase.at(path)


@pytest.fixture
def database(open_database: OpenDatabase) -> Iterator[ReadDatabase]:
    """Yield a read database: in PostgreSQL if the store is, or if `database` is parametrised so."""
    with open_database() as database:
        yield database


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def shared_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ReadDatabase]:
    """Yield a read database for the tests of a module that only read what a fixture has put there."""
    if request.param == "postgres":
        opened = ReadDatabase(new_database(request.getfixturevalue("postgres_cluster")))
    else:
        opened = ReadDatabase.at(tmp_path_factory.mktemp("shared") / "read.db")
    with opened as database:
        yield database


@pytest.fixture
def admin(postgres_url: str) -> Iterator[Connection]:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def roles(admin: Connection) -> Iterator[Roles]:
    """Yield a function that returns new role names; the roles are dropped at the end."""
    given: list[str] = []

    def new() -> str:
        given.append(f"r_{uuid4().hex}")
        return given[-1]

    yield new
    there = {name for (name,) in admin.execute("SELECT rolname FROM pg_roles").fetchall()}
    for name in reversed(given):
        if name in there:
            role = sql.Identifier(name)
            admin.execute(sql.SQL("DROP OWNED BY {} CASCADE").format(role))
            admin.execute(sql.SQL("DROP ROLE {}").format(role))


@pytest.fixture
def login(postgres_url: str) -> Iterator[Login]:
    """Yield a function that logs in as a role, over the network, where a password is required."""
    opened: list[Connection] = []

    def log_in(role: str, password: str = PASSWORD) -> Connection:
        address = make_conninfo(postgres_url, host="127.0.0.1", user=role, password=password)
        opened.append(psycopg.connect(address, autocommit=True))
        return opened[-1]

    yield log_in
    for connection in opened:
        connection.close()


@pytest.fixture
async def log(postgres_url: str) -> AsyncIterator[Store]:
    log = await PostgresStore.open(postgres_url)
    yield log
    await log.close()
