"""Several processes on one PostgreSQL log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest

from application.store.port import VersionTaken
from application.store.postgres import notifications
from application.store.postgres.store import PostgresStore
from tests.application.store import a_command, an_append, bid, followed, new_game, whole_log
from tests.application.store.meddling import ask, blocked_appends


@pytest.fixture
async def other(postgres_url: str) -> AsyncIterator[PostgresStore]:
    """A second store on the same log, as in another process."""
    other = await PostgresStore.open(postgres_url)
    yield other
    await other.close()


async def test_readers_skip_events_with_a_sequence_and_not_with_the_counter(
    store: PostgresStore, other: PostgresStore, postgres_url: str
) -> None:
    ask(postgres_url, "CREATE TABLE sequenced (position bigserial)")
    with psycopg.connect(postgres_url) as slow:
        slow.execute("INSERT INTO sequenced DEFAULT VALUES")
        ask(postgres_url, "INSERT INTO sequenced DEFAULT VALUES")
        # A reader continues after 2 and never sees 1.
        assert ask(postgres_url, "SELECT position FROM sequenced") == [(2,)]
    with blocked_appends(postgres_url):
        appends = [asyncio.ensure_future(each.append(an_append(new_game()))) for each in (store, other)]
        await asyncio.sleep(0.05)
        assert await whole_log(store) == []
    assert sorted(recorded.position for (recorded,) in await asyncio.gather(*appends)) == [1, 2]


async def test_one_of_two_processes_gets_the_version(store: PostgresStore, other: PostgresStore) -> None:
    stores, game = (store, other), new_game()
    followers = [asyncio.ensure_future(followed(each, 20, limit=2)) for each in stores]
    for version in range(20):
        racers = (stores[racer % 2].append(an_append(game, version)) for racer in range(8))
        results = await asyncio.gather(*racers, return_exceptions=True)
        assert sum(isinstance(each, VersionTaken) for each in results) == 7
    log = await whole_log(store)
    assert [(each.position, each.version) for each in log] == [(each, each) for each in range(1, 21)]
    assert await asyncio.gather(*followers) == [log] * 2


async def test_a_conflict_between_processes_fails_that_command_alone(
    store: PostgresStore, other: PostgresStore
) -> None:
    games = [new_game() for _ in range(8)]

    async def play(player: int) -> None:
        mine, appended = (store, other)[player % 2], 0
        while appended < 15:
            game = games[(player + appended) % 8]
            try:
                version = await mine.version(game)
                await mine.append(a_command(f"{player} {appended}", game, version, bid(player), bid(player)))
                appended += 1
            except VersionTaken:
                pass

    await asyncio.gather(*map(play, range(16)))
    log = await whole_log(store)
    assert [each.position for each in log] == [*range(1, 16 * 15 * 2 + 1)]
    for game in games:
        versions = [each.version for each in log if each.game == game]
        assert versions == [*range(1, len(versions) + 1)]


async def test_a_follower_is_notified_of_appends_by_another_process(
    monkeypatch: pytest.MonkeyPatch, postgres_url: str, other: PostgresStore
) -> None:
    monkeypatch.setattr(notifications, "POLL_INTERVAL", 60.0)
    store, game = await PostgresStore.open(postgres_url), new_game()
    follower = asyncio.ensure_future(followed(store, 6))
    for version in range(0, 6, 2):
        await asyncio.sleep(0.1)
        await other.append(an_append(game, version, bid(1), bid(2)))
    assert [each.position for each in await asyncio.wait_for(follower, 5)] == [*range(1, 7)]
    await store.close()


async def test_a_follower_finds_appends_without_a_notification(
    store: PostgresStore, other: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "_NOTIFY", "SELECT 1")
    game = new_game()
    follower = asyncio.ensure_future(followed(store, 2))
    for version in range(2):
        await asyncio.sleep(0.15)
        await other.append(an_append(game, version))
    assert len(await asyncio.wait_for(follower, 5)) == 2


async def test_readers_do_not_wait_for_writers(store: PostgresStore, postgres_url: str) -> None:
    await store.append(an_append(new_game()))
    with blocked_appends(postgres_url):
        assert len(await asyncio.wait_for(whole_log(store), 1)) == 1
