"""Command handlers of two processes on one log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from application.games.command_handler import CommandHandler
from application.store.memory import MemoryStore
from application.store.port import Store
from application.store.sqlite.store import SQLiteStore
from tests.application.games.interrupted_store import (
    Wrapped,
    process,
)


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Wrapped]:
    inner: Store = MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "log.db")
    yield Wrapped(inner)
    await inner.close()


@pytest.fixture
def games(store: Wrapped) -> CommandHandler:
    return process(store)


@pytest.fixture
def others(store: Wrapped) -> CommandHandler:
    """Another process on the same log."""
    return process(store)
