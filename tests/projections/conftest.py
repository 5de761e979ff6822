"""A log and a read database: in memory and on disk, on disk, and both in PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from application.store import Store
from application.store.memory import MemoryStore
from application.store.postgres import PostgresStore
from application.store.sqlite import SQLiteStore
from projections.database import ReadDatabase

# A module that holds asserts but no tests.
pytest.register_assert_rewrite("tests.projections.witnesses")

OpenDatabase = Callable[[], ReadDatabase]


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
    """Give what opens the test's read database, once more as another process would."""
    called_with = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    if "postgres" in (called_with.get("store"), called_with.get("database")):
        url: str = request.getfixturevalue("postgres_url")
        return lambda: ReadDatabase(url)
    path: Path = request.getfixturevalue("read_db")
    return lambda: ReadDatabase.at(path)


@pytest.fixture
def database(open_database: OpenDatabase) -> Iterator[ReadDatabase]:
    """Give a read database: in PostgreSQL where the store is, or where `database` is parametrised so."""
    with open_database() as database:
        yield database
