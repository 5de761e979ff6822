"""Presence over several processes: connections, the grace after them, and processes that are killed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, func, select, table, text

from application.presence import presence as service
from application.presence import tables
from application.presence.presence import Presence
from application.presence.tables import PresenceTables
from application.runtime.cancellation import cancel_and_wait

GAME, OTHER = uuid4(), uuid4()
ANN, BOB = "ann", "bob"
GRACE = 0.9
EVERY = 0.05


@pytest.fixture(autouse=True)
def _beating_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "HEARTBEAT_INTERVAL", 0.1)


@pytest.fixture
async def processes(either_engine: Engine) -> AsyncIterator[Callable[[], asyncio.Future[Presence]]]:
    """What starts one process after the other on one database."""
    async with AsyncExitStack() as opened:

        def start() -> asyncio.Future[Presence]:
            presence = Presence(PresenceTables(either_engine), grace=GRACE, every=EVERY)
            return asyncio.ensure_future(opened.enter_async_context(presence))

        yield start


async def until(holds: Callable[[], bool], within: float = 10.0) -> None:
    async with asyncio.timeout(within):
        while not holds():  # noqa: ASYNC110 - the time of another process's change is not known
            await asyncio.sleep(0.01)


async def kill(presence: Presence) -> None:
    """End a process's work as a power cut would."""
    assert presence._exchange._task is not None
    await cancel_and_wait([presence._exchange._task])


def rows(engine: Engine, name: str) -> int:
    with engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(table(name))).scalar_one())


async def test_a_player_is_present_in_all_processes_until_the_grace_after_its_last_connection(
    processes: Callable[[], asyncio.Future[Presence]],
) -> None:
    here, there = await processes(), await processes()
    told: list[tuple[UUID, str, bool]] = []
    there.subscribe(lambda *change: told.append(change))
    assert not here.present(GAME, ANN)
    here.arrived(GAME, ANN)
    here.arrived(GAME, ANN)
    assert here.present(GAME, ANN)
    await until(lambda: there.present(GAME, ANN))
    assert not there.present(OTHER, ANN)
    assert not there.present(GAME, BOB)
    here.left(GAME, ANN)
    await asyncio.sleep(2 * GRACE)
    assert there.present(GAME, ANN)
    here.left(GAME, ANN)
    await asyncio.sleep(GRACE / 2)
    assert here.present(GAME, ANN)
    assert there.present(GAME, ANN)
    await until(lambda: not here.present(GAME, ANN) and not there.present(GAME, ANN))
    await until(lambda: len(told) == 2)
    assert told == [(GAME, ANN, True), (GAME, ANN, False)]


async def test_a_reconnection_within_the_grace_at_another_process_is_not_noticed(
    processes: Callable[[], asyncio.Future[Presence]],
) -> None:
    here, there, third = await processes(), await processes(), await processes()
    told: list[bool] = []
    third.subscribe(lambda _game, _player, present: told.append(present))
    here.arrived(GAME, ANN)
    await until(lambda: third.present(GAME, ANN))
    here.left(GAME, ANN)
    await asyncio.sleep(GRACE / 3)
    there.arrived(GAME, ANN)
    await asyncio.sleep(2 * GRACE)
    assert third.present(GAME, ANN)
    assert told == [True]


async def test_the_players_of_a_killed_process_are_gone_after_the_grace_and_come_back_with_it(
    processes: Callable[[], asyncio.Future[Presence]],
) -> None:
    here, there = await processes(), await processes()
    told: list[bool] = []
    there.subscribe(lambda _game, _player, present: told.append(present))
    here.arrived(GAME, ANN)
    await until(lambda: there.present(GAME, ANN))
    await kill(here)
    await asyncio.sleep(GRACE / 2)
    assert there.present(GAME, ANN)
    await until(lambda: told == [True, False])
    assert not there.present(GAME, ANN)
    # It only stood still: its connections have lasted.
    await here.check()
    await until(lambda: told == [True, False, True])
    assert there.present(GAME, ANN)


async def test_a_stalled_process_stores_its_connections_again_after_others_have_purged_them(
    processes: Callable[[], asyncio.Future[Presence]],
    either_engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "KEPT", 300)
    here, there = await processes(), await processes()
    here.arrived(GAME, ANN)
    await until(lambda: there.present(GAME, ANN))
    await kill(here)
    await asyncio.sleep(GRACE)
    PresenceTables(either_engine).purge()
    assert rows(either_engine, "presence_connections") == 0
    await here.check()
    await until(lambda: there.present(GAME, ANN))
    assert rows(either_engine, "presence_connections") == 1


async def test_an_orderly_stop_ends_the_connections_and_old_rows_are_deleted(
    either_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "KEPT", 300)
    stored = PresenceTables(either_engine)
    async with Presence(stored, grace=GRACE, every=EVERY) as presence:
        presence.arrived(GAME, ANN)
        presence.arrived(OTHER, BOB)
        await presence.check()
    with either_engine.connect() as connection:
        ended = connection.execute(select(tables._connections.c.ended)).scalars().all()
    assert len(ended) == 2
    assert None not in ended
    await asyncio.sleep(0.4)
    stored.purge()
    assert rows(either_engine, "presence_connections") == 0
    assert rows(either_engine, "presence_processes") == 0
    assert rows(either_engine, "presence_last_seen") == 2


async def test_when_a_game_was_last_seen_survives_restarts_and_purges(
    either_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def server() -> AsyncIterator[Presence]:
        async with Presence(PresenceTables(either_engine), grace=GRACE, every=EVERY) as presence:
            yield presence

    monkeypatch.setattr(tables, "KEPT", 300)
    async with server() as presence:
        assert await presence.last_seen(GAME) is None
        presence.arrived(GAME, ANN)
        seen = await presence.last_seen(GAME)
        assert seen is not None
        assert datetime.now(UTC) - seen < timedelta(seconds=0.5)
        left = datetime.now(UTC)
    await asyncio.sleep(GRACE + 0.4)
    expected = left + timedelta(seconds=GRACE)
    for _ in range(2):
        async with server() as presence:
            seen = await presence.last_seen(GAME)
            assert seen is not None
            assert abs(seen - expected) < timedelta(seconds=0.3)
            assert await presence.last_seen_of([GAME, OTHER]) == {
                GAME: pytest.approx(seen, abs=timedelta(seconds=0.1))
            }
        PresenceTables(either_engine).purge()
        assert rows(either_engine, "presence_last_seen") == 1


async def test_nothing_is_written_while_nobody_comes_or_goes(
    processes: Callable[[], asyncio.Future[Presence]], either_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "HEARTBEAT_INTERVAL", 60.0)
    written: list[int] = []
    write = PresenceTables.write

    def counted(self: PresenceTables, process: str, connections: dict[tables.Key, int | None]) -> bool:
        written.append(len(connections))
        return write(self, process, connections)

    monkeypatch.setattr(PresenceTables, "write", counted)
    here, there = await processes(), await processes()
    for number in range(500):
        here.arrived(GAME, f"player {number}")
    await until(lambda: there.present(GAME, "player 499"))
    await asyncio.sleep(0.5)
    assert written == [500]


async def test_what_happens_during_an_outage_of_the_database_is_exchanged_after_it(
    processes: Callable[[], asyncio.Future[Presence]],
    either_engine: Engine,
    caplog: pytest.LogCaptureFixture,
) -> None:
    here, there = await processes(), await processes()
    with either_engine.begin() as connection:
        connection.execute(text("ALTER TABLE presence_changes RENAME TO away"))
    here.arrived(GAME, ANN)
    here.arrived(GAME, BOB)
    here.left(GAME, BOB)
    await until(lambda: len(caplog.messages) == 2)
    await asyncio.sleep(1.5 * GRACE)
    assert not there.present(GAME, ANN)
    with either_engine.begin() as connection:
        connection.execute(text("ALTER TABLE away RENAME TO presence_changes"))
    await until(lambda: there.present(GAME, ANN))
    # Bob's grace has passed meanwhile, and does not begin anew.
    assert not there.present(GAME, BOB)
    assert len(caplog.messages) == 2


async def test_a_clock_that_is_set_back_makes_nobody_present_for_longer(
    processes: Callable[[], asyncio.Future[Presence]], either_engine: Engine
) -> None:
    here = await processes()
    here.arrived(GAME, ANN)
    await here.check()
    here.left(GAME, ANN)
    await here.check()
    with either_engine.begin() as connection:
        # As if the clock had been an hour ahead when it was stored.
        connection.execute(text("UPDATE presence_connections SET ended = ended + 3600000"))
    there = await processes()
    assert there.present(GAME, ANN)
    await until(lambda: not there.present(GAME, ANN), within=2 * GRACE + 1)
