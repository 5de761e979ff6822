"""What a log in PostgreSQL does besides: be shared by processes, be unreachable, be busy, be too new."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError
from psycopg.conninfo import conninfo_to_dict

from application.codec import CorruptEvent
from application.store.port import Busy, SchemaTooNew, StoreClosed, VersionTaken
from application.store.postgres import notifications
from application.store.postgres.database import fetch_one
from application.store.postgres.store import PostgresStore
from tests.application.store import a_command, an_append, bid, followed, new_game, whole_log
from tests.application.store.meddling import CONNECTED, ask, held
from tests.postgres import PASSWORD, free_port, url_of


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(postgres_url)
    yield store
    await store.close()


@pytest.fixture
async def other(postgres_url: str) -> AsyncIterator[PostgresStore]:
    """Give a second store on the same log, as another process has."""
    other = await PostgresStore.open(postgres_url)
    yield other
    await other.close()


# The database


async def test_a_database_that_is_opened_again_holds_everything(postgres_url: str) -> None:
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


async def test_a_store_that_is_closed_leaves_no_connection_and_no_task(postgres_url: str) -> None:
    tasks = asyncio.all_tasks()
    store = await PostgresStore.open(postgres_url)
    await asyncio.gather(*(store.append(an_append(new_game())) for _ in range(5)))
    await asyncio.gather(*(store.head() for _ in range(20)))
    await store.close()
    assert asyncio.all_tasks() == tasks
    async with asyncio.timeout(5):
        # The server takes a moment to notice that somebody has gone.
        while ask(postgres_url, CONNECTED) != [(0,)]:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.01)


async def test_several_may_make_the_tables_at_once(postgres_url: str) -> None:
    stores = await asyncio.gather(*(PostgresStore.open(postgres_url) for _ in range(6)))
    await asyncio.gather(*(store.append(an_append(new_game())) for store in stores))
    assert await stores[0].head() == 6
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_schema_that_is_too_new_is_refused_and_left_alone(postgres_url: str) -> None:
    await (await PostgresStore.open(postgres_url)).close()
    ask(postgres_url, "UPDATE kibitz.schema_version SET version = 1000")
    ask(postgres_url, "DROP TABLE kibitz.commands")
    with pytest.raises(SchemaTooNew, match="schema 1000") as raised:
        await PostgresStore.open(postgres_url)
    assert raised.value.found == 1000
    assert ask(postgres_url, "SELECT to_regclass('kibitz.commands')") == [(None,)]


async def test_other_tables_of_the_database_stay(postgres_url: str) -> None:
    ask(postgres_url, "CREATE TABLE public.events (name text)")
    store = await PostgresStore.open(postgres_url)
    await store.append(an_append(new_game()))
    await store.close()
    assert ask(postgres_url, "SELECT count(*) FROM public.events") == [(0,)]


async def test_who_may_not_make_a_schema_can_use_one_that_was_made(postgres_url: str) -> None:
    role = f"clerk_{new_game().hex}"
    ask(postgres_url, f"CREATE ROLE {role} LOGIN")
    try:
        ask(postgres_url, f"CREATE SCHEMA kibitz AUTHORIZATION {role}")
        store = await PostgresStore.open(postgres_url.replace("kibitz@", f"{role}@", 1))
        await store.append(an_append(new_game()))
        await store.close()
    finally:
        ask(postgres_url, f"DROP OWNED BY {role}; DROP ROLE {role}")


async def test_a_wrong_password_is_refused_and_not_told(postgres_cluster: str, postgres_url: str) -> None:
    name = conninfo_to_dict(postgres_url)["dbname"]
    right = url_of(postgres_cluster, name, host="127.0.0.1", password=PASSWORD)
    await (await PostgresStore.open(right)).close()
    wrong = url_of(postgres_cluster, name, host="127.0.0.1", password="open sesame")
    with pytest.raises(OperationalError, match=f"{name}.*127.0.0.1, port.*password") as raised:
        await PostgresStore.open(wrong)
    assert "sesame" not in str(raised.value)


async def test_a_server_that_does_not_answer_is_named(postgres_cluster: str) -> None:
    port = free_port()
    nowhere = url_of(postgres_cluster, "games", host="127.0.0.1", port=port, password="sesame")
    with pytest.raises(OperationalError, match=f"database 'games' on 127.0.0.1, port {port}") as raised:
        await PostgresStore.open(nowhere)
    assert "sesame" not in str(raised.value)


async def test_a_url_that_cannot_be_read_is_refused_and_not_told() -> None:
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


# Several processes


async def test_a_sequence_lets_readers_skip_and_the_counter_does_not(
    store: PostgresStore, other: PostgresStore, postgres_url: str
) -> None:
    ask(postgres_url, "CREATE TABLE sequenced (position bigserial)")
    with psycopg.connect(postgres_url) as slow:
        slow.execute("INSERT INTO sequenced DEFAULT VALUES")
        ask(postgres_url, "INSERT INTO sequenced DEFAULT VALUES")
        # A reader goes on after 2 from here, and never sees 1.
        assert ask(postgres_url, "SELECT position FROM sequenced") == [(2,)]
    with held(postgres_url):
        begun = [asyncio.ensure_future(each.append(an_append(new_game()))) for each in (store, other)]
        await asyncio.sleep(0.05)
        assert await whole_log(store) == []
    assert sorted(recorded.position for (recorded,) in await asyncio.gather(*begun)) == [1, 2]


async def test_of_those_who_race_in_two_processes_one_wins(
    store: PostgresStore, other: PostgresStore
) -> None:
    stores, game = (store, other), new_game()
    followers = [asyncio.ensure_future(followed(each, 20, limit=2)) for each in stores]
    for version in range(20):
        racers = (stores[racer % 2].append(an_append(game, version)) for racer in range(8))
        results = await asyncio.gather(*racers, return_exceptions=True)
        assert sum(isinstance(each, VersionTaken) for each in results) == 7
    log = await whole_log(store)
    assert [(each.position, each.version) for each in log] == [(each, each) for each in range(1, 21)]
    assert await asyncio.gather(*followers) == [log] * 2


async def test_conflicts_between_processes_cost_nobody_else_anything(
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


async def test_a_follower_hears_at_once_what_another_process_appends(
    monkeypatch: pytest.MonkeyPatch, postgres_url: str, other: PostgresStore
) -> None:
    monkeypatch.setattr(notifications, "POLL", 60.0)
    store, game = await PostgresStore.open(postgres_url), new_game()
    follower = asyncio.ensure_future(followed(store, 6))
    for version in range(0, 6, 2):
        await asyncio.sleep(0.1)
        await other.append(an_append(game, version, bid(1), bid(2)))
    assert [each.position for each in await asyncio.wait_for(follower, 5)] == [*range(1, 7)]
    await store.close()


async def test_a_follower_finds_by_itself_what_nobody_announces(
    store: PostgresStore, other: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "_NOTIFY", "SELECT 1")
    game = new_game()
    follower = asyncio.ensure_future(followed(store, 2))
    for version in range(2):
        await asyncio.sleep(0.15)
        await other.append(an_append(game, version))
    assert len(await asyncio.wait_for(follower, 5)) == 2


async def test_readers_do_not_wait_for_who_writes(store: PostgresStore, postgres_url: str) -> None:
    await store.append(an_append(new_game()))
    with held(postgres_url):
        assert len(await asyncio.wait_for(whole_log(store), 1)) == 1


# The queue


async def test_what_waits_together_is_committed_together(store: PostgresStore, postgres_url: str) -> None:
    with held(postgres_url):
        begun = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(50)]
        await asyncio.sleep(0.05)
    await asyncio.gather(*begun)
    # The first may have been taken before the others came.
    [(transactions,)] = ask(postgres_url, "SELECT count(DISTINCT xmin::text) FROM kibitz.events")
    assert transactions <= 2


@pytest.mark.parametrize("unwritable", ["\ud800", "nothing\x00after"], ids=["no text", "NUL"])
async def test_a_command_that_no_table_takes_fails_alone(store: PostgresStore, unwritable: str) -> None:
    appends = [a_command("c", new_game(), by=unwritable if n == 4 else "ann") for n in range(7)]
    results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
    assert [isinstance(each, PersistenceError) for each in results] == [n == 4 for n in range(7)]
    assert [each.position for each in await whole_log(store)] == [*range(1, 7)]


async def test_a_counter_that_is_not_the_logs_fails_appends_and_harms_nothing(
    store: PostgresStore, postgres_url: str
) -> None:
    await store.append(an_append(new_game(), 0, bid(1), bid(2)))
    ask(postgres_url, "UPDATE kibitz.counter SET position = 0")
    with pytest.raises(IntegrityError, match="events_pkey"):
        await asyncio.wait_for(store.append(an_append(new_game())), 5)
    ask(postgres_url, "UPDATE kibitz.counter SET position = 2")
    assert (await store.append(an_append(new_game())))[0].position == 3


async def test_a_full_queue_is_said_to_be_busy(postgres_url: str) -> None:
    store = await PostgresStore.open(postgres_url, capacity=3, queue_timeout=0.05)
    with held(postgres_url):
        begun = [asyncio.ensure_future(store.append(an_append(new_game())))]
        # The writer takes the first and waits for the counter; three more may queue.
        await asyncio.sleep(0.05)
        begun += [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as raised:
            await store.append(an_append(new_game()))
        assert raised.value.retry_after > 0
    assert len(await asyncio.gather(*begun)) == await store.head() == 4
    await store.close()


async def test_what_finds_the_queue_full_waits_for_a_place(postgres_url: str) -> None:
    store = await PostgresStore.open(postgres_url, capacity=3)
    with held(postgres_url):
        begun = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(40)]
        await asyncio.sleep(0.1)
        assert not any(each.done() for each in begun)
    await asyncio.gather(*begun)
    assert await store.head() == 40
    await store.close()


async def test_the_writer_goes_on_after_a_batch_that_failed(postgres_url: str) -> None:
    store, games = await PostgresStore.open(postgres_url, timeout=0.1), [new_game() for _ in range(5)]
    with held(postgres_url):
        appends = (store.append(an_append(game)) for game in games)
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(each) for each in results] == [OperationalError] * 5
    await asyncio.gather(*(store.append(an_append(game)) for game in games))
    assert await store.head() == 5
    await store.close()


async def test_closing_commits_what_is_queued_and_refuses_what_comes(postgres_url: str) -> None:
    store = await PostgresStore.open(postgres_url)
    with held(postgres_url):
        queued = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(20)]
        await asyncio.sleep(0.02)
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0.02)
        assert not closing.done()
        with pytest.raises(StoreClosed):
            await store.append(an_append(new_game()))
    await closing
    assert all(each.done() and not each.exception() for each in queued)


async def test_what_is_acknowledged_is_on_disk_whatever_the_database_is_set_to(postgres_url: str) -> None:
    name = conninfo_to_dict(postgres_url)["dbname"]
    ask(postgres_url, f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    store = await PostgresStore.open(postgres_url)
    await store.append(an_append(new_game()))
    connection = store._writer._connection
    assert connection is not None
    assert await fetch_one(connection, "SHOW synchronous_commit") == ("on",)
    await store.close()
