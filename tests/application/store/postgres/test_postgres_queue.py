"""The write queue of a PostgreSQL log."""

from __future__ import annotations

import asyncio

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError
from psycopg.conninfo import conninfo_to_dict

from application.store.port import Busy, StoreClosed
from application.store.postgres.database import fetch_one
from application.store.postgres.store import PostgresStore
from application.store.write_queue import GATHER_STEPS
from tests.application.store import a_command, an_append, append_later, bid, new_game, whole_log
from tests.application.store.meddling import ask, blocked_appends


async def test_queued_appends_are_committed_together(store: PostgresStore, postgres_url: str) -> None:
    with blocked_appends(postgres_url):
        appends = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(50)]
        await asyncio.sleep(0.05)
    await asyncio.gather(*appends)
    # The writer may have taken the first before the others were queued.
    [(transactions,)] = ask(postgres_url, "SELECT count(DISTINCT xmin::text) FROM kibitz.events")
    assert transactions <= 2


async def test_appends_of_the_next_steps_join_a_commit(store: PostgresStore, postgres_url: str) -> None:
    # The first append connects the writer.
    await store.append(an_append(new_game()))
    await asyncio.gather(*(append_later(store, steps) for steps in range(GATHER_STEPS)))
    transactions = "SELECT count(DISTINCT xmin::text) FROM kibitz.events WHERE position > 1"
    assert ask(postgres_url, transactions) == [(1,)]


@pytest.mark.parametrize("unwritable", ["\ud800", "nothing\x00after"], ids=["no text", "NUL"])
async def test_invalid_command_fails_alone(store: PostgresStore, unwritable: str) -> None:
    appends = [a_command("c", new_game(), by=unwritable if n == 4 else "ann") for n in range(7)]
    results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
    assert [isinstance(each, PersistenceError) for each in results] == [n == 4 for n in range(7)]
    assert [each.position for each in await whole_log(store)] == [*range(1, 7)]


async def test_wrong_counter_fails_appends_without_damage(store: PostgresStore, postgres_url: str) -> None:
    await store.append(an_append(new_game(), 0, bid(1), bid(2)))
    ask(postgres_url, "UPDATE kibitz.counter SET position = 0")
    with pytest.raises(IntegrityError, match="events_pkey"):
        await asyncio.wait_for(store.append(an_append(new_game())), 5)
    ask(postgres_url, "UPDATE kibitz.counter SET position = 2")
    assert (await store.append(an_append(new_game())))[0].position == 3


async def test_a_full_queue_raises_busy(postgres_url: str) -> None:
    store = await PostgresStore.open(postgres_url, capacity=3, queue_timeout=0.05)
    with blocked_appends(postgres_url):
        appends = [asyncio.ensure_future(store.append(an_append(new_game())))]
        # The writer takes the first and waits for the counter; three more may queue.
        await asyncio.sleep(0.05)
        appends += [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as raised:
            await store.append(an_append(new_game()))
        assert raised.value.retry_after > 0
    assert len(await asyncio.gather(*appends)) == await store.head() == 4
    await store.close()


async def test_an_append_waits_for_a_place_in_a_full_queue(postgres_url: str) -> None:
    store = await PostgresStore.open(postgres_url, capacity=3)
    with blocked_appends(postgres_url):
        appends = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(40)]
        await asyncio.sleep(0.1)
        assert not any(each.done() for each in appends)
    await asyncio.gather(*appends)
    assert await store.head() == 40
    await store.close()


async def test_the_writer_continues_after_a_failed_batch(postgres_url: str) -> None:
    store, games = (
        await PostgresStore.open(postgres_url, database_timeout=0.1),
        [new_game() for _ in range(5)],
    )
    with blocked_appends(postgres_url):
        appends = (store.append(an_append(game)) for game in games)
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(each) for each in results] == [OperationalError] * 5
    await asyncio.gather(*(store.append(an_append(game)) for game in games))
    assert await store.head() == 5
    await store.close()


async def test_closing_commits_queued_appends_and_refuses_new_ones(postgres_url: str) -> None:
    store = await PostgresStore.open(postgres_url)
    with blocked_appends(postgres_url):
        queued = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(20)]
        await asyncio.sleep(0.02)
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0.02)
        assert not closing.done()
        with pytest.raises(StoreClosed):
            await store.append(an_append(new_game()))
    await closing
    assert all(each.done() and not each.exception() for each in queued)


async def test_acknowledged_events_are_durable_whatever_the_database_setting(postgres_url: str) -> None:
    name = conninfo_to_dict(postgres_url)["dbname"]
    ask(postgres_url, f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    store = await PostgresStore.open(postgres_url)
    await store.append(an_append(new_game()))
    connection = store._writer._connection
    assert connection is not None
    assert await fetch_one(connection, "SHOW synchronous_commit") == ("on",)
    await store.close()
