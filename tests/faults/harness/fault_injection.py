"""Faults of programs and databases: kills, pauses, cut connections."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from tests.application.store.meddling import ask, kill
from tests.faults.harness.proxy import Cut, Proxy
from tests.faults.harness.writer_processes import Load
from tests.processes.installation import Process
from tests.processes.postgres_cluster import Cluster

Fault = Callable[[], Awaitable[object]]

TIMEOUT = 60.0
"""Seconds within which processes recover from a fault."""
_BACKENDS: Final = """
    SELECT pid FROM pg_stat_activity
    WHERE application_name = 'kibitz writer' AND datname = current_database()
"""


async def inject_faults(
    answers: Callable[[], int], progress: int, faults: Mapping[str, tuple[Fault, int]]
) -> Counter[str]:
    """Inject each fault the given number of times, in random order, with progress in between.

    `answers` returns the number of acknowledged commands, which must grow after each fault.
    """
    order = [name for name, (_, times) in faults.items() for _ in range(times)]
    random.shuffle(order)
    for name in order:
        await _wait_for_progress(answers, progress)
        await asyncio.sleep(random.uniform(0, 0.05))
        await faults[name][0]()
    await _wait_for_progress(answers, progress)
    return Counter(order)


async def _wait_for_progress(answers: Callable[[], int], progress: int) -> None:
    goal = answers() + progress
    async with asyncio.timeout(TIMEOUT):
        while answers() < goal:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.01)


def killing_writers(load: Load) -> Fault:
    """Kill one of the writers and replace it."""

    async def happens() -> None:
        load.kill(random.choice(load.places))

    return happens


def halting_writers(load: Load) -> Fault:
    """Pause one of the writers for a moment."""

    async def happens() -> None:
        with load.halted(random.choice(load.places)):
            await asyncio.sleep(random.uniform(0.01, 0.2))

    return happens


def killing_servers(processes: Sequence[Process]) -> Fault:
    """Kill one of the processes and start it again."""

    async def happens() -> None:
        process = random.choice(processes)
        process.kill()
        await asyncio.to_thread(process.start)

    return happens


def halting_servers(processes: Sequence[Process]) -> Fault:
    """Pause one of the processes for a moment."""

    async def happens() -> None:
        process = random.choice(processes)
        process.pause()
        try:
            await asyncio.sleep(random.uniform(0.05, 0.3))
        finally:
            process.resume()

    return happens


def killing_the_database(cluster: Cluster) -> Fault:
    """Kill PostgreSQL and start it again."""

    async def happens() -> None:
        cluster.kill()
        await asyncio.sleep(random.uniform(0, 0.1))
        await asyncio.to_thread(cluster.start)

    return happens


def ending_connections(url: str) -> Fault:
    """Let the database close the connections of all writers."""

    async def happens() -> None:
        await asyncio.to_thread(kill, url, "writer")

    return happens


def halting_backends(url: str) -> Fault:
    """Pause the database backend of one writer for a moment, perhaps within its transaction."""

    async def happens() -> None:
        backends = await asyncio.to_thread(ask, url, _BACKENDS)
        if backends:
            [process] = random.choice(backends)
            # It may have ended after its connection was cut.
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
                await asyncio.sleep(random.uniform(0.01, 0.2))
                os.kill(process, signal.SIGCONT)

    return happens


def cutting(proxy: Proxy, where: Cut) -> Fault:
    """Cut a connection during a commit."""

    async def happens() -> None:
        proxy.cut_next(where)
        async with asyncio.timeout(TIMEOUT):
            await proxy.was_cut()

    return happens
