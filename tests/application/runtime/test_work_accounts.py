"""Work accounts: every step of a caller's tasks is charged, without other effects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from time import thread_time

import pytest

from application.runtime.work_accounts import Account, add_to_account, run_on_account

STEP = 0.02


async def busy() -> None:
    """Keep the processor busy for a step."""
    until = thread_time() + STEP
    while thread_time() < until:
        pass


async def two_steps() -> str:
    await busy()
    await asyncio.sleep(0.01)
    await busy()
    return "done"


class RecordingAccount(Account):
    """An account that records its charges."""

    def __init__(self) -> None:
        super().__init__()
        self.charges: list[float] = []

    def charge(self, seconds: float) -> None:
        self.charges.append(seconds)


@pytest.fixture
async def account() -> RecordingAccount:
    return RecordingAccount()


@pytest.fixture(autouse=True)
async def _factory() -> AsyncIterator[None]:
    yield
    asyncio.get_running_loop().set_task_factory(None)


async def test_steps_of_tasks_are_counted_and_waiting_is_not(account: RecordingAccount) -> None:
    async def work() -> None:
        assert await two_steps() == "done"
        assert [*await asyncio.gather(two_steps(), two_steps())] == ["done", "done"]

    await run_on_account(work(), account)
    assert 6 * STEP <= sum(account.charges) < 6 * STEP + 0.5
    assert len(account.charges) >= 6


async def test_work_of_other_tasks_is_not_counted(account: RecordingAccount) -> None:
    other = asyncio.create_task(two_steps())
    await run_on_account(asyncio.sleep(0.05), account)
    await other
    assert sum(account.charges) < STEP


async def test_work_in_a_thread_is_added(account: RecordingAccount) -> None:
    async def charge_elsewhere() -> None:
        add_to_account(1.0)

    async def work() -> None:
        await asyncio.create_task(charge_elsewhere())

    await run_on_account(work(), account)
    add_to_account(1.0)
    assert 1.0 <= sum(account.charges) < 1.5


async def test_errors_cancelling_and_deadlines_pass_through(account: RecordingAccount) -> None:
    async def failing() -> None:
        await asyncio.sleep(0)
        raise LookupError

    async def work() -> None:
        with pytest.raises(LookupError):
            await asyncio.create_task(failing())
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await asyncio.sleep(5)
        for steps in range(3):
            waiting = asyncio.create_task(failing() if steps == 0 else asyncio.sleep(5))
            for _ in range(steps):
                await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting

    await run_on_account(work(), account)
    with pytest.raises(LookupError):
        await run_on_account(failing(), account)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await run_on_account(asyncio.sleep(5), account)


async def test_work_that_is_cancelled_or_fails_is_charged(account: RecordingAccount) -> None:
    async def failing() -> None:
        await busy()
        raise LookupError

    async def cancelled() -> None:
        try:
            await asyncio.sleep(5)
        finally:
            await busy()

    with pytest.raises(LookupError):
        await run_on_account(failing(), account)
    task = asyncio.create_task(run_on_account(cancelled(), account))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert 2 * STEP <= sum(account.charges) < 2 * STEP + 0.5
