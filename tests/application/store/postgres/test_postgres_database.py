"""The PostgreSQL database of a log: tables, privileges and connection errors."""

from __future__ import annotations

import asyncio

import psycopg
import pytest
from eventsourcing.persistence import OperationalError
from psycopg.conninfo import conninfo_to_dict

from application.codec import CorruptEvent
from application.store.port import SchemaTooNew
from application.store.postgres.store import PostgresStore
from tests.application.store import a_command, an_append, bid, new_game
from tests.application.store.meddling import CONNECTED, ask
from tests.postgres import PASSWORD, free_port, url_of

TERMINATE_BLOCKED = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


async def test_reopened_database_holds_everything(postgres_url: str) -> None:
    game = new_game()
    first = await PostgresStore.open(postgres_url)
    command = a_command("c", game, 0, bid(1), bid(2))
    recorded = await first.append(command)
    await first.close()
    again = await PostgresStore.open(postgres_url)
    assert await again.read(game) == recorded
    assert await again.command(str(game), "ann", "c") == command.command
    (following,) = await again.append(an_append(game, 2))
    assert following.position == 3
    await again.close()


async def test_closed_store_leaves_no_connection_and_no_task(postgres_url: str) -> None:
    tasks = asyncio.all_tasks()
    store = await PostgresStore.open(postgres_url)
    await asyncio.gather(*(store.append(an_append(new_game())) for _ in range(5)))
    await asyncio.gather(*(store.head() for _ in range(20)))
    await store.close()
    assert asyncio.all_tasks() == tasks
    async with asyncio.timeout(5):
        # The server notices closed connections after a moment.
        while ask(postgres_url, CONNECTED) != [(0,)]:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.01)


async def test_tables_can_be_created_concurrently(postgres_url: str) -> None:
    stores = await asyncio.gather(*(PostgresStore.open(postgres_url) for _ in range(6)))
    await asyncio.gather(*(store.append(an_append(new_game())) for store in stores))
    assert await stores[0].head() == 6
    await asyncio.gather(*(store.close() for store in stores))


async def test_schema_that_is_too_new_is_refused_and_unchanged(postgres_url: str) -> None:
    await (await PostgresStore.open(postgres_url)).close()
    ask(postgres_url, "UPDATE kibitz.schema_version SET version = 1000")
    ask(postgres_url, "DROP TABLE kibitz.commands")
    with pytest.raises(SchemaTooNew, match="schema 1000") as raised:
        await PostgresStore.open(postgres_url)
    assert raised.value.found == 1000
    assert ask(postgres_url, "SELECT to_regclass('kibitz.commands')") == [(None,)]


async def test_a_connection_that_is_lost_during_opening_is_an_operational_error(
    postgres_url: str,
) -> None:
    await (await PostgresStore.open(postgres_url)).close()
    async with await psycopg.AsyncConnection.connect(postgres_url) as blocker:
        await blocker.execute("LOCK TABLE kibitz.counter IN ACCESS EXCLUSIVE MODE")
        opening = asyncio.create_task(PostgresStore.open(postgres_url))
        async with asyncio.timeout(10):
            while not ask(postgres_url, TERMINATE_BLOCKED):  # noqa: ASYNC110 - nobody says when
                await asyncio.sleep(0.01)
        with pytest.raises(OperationalError):
            await opening


async def test_other_tables_of_the_database_are_kept(postgres_url: str) -> None:
    ask(postgres_url, "CREATE TABLE public.events (name text)")
    store = await PostgresStore.open(postgres_url)
    await store.append(an_append(new_game()))
    await store.close()
    assert ask(postgres_url, "SELECT count(*) FROM public.events") == [(0,)]


async def test_a_role_without_create_privilege_can_use_an_existing_schema(postgres_url: str) -> None:
    role = f"clerk_{new_game().hex}"
    ask(postgres_url, f"CREATE ROLE {role} LOGIN")
    try:
        ask(postgres_url, f"CREATE SCHEMA kibitz AUTHORIZATION {role}")
        store = await PostgresStore.open(postgres_url.replace("kibitz@", f"{role}@", 1))
        await store.append(an_append(new_game()))
        await store.close()
    finally:
        ask(postgres_url, f"DROP OWNED BY {role}; DROP ROLE {role}")


async def test_a_wrong_password_is_refused_without_quoting_it(
    postgres_cluster: str, postgres_url: str
) -> None:
    name = conninfo_to_dict(postgres_url)["dbname"]
    right = url_of(postgres_cluster, name, host="127.0.0.1", password=PASSWORD)
    await (await PostgresStore.open(right)).close()
    wrong = url_of(postgres_cluster, name, host="127.0.0.1", password="open sesame")
    with pytest.raises(OperationalError, match=f"{name}.*127.0.0.1, port.*password") as raised:
        await PostgresStore.open(wrong)
    assert "sesame" not in str(raised.value)


async def test_unreachable_server_is_named(postgres_cluster: str) -> None:
    port = free_port()
    nowhere = url_of(postgres_cluster, "games", host="127.0.0.1", port=port, password="sesame")
    with pytest.raises(OperationalError, match=f"database 'games' on 127.0.0.1, port {port}") as raised:
        await PostgresStore.open(nowhere)
    assert "sesame" not in str(raised.value)


async def test_an_invalid_url_is_refused_without_quoting_it() -> None:
    with pytest.raises(OperationalError, match="cannot be read") as raised:
        await PostgresStore.open("postgresql://ann:open/sesame@db:5432/games?what=this")
    assert "sesame" not in str(raised.value)
    assert raised.value.__cause__ is None


async def test_an_event_without_a_time_is_named(store: PostgresStore, postgres_url: str) -> None:
    game = new_game()
    await store.append(an_append(game, 0, bid(1), bid(2)))
    ask(postgres_url, "UPDATE kibitz.events SET at = NULL WHERE version = 2")
    with pytest.raises(CorruptEvent, match=f"game {game}, version 2, .*without a time"):
        await store.read(game)
