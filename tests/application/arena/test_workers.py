"""Worker processes of a contest."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from concurrent.futures import Future
from contextlib import aclosing
from multiprocessing import active_children
from multiprocessing.process import BaseProcess

import pytest
from msgspec.structs import replace

from application.arena.contest import StrategyFactory
from application.arena.deal import DealResult, play_deal
from application.arena.workers import DealFailed, play_deals
from application.games.simulation import Strategy, Turn
from domain.commands import Move
from tests.application.arena.test_deal import contest, lookup, published


class TwoReasons(Exception):
    """An exception that cannot be sent to another process."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def unfit(_name: str, _variant: str, _seed: str | None) -> StrategyFactory:
    def fail(_turn: Turn) -> Move:
        raise TwoReasons("one reason", "another")

    return lambda _game, _seat, _names: fail


def killed(_name: str, _variant: str, _seed: str | None) -> StrategyFactory:
    def end(_turn: Turn) -> Move:
        os._exit(3)

    return lambda _game, _seat, _names: end


def slow_after_first(_name: str, _variant: str, _seed: str | None) -> StrategyFactory:
    def create(game: int, _seat: int, _names: object) -> Strategy:
        return published if game == 0 else waits

    return create


def waits(_turn: Turn) -> Move:
    signal.pause()
    raise AssertionError("a signal ends the process")


async def gone(workers: list[BaseProcess]) -> bool:
    for worker in workers:
        await asyncio.to_thread(worker.join)
    return not any(worker.is_alive() for worker in workers)


def in_order(results: list[DealResult]) -> list[DealResult]:
    """Return results by deal, without times."""
    return [replace(each, thinking=()) for each in sorted(results, key=lambda result: result.deal)]


async def test_results_do_not_depend_on_the_number_of_workers() -> None:
    measured = contest("president", "published", "first", "first", deals=4)
    here = [play_deal(measured, lookup, deal) for deal in range(4)]
    for workers in (1, 2):
        there = [result async for result in play_deals(measured, lookup, workers)]
        assert in_order(there) == in_order(here)


async def test_few_deals_of_a_long_contest_wait_for_the_workers() -> None:
    measured = contest("president", "published", "first", "first", deals=10_000)
    # Other tests in this process may have left some.
    others = futures()
    async with aclosing(play_deals(measured, lookup, 1)) as results:
        assert (await anext(results)).deal == 0
        waiting = futures().keys() - others.keys()
        assert 0 < len(waiting) < 20


def futures() -> dict[int, object]:
    """Return the futures in memory by their identities."""
    # A weak proxy answers `isinstance` for its object, which may be gone.
    return {id(each): each for each in gc.get_objects() if issubclass(type(each), Future)}


async def test_failure_of_a_player_names_the_deal() -> None:
    measured = contest("president", "a", "b", "c")
    with pytest.raises(DealFailed, match="deal 0: TwoReasons: one reason and another"):
        _ = [result async for result in play_deals(measured, unfit, 1)]


async def test_lost_worker_ends_the_contest() -> None:
    measured = contest("president", "a", "b", "c", deals=3)
    with pytest.raises(DealFailed, match="ended unexpectedly"):
        _ = [result async for result in play_deals(measured, killed, 1)]


async def test_cancelled_contest_ends_its_workers() -> None:
    before = set(active_children())
    begun, workers = asyncio.Event(), list[BaseProcess]()

    async def measure() -> None:
        measured = contest("president", "a", "b", "c", deals=3)
        async with aclosing(play_deals(measured, slow_after_first, 2)) as results:
            async for _ in results:
                workers.extend(set(active_children()) - before)
                begun.set()

    task = asyncio.create_task(measure())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert workers
    assert await gone(workers)
