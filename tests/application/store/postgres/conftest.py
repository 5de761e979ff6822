"""Stores of two processes on one PostgreSQL log."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from application.store.postgres.store import PostgresStore


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(postgres_url)
    yield store
    await store.close()
