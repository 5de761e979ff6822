"""A server that is paused within a transaction keeps the other servers waiting for a few seconds only."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import exc

import api.storage
from api.settings import Settings
from api.storage import storage_of
from application.seeks.storage import PendingChanges, SeekStorage
from application.seeks.tables import changes


async def test_seeks_go_on_while_another_server_is_paused_in_their_transaction(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.storage, "IDLE_TIMEOUT", 1_500)
    settings = Settings(data_dir=tmp_path, database_url=postgres_url, secret=SecretStr("s" * 32))
    async with storage_of(settings) as paused, storage_of(settings) as other:
        # Both have the tables of seeks.
        paused_seeks, seeks = (SeekStorage(each.beside_log, "") for each in (paused, other))
        with suppress(exc.DBAPIError), paused.beside_log.begin() as connection:
            changes.lock(connection)
            async with asyncio.timeout(10):
                await asyncio.to_thread(seeks.play_round, PendingChanges())
        await asyncio.to_thread(paused_seeks.play_round, PendingChanges())
