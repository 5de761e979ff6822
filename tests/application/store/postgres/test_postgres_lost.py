"""A PostgreSQL log survives lost connections: nothing is lost and nothing is stored twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

from application.codec import Position
from application.store.encoded_append import EncodedAppend
from application.store.port import LogPosition, OutcomeUnknown
from application.store.postgres import batch_append
from application.store.postgres.database import Connection
from application.store.postgres.store import PostgresStore
from tests.application.store import a_command, an_append, bid, followed, new_game, whole_log
from tests.application.store.meddling import kill


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(postgres_url)
    yield store
    await store.close()


@pytest.fixture
async def other(postgres_url: str) -> AsyncIterator[PostgresStore]:
    """A second store on the same log, as in another process."""
    other = await PostgresStore.open(postgres_url)
    yield other
    await other.close()


async def test_follower_survives_the_loss_of_its_listening_connection(
    store: PostgresStore, other: PostgresStore, postgres_url: str
) -> None:
    game = new_game()
    follower = asyncio.ensure_future(followed(store, 3))
    for version in range(3):
        await asyncio.sleep(0.05)
        await asyncio.to_thread(kill, postgres_url, "listener")
        await other.append(an_append(game, version))
    assert len(await asyncio.wait_for(follower, 5)) == 3


async def test_store_survives_the_loss_of_all_connections(store: PostgresStore, postgres_url: str) -> None:
    games = [new_game() for _ in range(3)]
    follower = asyncio.ensure_future(followed(store, 6))
    for version in range(2):
        await asyncio.gather(*(store.append(an_append(game, version)) for game in games))
        assert await asyncio.gather(*(store.version(game) for game in games)) == [version + 1] * 3
        assert await asyncio.to_thread(kill, postgres_url) >= 3
    assert [each.position for each in await asyncio.wait_for(follower, 5)] == [*range(1, 7)]


async def test_appends_are_neither_lost_nor_doubled_when_the_writer_loses_its_connection(
    store: PostgresStore, postgres_url: str
) -> None:
    acknowledged: list[tuple[str, Position]] = []
    stopped = False

    async def play(player: int) -> None:
        game, version, count = new_game(), 0, 0
        while not stopped:
            count += 1
            command = a_command(f"{player} {count}", game, version, bid(1), bid(2))
            recorded = await store.append(command)
            acknowledged.append((f"{player} {count}", recorded[0].position))
            version = recorded[-1].version

    players = [asyncio.ensure_future(play(player)) for player in range(16)]
    for _ in range(5):
        await asyncio.sleep(0.1)
        # The writer may still be reconnecting after the previous kill.
        while await asyncio.to_thread(kill, postgres_url, "writer") != 1:  # noqa: ASYNC110 - PostgreSQL signals nothing
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    stopped = True
    await asyncio.gather(*players)
    log = await whole_log(store)
    assert [each.position for each in log] == [*range(1, len(log) + 1)]
    assert {(each.command_id, each.position) for each in log[::2]} == set(acknowledged)
    assert len(acknowledged) * 2 == len(log) > 100


@pytest.mark.parametrize("committed", [True, False])
async def test_append_with_a_lost_response_is_looked_up(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    append, lost = batch_append._append, 0

    async def losing(connection: Connection, entries: list[EncodedAppend], mark: LogPosition) -> Position:
        nonlocal lost
        if lost:
            return await append(connection, entries, mark)
        lost = 1
        if committed:
            await append(connection, entries, mark)
        await connection.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    game = new_game()
    await store.append(an_append(game))
    monkeypatch.setattr(batch_append, "_append", losing)
    appends = (store.append(a_command("c", game, 1, bid(1), bid(2))), store.append(an_append(new_game())))
    first, second = await asyncio.gather(*appends)
    assert sorted(each.position for each in [*first, *second]) == [2, 3, 4]
    assert await store.read(game, after=1) == first
    assert (await store.append(an_append(game, 3)))[0].position == 5


async def test_no_append_is_acknowledged_while_the_database_is_unreachable(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, postgres_url: str
) -> None:
    async def losing(connection: Connection, *_: Any) -> Position:
        await connection.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as patch:
        patch.setattr(batch_append, "_append", losing)
        with pytest.raises(OutcomeUnknown, match="it is unknown"):
            await store.append(an_append(new_game()))
    await store.append(an_append(new_game()))
    assert await store.head() == 1
