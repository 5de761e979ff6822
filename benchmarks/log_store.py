"""Opens the event store of a log."""

from __future__ import annotations

from application.store.port import Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore


async def open_store(log: str) -> Store:
    """Open a log that is named by a PostgreSQL URL or a SQLite file."""
    return await PostgresStore.open(log) if log.startswith("postgresql:") else SQLiteStore(log)
