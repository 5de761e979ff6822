"""Forged notifications: a PostgreSQL store survives whatever any role sends."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing

import psycopg
import pytest

from application.store.postgres import notifications
from application.store.postgres.store import PostgresStore
from tests.application.store import an_append, new_game

NONSENSE = ["9223372036854775807", "9" * 5000, "-1", "", "a word", "٣"]


@pytest.mark.parametrize("payload", NONSENSE, ids=range(len(NONSENSE)))
async def test_invalid_notifications_do_not_disturb_followers(
    postgres_url: str, payload: str, caplog: pytest.LogCaptureFixture
) -> None:
    store, other = await PostgresStore.open(postgres_url), await PostgresStore.open(postgres_url)
    with caplog.at_level(logging.WARNING), psycopg.connect(postgres_url, autocommit=True) as connection:
        async with aclosing(store.follow(0)) as batches:
            await other.append(an_append(new_game()))
            assert len(await anext(batches)) == 1
            connection.execute("SELECT pg_notify('kibitz', %s)", [payload])
            # Long enough to receive it.
            await asyncio.sleep(2 * notifications.POLL_INTERVAL)
            await other.append(an_append(new_game()))
            async with asyncio.timeout(5):
                assert len(await anext(batches)) == 1
    await store.close()
    await other.close()
    assert not caplog.records
