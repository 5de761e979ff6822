"""Compiles plans in a thread of their own, a few at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import thread_time
from typing import Final

from application.runtime.work_accounts import account_of_task

logger = logging.getLogger(__name__)

MAX_WAITING: Final = 32
"""Maximum number of plans that wait; graphql-core executes their documents meanwhile."""


class PlanCompiler:
    """Runs the compilation of plans outside the event loop; its time counts for the caller's account."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "plan-compiler")
        self._waiting = 0
        self._lock = Lock()

    def start(self, task: Callable[[], object]) -> bool:
        """Run a task after those that wait; return False if there are too many of them."""
        loop, account = asyncio.get_running_loop(), account_of_task()

        def run() -> None:
            begun = thread_time()
            try:
                task()
            except Exception:
                logger.exception("a plan was not compiled")
            finally:
                with self._lock:
                    self._waiting -= 1
            if account is not None and not loop.is_closed():
                loop.call_soon_threadsafe(account.add, thread_time() - begun)

        with self._lock:
            if self._waiting >= MAX_WAITING:
                return False
            self._waiting += 1
        self._thread.submit(run)
        return True
