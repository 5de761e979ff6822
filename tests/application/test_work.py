"""Work on accounts: every step of the tasks that are begun for a caller counts, as if nobody counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from time import perf_counter

import pytest

from application.work import Account, Counted, add_to_account, on_account

STEP = 0.02


async def busy() -> None:
    """Do nothing else for a step."""
    until = perf_counter() + STEP
    while perf_counter() < until:
        pass


async def two_steps() -> str:
    await busy()
    await asyncio.sleep(0.01)
    await busy()
    return "done"


@pytest.fixture
async def told() -> list[float]:
    return []


@pytest.fixture
async def account(told: list[float]) -> Account:
    return Account(told.append)


@pytest.fixture(autouse=True)
async def _factory() -> AsyncIterator[None]:
    yield
    asyncio.get_running_loop().set_task_factory(None)


async def test_the_steps_of_tasks_count_and_what_they_wait_for_does_not(
    account: Account, told: list[float]
) -> None:
    with on_account(account):
        assert await Counted(two_steps(), account) == "done"
        assert [*await asyncio.gather(two_steps(), two_steps())] == ["done", "done"]
    assert 6 * STEP <= sum(told) < 6 * STEP + 0.5
    assert len(told) >= 6


async def test_what_others_do_does_not_count(account: Account, told: list[float]) -> None:
    other = asyncio.create_task(two_steps())
    with on_account(account):
        await asyncio.create_task(asyncio.sleep(0.05))
    await other
    assert sum(told) < STEP


async def test_work_in_a_thread_is_added(account: Account, told: list[float]) -> None:
    async def aside() -> None:
        add_to_account(1.0)

    with on_account(account):
        await asyncio.create_task(aside())
    add_to_account(1.0)
    assert 1.0 <= sum(told) < 1.5


async def test_errors_cancelling_and_deadlines_pass_through(account: Account) -> None:
    async def failing() -> None:
        await asyncio.sleep(0)
        raise LookupError

    with on_account(account):
        with pytest.raises(LookupError):
            await Counted(failing(), account)
        with pytest.raises(LookupError):
            await asyncio.create_task(failing())
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await Counted(asyncio.sleep(5), account)
        for steps in range(3):
            waiting = asyncio.create_task(failing() if steps == 0 else asyncio.sleep(5))
            for _ in range(steps):
                await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
