"""Concurrent writers under random faults: nothing is lost, nothing is applied twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from application.store.port import Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from tests.faults.harness.fault_injection import (
    cutting,
    ending_connections,
    halting_backends,
    halting_writers,
    inject_faults,
    killing_the_database,
    killing_writers,
)
from tests.faults.harness.log_checks import checked_log
from tests.faults.harness.process_forker import Forker
from tests.faults.harness.proxy import Cut, proxied
from tests.faults.harness.writer_processes import Load
from tests.no_skip.logs import Log, StoreLog, count_events
from tests.no_skip.trial import Reader
from tests.processes.postgres_cluster import Cluster

CAUGHT_UP_WITHIN = 20.0
PROGRESS = 5
"""The minimum number of acknowledged commands between two faults."""


@asynccontextmanager
async def following_reader(log: Log) -> AsyncIterator[Reader]:
    """Yield a reader that follows a log in the background."""
    reader = Reader("follow")
    following = asyncio.create_task(reader.follow(log))
    try:
        yield reader
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await log.close()


async def check_log(load: Load, store: Store, happened: Mapping[str, int], began: float) -> None:
    try:
        verdict = await checked_log(store, load.caller, *load.history())
    finally:
        await store.close()
    assert load.left > 0, "no kill interrupted a command"
    print(  # noqa: T201 - the figures of a long run
        f"\n{type(store).__name__}: {dict(happened)} in {time.monotonic() - began:.0f} s, {load.left}"
        f" commands left without an answer; {verdict.commands} commands acknowledged, {verdict.events}"
        f" events, {verdict.looks} looks: nothing lost, nothing twice, linearizable"
    )


async def check_on_postgresql(
    forker: Forker, cluster: Cluster, folder: Path, *, kills: int, power_cuts: int, others: int
) -> None:
    began, url = time.monotonic(), cluster.new_database()
    # The follower must survive the faults of the database.
    follower = StoreLog(await PostgresStore.open(url))
    async with proxied(url) as proxy, following_reader(follower) as reader:
        # Two of the three also have network faults.
        load = Load(forker, folder, [url, proxy.url, proxy.url], games=6, tasks=4)
        happened = await inject_faults(
            load.answers,
            PROGRESS,
            {
                "writers killed": (killing_writers(load), kills),
                "database killed": (killing_the_database(cluster), power_cuts),
                "writers halted": (halting_writers(load), others),
                "backends halted": (halting_backends(url), others),
                "connections ended": (ending_connections(url), others),
                **{f"cut {where}": (cutting(proxy, where), others) for where in Cut},
            },
        )
        await asyncio.to_thread(load.stop)
        assert all(proxy.cuts[where] >= others for where in Cut)
        _, last = count_events("postgres", url)
        async with asyncio.timeout(CAUGHT_UP_WITHIN):
            while reader.position < last:  # noqa: ASYNC110 - waits for the follower
                await asyncio.sleep(0.01)
    assert (reader.count, reader.gaps, reader.disorder, reader.version_gaps) == (last, 0, 0, 0)
    await check_log(load, await PostgresStore.open(url), happened, began)


async def check_on_sqlite(forker: Forker, folder: Path, *, kills: int, others: int) -> None:
    began, path = time.monotonic(), folder / "log.db"
    load = Load(forker, folder, [str(path)] * 3, games=6, tasks=4)
    happened = await inject_faults(
        load.answers,
        PROGRESS,
        {"writers killed": (killing_writers(load), kills), "writers halted": (halting_writers(load), others)},
    )
    await asyncio.to_thread(load.stop)
    await check_log(load, SQLiteStore(path), happened, began)


async def test_on_postgresql(forker: Forker, cluster: Cluster, tmp_path: Path) -> None:
    await check_on_postgresql(forker, cluster, tmp_path, kills=4, power_cuts=1, others=1)


async def test_on_sqlite(forker: Forker, tmp_path: Path) -> None:
    await check_on_sqlite(forker, tmp_path, kills=4, others=1)


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_at_length_on_postgresql(forker: Forker, cluster: Cluster, tmp_path: Path) -> None:
    await check_on_postgresql(forker, cluster, tmp_path, kills=100, power_cuts=20, others=15)


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_at_length_on_sqlite(forker: Forker, tmp_path: Path) -> None:
    await check_on_sqlite(forker, tmp_path, kills=60, others=10)
