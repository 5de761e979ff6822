"""Fixtures of deadlines: a log in memory and on disk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from application.store.memory import MemoryStore
from application.store.port import Store
from application.store.sqlite.store import SQLiteStore


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Yield a log."""
    store: Store = MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "log.db")
    yield store
    await store.close()
