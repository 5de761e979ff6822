"""Worker processes of the machine players: they choose as in place, and a lost one fails its command."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from application.refusals import TooBusy
from application.runtime import cancellation
from application.thinking import worker_pool
from application.thinking.machine_choice import MachineChoice, ReviewRequest
from application.thinking.worker_pool import MachinePlayerFailed, WorkerPool
from domain.cards import Card, Suit
from domain.commands import Move, PlayCard
from domain.events import MachineLevel
from domain.game import fold
from domain.machine.thinking.decision_review import DecisionReview
from domain.view import View
from tests.domain.tables import tricks

LOG = tricks("5H JH KH QH 2S", "5C JC KC QC 3S", trump=Suit.HEARTS, bidder=0)
TABLE = fold(LOG)
VIEW = View(viewer=1, remembers=True).after(LOG)


def choice(number: int = 0, seat: int = 1) -> MachineChoice:
    return MachineChoice(view=TABLE, seat=seat, level=MachineLevel.BEGINNER, seed=bytes([number]))


def review_request(number: int = 0, card: str = "5C") -> ReviewRequest:
    move = PlayCard(by=TABLE.seats[1].player, card=Card(card))
    return ReviewRequest(view=VIEW.game, seat=1, memory=VIEW.memory, move=move, seed=bytes([number]))


def workers() -> list[int]:
    """Return the ids of the processes that this process has started."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()
    commands = {int(pid): Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children}
    return [pid for pid, command in commands.items() if b"application.thinking.worker" in command]


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        # It may have been killed.
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    async with WorkerPool(1) as entered:
        # The worker is ready once it has chosen.
        await entered.think(choice())
        yield entered


async def test_worker_chooses_as_in_place(pool: WorkerPool) -> None:
    for number in range(20):
        make = await pool.think(choice(number))
        assert make() == choice(number).make()


async def test_failed_machine_player_is_named_as_such(pool: WorkerPool) -> None:
    make = await pool.think(choice(seat=7))
    with pytest.raises(MachinePlayerFailed):
        make()
    make = await pool.think(choice())
    assert make() == choice().make()


async def test_command_of_a_lost_worker_is_refused_and_the_next_one_gets_another_worker(
    pool: WorkerPool,
) -> None:
    [pid] = workers()
    with stopped(pid):
        thinking = asyncio.create_task(pool.think(choice()))
        await asyncio.sleep(0)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(TooBusy):
            await thinking
    make = await pool.think(choice())
    assert make() == choice().make()
    assert workers() != [pid]


async def test_worker_that_does_not_choose_in_time_is_replaced(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "CHOICE_TIMEOUT", 0.1)
    [pid] = workers()
    with stopped(pid), pytest.raises(TooBusy):
        await pool.think(choice())
    monkeypatch.setattr(worker_pool, "CHOICE_TIMEOUT", 10.0)
    make = await pool.think(choice())
    assert make() == choice().make()


async def test_requests_are_refused_while_no_worker_can_be_started(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    executable = sys.executable
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    [pid] = workers()
    os.kill(pid, signal.SIGKILL)
    # The first request waits for the attempt to start another worker, later ones for nothing.
    for number in range(3):
        async with asyncio.timeout(worker_pool.BACKOFF.longest):
            with pytest.raises(TooBusy):
                await pool.think(choice(number))
            with pytest.raises(TooBusy):
                await pool.review(review_request(number))
    monkeypatch.setattr(sys, "executable", executable)
    for _ in range(600):
        with suppress(TooBusy):
            assert (await pool.think(choice()))() == choice().make()
            return
        await asyncio.sleep(0.05)
    raise AssertionError("no worker is started any more")


async def test_choices_beyond_the_waiting_ones_are_refused_at_once(pool: WorkerPool) -> None:
    [pid] = workers()
    with stopped(pid):
        # One is with the worker.
        waiting = [asyncio.create_task(pool.think(choice()))]
        await asyncio.sleep(0.05)
        numbers = range(worker_pool.WAITING_PER_WORKER)
        waiting += [asyncio.create_task(pool.think(choice(number))) for number in numbers]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await pool.think(choice())
    assert len(await asyncio.gather(*waiting)) == worker_pool.WAITING_PER_WORKER + 1


async def test_worker_reviews_as_in_place(pool: WorkerPool) -> None:
    for number in range(3):
        assert await pool.review(review_request(number)) == review_request(number).make()


async def test_failed_review_is_named_as_such(pool: WorkerPool) -> None:
    with pytest.raises(MachinePlayerFailed):
        # Not a card of the hand.
        await pool.review(review_request(card="AS"))
    assert await pool.review(review_request()) == review_request().make()


async def test_choices_go_before_reviews_that_wait_for_longer(pool: WorkerPool) -> None:
    [pid] = workers()
    made: list[DecisionReview | Move] = []

    async def note_review() -> None:
        made.append(await pool.review(review_request()))

    async def note_choice() -> None:
        made.append((await pool.think(choice()))())

    async with asyncio.TaskGroup() as asking:
        with stopped(pid):
            asking.create_task(pool.think(choice()))
            await asyncio.sleep(0.05)
            for _ in range(2):
                asking.create_task(note_review())
            await asyncio.sleep(0)
            for _ in range(2):
                asking.create_task(note_choice())
            await asyncio.sleep(0)
    assert [isinstance(each, DecisionReview) for each in made] == [False, False, True, True]


async def test_reviews_beyond_the_waiting_ones_are_refused_and_choices_are_not(pool: WorkerPool) -> None:
    [pid] = workers()
    with stopped(pid):
        waiting = [asyncio.create_task(pool.review(review_request()))]
        await asyncio.sleep(0.05)
        numbers = range(worker_pool.WAITING_PER_WORKER)
        waiting += [asyncio.create_task(pool.review(review_request(number))) for number in numbers]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await pool.review(review_request())
        chosen = asyncio.create_task(pool.think(choice()))
        await asyncio.sleep(0)
        assert not chosen.done()
    assert (await chosen)() == choice().make()
    assert len(await asyncio.gather(*waiting)) == worker_pool.WAITING_PER_WORKER + 1


async def test_end_of_the_pool_refuses_waiting_choices_and_leaves_no_worker() -> None:
    async with WorkerPool(1) as pool:
        await pool.think(choice())
        [pid] = workers()
        with stopped(pid):
            waiting = [asyncio.create_task(pool.think(choice())) for _ in range(3)]
            await asyncio.sleep(0.05)
            await pool.__aexit__()
        for each in waiting:
            with pytest.raises(TooBusy):
                await each
    assert workers() == []


async def test_worker_that_ends_slowly_is_not_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    async with WorkerPool(1) as pool:
        await pool.think(choice())
        [pid] = workers()
        # Its supervisor is cancelled again and again while the worker has time to end.
        monkeypatch.setattr(cancellation, "RETRY_INTERVAL", worker_pool.STOP_TIMEOUT / 10)
        with stopped(pid):
            await pool.__aexit__()
            assert workers() == []
