"""Query plans of the statements of a busy PostgreSQL log."""

from __future__ import annotations

import psycopg
import pytest

from application.codec import default_codec
from application.store.encoded_append import encode_append
from application.store.postgres.batch_append import VersionBounds, commit
from application.store.postgres.database import Database, read_log_position
from application.store.postgres.store import PostgresStore
from tests.application.store import an_append, bid, new_game

EVENTS = 2_000
_SCANS = "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE schemaname = 'kibitz' AND relname = 'events'"
_ALL_SCANS = "SELECT seq_scan FROM pg_stat_user_tables WHERE schemaname = 'kibitz' AND relname = 'events'"
_PREPARED = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%INTO kibitz.events%'"


@pytest.fixture
async def filled(postgres_url: str) -> str:
    """The URL of a log with events that the planner has no statistics on."""
    store = await PostgresStore.open(postgres_url)
    await store.append(an_append(new_game(), 0, *(bid(1) for _ in range(EVENTS))))
    await store.close()
    return postgres_url


async def test_reading_the_end_of_the_log_does_not_scan_it(filled: str) -> None:
    async with await Database(filled).connect("test") as connection, connection.transaction():
        mark, before = await read_log_position(connection, EVENTS // 2)
        ((scans,),) = await (await connection.execute(_SCANS)).fetchall()
    assert (mark.position, before is not None, scans) == (EVENTS, True, 0)


def test_the_scans_of_a_transaction_are_counted(filled: str) -> None:
    with psycopg.connect(filled) as connection:
        connection.execute("SELECT count(*) FROM kibitz.events WHERE topic = 'none'")
        assert connection.execute(_SCANS).fetchone() == (1,)


async def test_appends_planned_on_a_small_log_do_not_scan_it(postgres_url: str) -> None:
    store, game = await PostgresStore.open(postgres_url), new_game()
    await store.append(an_append(game))
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("ANALYZE kibitz.events")
        before = connection.execute(_ALL_SCANS).fetchone()
        for version in range(1, 20):
            await store.append(an_append(game, version))
        # The server counts a connection's scans once it has ended.
        await store.close()
        assert connection.execute(_ALL_SCANS).fetchone() == before


async def test_larger_numbers_do_not_need_another_prepared_statement(postgres_url: str) -> None:
    await (await PostgresStore.open(postgres_url)).close()
    entries = [encode_append(an_append(new_game()), default_codec()) for _ in range(6)]
    async with await Database(postgres_url).connect("test") as connection:
        mark, _ = await read_log_position(connection)
        known = VersionBounds(10, mark)
        for entry in entries[:3]:
            await commit(connection, known, [entry])
        await connection.execute("UPDATE kibitz.counter SET position = 3000000000")
        for entry in entries[3:]:
            await commit(connection, known, [entry])
        # One more for the first append to an empty log, which has no event to compare.
        ((prepared,),) = await (await connection.execute(_PREPARED)).fetchall()
    assert prepared == 2
