"""Commands whose machine players lose their worker are refused; nothing of them is in the log."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from uuid import uuid4

from application.audit.log_audit import Audit
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.refusals import TooBusy
from application.store.memory import MemoryStore
from application.store.sqlite.store import SQLiteStore
from application.thinking.machine_choice import Thinkers, ThinkersInPlace
from application.thinking.worker_pool import WorkerPool
from domain import commands as c
from domain.events import Event, MachineLevel
from domain.machine import player_of
from domain.state import Stage
from tests.application.thinking.test_worker_pool import workers

VARIANT = "president"


async def replaced(pid: int) -> None:
    """Wait until another worker runs in place of a killed one."""
    for _ in range(3_000):
        if workers() not in ([], [pid]):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("no other worker is started")


async def test_worker_killed_in_mid_choice_leaves_the_log_whole_and_the_command_can_be_repeated(
    tmp_path: Path,
) -> None:
    store, game = SQLiteStore(tmp_path / "log.db"), uuid4()
    async with WorkerPool(1) as pool:
        games = CommandHandler(store, Croupier(seeded_entropy(5), thinkers=pool))
        await games.create(c.CreateGame(by="ann", variant=VARIANT), game=game)
        await games.carry_out(game, c.FillSeats(by="ann", count=3, level=MachineLevel.SKILLED))
        outcome = await games.carry_out(game, c.StartGame(by="ann"))
        refusals = 0
        while outcome.view.game.stage is Stage.PLAYING:
            move = player_of(VARIANT)(outcome.view.game, 0)
            version = outcome.version
            [pid] = workers()
            os.kill(pid, signal.SIGSTOP)
            carrying_out = asyncio.create_task(games.carry_out(game, move, command_id=f"move {version}"))
            # If no machine is to choose, the command is carried out without the worker.
            await asyncio.wait({carrying_out}, timeout=0.1)
            os.kill(pid, signal.SIGKILL)
            try:
                outcome = await carrying_out
            except TooBusy:
                refusals += 1
                assert await store.version(game) == version
                outcome = await games.carry_out(game, move, command_id=f"move {version}")
            await replaced(pid)
    assert refusals > 1
    audit = Audit(store, machines=True)
    async for _ in audit.steps():
        pass
    assert audit.findings == []
    await store.close()


async def events_with(thinkers: Thinkers) -> list[Event]:
    """Return the events of a game of a person and machine players."""
    store, game = MemoryStore(), uuid4()
    games = CommandHandler(store, Croupier(seeded_entropy(9), thinkers=thinkers))
    await games.create(c.CreateGame(by="ann", variant=VARIANT), game=game)
    for level in MachineLevel.SKILLED, MachineLevel.BEGINNER, MachineLevel.EXPERT:
        await games.carry_out(game, c.FillSeats(by="ann", count=1, level=level))
    outcome = await games.carry_out(game, c.StartGame(by="ann"))
    while outcome.view.game.stage is Stage.PLAYING:
        outcome = await games.carry_out(game, player_of(VARIANT)(outcome.view.game, 0))
    return [recorded.event for recorded in await store.read(game)]


async def test_moves_do_not_depend_on_where_they_are_chosen() -> None:
    async with WorkerPool(2) as pool:
        by_workers = await events_with(pool)
    assert by_workers == await events_with(ThinkersInPlace())
