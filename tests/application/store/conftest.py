"""Opens each kind of store for the suite; a new kind needs one more entry in KINDS."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from application.codec import Codec
from application.store.memory import MemoryStore
from application.store.port import Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from tests.application.store import MakeStore


def memory(_: pytest.FixtureRequest) -> MakeStore:
    async def make(codec: Codec | None) -> Store:
        return MemoryStore(codec)

    return make


def sqlite(request: pytest.FixtureRequest) -> MakeStore:
    folder: Path = request.getfixturevalue("tmp_path")

    async def make(codec: Codec | None) -> Store:
        return SQLiteStore(folder / "log.db", codec)

    return make


def postgres(request: pytest.FixtureRequest) -> MakeStore:
    url: str = request.getfixturevalue("postgres_url")

    async def make(codec: Codec | None) -> Store:
        return await PostgresStore.open(url, codec)

    return make


KINDS: dict[str, Callable[[pytest.FixtureRequest], MakeStore]] = {
    "memory": memory,
    "sqlite": sqlite,
    "postgres": postgres,
}


@pytest.fixture(params=KINDS)
def make_store(request: pytest.FixtureRequest) -> MakeStore:
    """Return a function that opens a store; the test closes it."""
    return KINDS[request.param](request)


@pytest.fixture
async def store(make_store: MakeStore) -> AsyncIterator[Store]:
    opened = await make_store(None)
    yield opened
    await opened.close()
