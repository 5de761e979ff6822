"""Plays the deals of a contest in worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Final

from application.arena.contest import Contest, InvalidContest, PlayerLookup
from application.arena.deal import DealResult, play_deal

DEALS_PER_WORKER: Final = 2
"""Deals that are with the pool for each worker: one is played, and one waits."""


class DealFailed(Exception):
    """A deal could not be played to its end; the message gives the reason."""


def play_deals(contest: Contest, lookup: PlayerLookup, workers: int) -> AsyncGenerator[DealResult, None]:
    """Check a contest, and return an iterator over the results of its deals, each as soon as it is known.

    The worker processes end with the iteration, also when it is cancelled. Raises the errors of
    `Contest.check`; the iterator raises DealFailed.
    """
    if workers < 1:
        raise InvalidContest(f"a contest needs at least 1 worker, not {workers}")
    contest.check(lookup)
    return _played(contest, lookup, min(workers, contest.deals))


async def _played(contest: Contest, lookup: PlayerLookup, workers: int) -> AsyncGenerator[DealResult, None]:
    others, left = set(active_children()), iter(range(contest.deals))
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_prepare_worker)
    loop, finished = asyncio.get_running_loop(), asyncio.Queue[Future[DealResult]]()
    is_over = False

    def take(deal: Future[DealResult]) -> None:
        if not is_over:
            loop.call_soon_threadsafe(finished.put_nowait, deal)

    def submit(most: int) -> None:
        for deal in islice(left, most):
            pool.submit(_play, contest, lookup, deal).add_done_callback(take)

    try:
        submit(workers * DEALS_PER_WORKER)
        for _ in range(contest.deals):
            result = (await finished.get()).result()
            submit(1)
            yield result
    except BrokenProcessPool as error:
        raise DealFailed("a worker process ended unexpectedly") from error
    finally:
        is_over = True
        # A deal can take a minute, and its result is no longer wanted.
        for worker in set(active_children()) - others:
            worker.terminate()
        # Without this wait the interpreter can write to a closed pipe when it ends.
        pool.shutdown(cancel_futures=True)


def _play(contest: Contest, lookup: PlayerLookup, deal: int) -> DealResult:
    try:
        return play_deal(contest, lookup, deal)
    except Exception as error:
        # The exceptions of players may be unfit for transport between processes.
        raise DealFailed(f"deal {deal}: {type(error).__name__}: {error}") from error


def _prepare_worker() -> None:
    # Ctrl-C reaches all processes of a terminal. The parent ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a worker has a parent"
    wait([parent.sentinel])
    os._exit(1)
