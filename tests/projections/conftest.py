"""A log in memory and on disk, and a read database on disk."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from application.store import Store
from application.store.memory import MemoryStore
from application.store.sqlite import SQLiteStore
from projections.database import ReadDatabase


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    store: Store = MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "log.db")
    yield store
    await store.close()


@pytest.fixture
def read_db(tmp_path: Path) -> Path:
    return tmp_path / "read.db"


@pytest.fixture
def database(read_db: Path) -> Iterator[ReadDatabase]:
    with ReadDatabase.at(read_db) as database:
        yield database
