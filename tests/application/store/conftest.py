"""Opens each kind of store for the suite; a further kind is one more entry in KINDS."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from application.recorded import Codec
from application.store import Store
from application.store.memory import MemoryStore
from application.store.sqlite import SQLiteStore
from tests.application.store import MakeStore

KINDS: dict[str, Callable[[Path, Codec | None], Store]] = {
    "memory": lambda _, codec: MemoryStore(codec),
    "sqlite": lambda folder, codec: SQLiteStore(folder / "log.db", codec),
}


@pytest.fixture(params=KINDS)
def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> MakeStore:
    """Give what opens a store; who opens one closes it."""
    kind = KINDS[request.param]
    return lambda codec: kind(tmp_path, codec)


@pytest.fixture
async def store(make_store: MakeStore) -> AsyncIterator[Store]:
    opened = make_store(None)
    yield opened
    await opened.close()
