"""Deadlines of unfinished games, and the scheduler that handles them, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, make_url

from application.codec import GameId
from application.deadlines.game_time import GameTimes
from application.deadlines.schedule_table import ScheduleTable
from application.deadlines.scheduler import IDLE, DueKind, Scheduler
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.port import Store
from domain import commands as c
from domain import events as e
from projections.database.connections import ReadDatabase
from projections.games.deadlines import DEADLINES, due_finder, due_games
from tests.application.deadlines.timed_games import Clocks, kinds, timed_game
from tests.projections.logs import project

FAR = datetime(2100, 1, 1, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """Yield the database of the tables beside the log."""
    url = make_url(f"sqlite:///{tmp_path / 'beside.db'}")
    if request.param == "postgres":
        url = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    yield engine
    engine.dispose()


class Process:
    """A server's command handler and scheduler, with clocks of their own."""

    def __init__(
        self, store: Store, database: ReadDatabase, table: ScheduleTable, clocks: Clocks | None = None
    ) -> None:
        self.clocks = clocks or Clocks()
        self.times = GameTimes(lambda: self.clocks.wall, lambda: self.clocks.monotonic)
        self.games = CommandHandler(store, Croupier(seeded_entropy(1)), times=self.times)
        self.seen: dict[GameId, datetime] = {}
        self.scheduler = Scheduler(self.games, self.times, table, due_finder(database), self._last_seen)

    async def _last_seen(self, game: GameId) -> datetime | None:
        return self.seen.get(game)


@pytest.fixture
def table(engine: Engine) -> ScheduleTable:
    return ScheduleTable(engine)


@pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
async def test_the_read_model_has_what_is_due_next(store: Store, database: ReadDatabase) -> None:
    process = CommandHandler(store, Croupier(seeded_entropy(1)), times=Clocks().times())
    waiting = (await process.create(c.CreateGame(by="ann", variant="oh-hell"))).game
    forever = c.CreateGame(by="ann", variant="oh-hell", options={"lobby_minutes": 0})
    await process.create(forever)
    timed, untimed = await timed_game(process), await timed_game(process, {"clock": "none"})
    seeds = await timed_game(process, commits=True)
    over = await timed_game(process)
    for player in ("ann", "bob", "cyd"):
        await process.carry_out(over, c.VoteToAbandon(by=player))
    await project(store, database, DEADLINES)
    noon = Clocks().wall
    found = await database.read(due_games, FAR)
    assert [(each.game, each.kind, each.due - noon) for each in found] == [
        (seeds, DueKind.SEEDS, timedelta(seconds=10)),
        (timed, DueKind.CLOCK, timedelta(seconds=30)),
        (waiting, DueKind.LOBBY, timedelta(hours=1)),
        (untimed, DueKind.IDLE, IDLE),
    ]
    assert await database.read(due_games, noon + timedelta(seconds=29)) == found[:1]


async def test_the_scheduler_handles_a_deadline_once(
    store: Store, database: ReadDatabase, engine: Engine
) -> None:
    table = ScheduleTable(engine)
    here, there = Process(store, database, table), Process(store, database, table)
    game = await timed_game(here.games)
    await project(store, database, DEADLINES)
    for process in (here, there):
        process.clocks.pass_(30)
        assert await process.scheduler.handle_due() == 0
        process.clocks.pass_(1)
    handled = await asyncio.gather(here.scheduler.handle_due(), there.scheduler.handle_due())
    assert sorted(handled) == [0, 1]
    # The read model does not know of it yet, nor of what follows.
    assert await here.scheduler.handle_due() == 0
    assert kinds(await store.read(game)).count("SeatMovedByClock") == 1
    await project(store, database, DEADLINES)
    [following] = await database.read(due_games, FAR)
    assert following.due == here.clocks.wall + timedelta(seconds=30)


@pytest.mark.parametrize("store", ["memory"], indirect=True)
async def test_a_late_deadline_is_handled_whoever_has_the_lease(
    store: Store, database: ReadDatabase, table: ScheduleTable
) -> None:
    process = Process(store, database, table)
    await timed_game(process.games)
    await project(store, database, DEADLINES)
    process.clocks.pass_(31)
    assert table.claim("a process that was killed")
    assert await process.scheduler.handle_due() == 0
    process.clocks.pass_(1.5)
    assert await process.scheduler.handle_due() == 1


@pytest.mark.parametrize("store", ["memory"], indirect=True)
async def test_a_table_is_closed_after_its_time_without_a_person(
    store: Store, database: ReadDatabase, table: ScheduleTable
) -> None:
    process = Process(store, database, table)
    game = (await process.games.create(c.CreateGame(by="ann", variant="president"))).game
    await project(store, database, DEADLINES)
    process.clocks.pass_(3602)
    process.seen[game] = process.clocks.wall - timedelta(minutes=59)
    assert await process.scheduler.handle_due() == 0
    process.clocks.pass_(62)
    assert await process.scheduler.handle_due() == 1
    assert (await store.read(game))[-1].event == e.GameClosed(reason=e.CloseReason.LOBBY_EXPIRED)


@pytest.mark.parametrize("store", ["memory"], indirect=True)
async def test_idle_games_of_before_are_closed_14_days_after_deadlines_were_first_handled(
    store: Store, database: ReadDatabase, table: ScheduleTable
) -> None:
    long_ago = Clocks(table.started_at() - timedelta(days=300))
    old = Process(store, database, table, long_ago)
    game = await timed_game(old.games, {"clock": "none"})
    await project(store, database, DEADLINES)
    now = Process(store, database, table, Clocks(table.started_at() + timedelta(days=13)))
    assert await now.scheduler.handle_due() == 0
    now.clocks.pass_(timedelta(days=1, seconds=1).total_seconds())
    assert await now.scheduler.handle_due() == 1
    closed = [each.event for each in await store.read(game) if isinstance(each.event, e.GameClosed)]
    assert closed == [e.GameClosed(reason=e.CloseReason.NOBODY_RETURNED)]


async def test_the_start_of_the_scheduler_is_kept(engine: Engine, table: ScheduleTable) -> None:
    assert ScheduleTable(engine).started_at() == table.started_at()
    assert abs(table.started_at() - datetime.now(UTC)) < timedelta(minutes=1)


async def test_one_process_has_the_lease_until_it_ends(table: ScheduleTable) -> None:
    assert table.claim("one")
    assert table.claim("one")
    assert not table.claim("two")
