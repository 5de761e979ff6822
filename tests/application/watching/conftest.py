"""Game streams over a store that can be halted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.memory import MemoryStore
from application.store.port import Store
from application.store.sqlite.store import SQLiteStore
from application.watching.game_streams import GameStreams
from tests.application.watching.halting_store import (
    Halting,
)


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Halting]:
    inner: Store = MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "log.db")
    yield Halting(inner)
    await inner.close()


@pytest.fixture
async def watching(store: Halting) -> AsyncIterator[GameStreams]:
    async with GameStreams(store) as watching:
        yield watching


@pytest.fixture
def games(store: Halting) -> CommandHandler:
    return CommandHandler(store, Croupier(seeded_entropy(1)))
