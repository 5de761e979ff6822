"""Games under load over HTTP while servers and databases are killed, halted and cut off at random.

The short form of one server on SQLite is in tests/processes/test_killed.py.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from tests import postgres
from tests.api.harness.callers import over_http
from tests.api.harness.server_processes import Spawner
from tests.faults.harness.failover_players import TableGroup
from tests.faults.harness.fault_injection import (
    Fault,
    cutting,
    ending_connections,
    halting_backends,
    halting_servers,
    inject_faults,
    killing_servers,
    killing_the_database,
)
from tests.faults.harness.installation_checks import check_answers, check_nothing_lost
from tests.faults.harness.proxy import Cut, proxied
from tests.processes.installation import Installation, Process
from tests.processes.postgres_cluster import Cluster


@contextmanager
def installation_in(spawner: Spawner, folder: Path, url: str | None = None) -> Iterator[Installation]:
    installation = Installation(spawner, folder, url)
    try:
        yield installation
    finally:
        installation.end()


async def play_through_faults(
    installation: Installation,
    servers: Sequence[Process],
    faults: Mapping[str, tuple[Fault, int]],
    tables: int,
    progress: int,
    url: str | None = None,
) -> None:
    """Play on all servers under faults, and compare their responses with their logs.

    `progress` is the minimum number of acknowledged commands between two faults.
    """
    began = time.monotonic()
    async with over_http(servers[0].url) as spectator:
        people = [[await spectator.sign_in(name) for name in ("Ann", "Bob")] for _ in range(tables - 1)]
        # Leaderboards and profiles count only players who stay to the end.
        staying = [await spectator.sign_in(name) for name in ("Cyd", "Dan", "Eve")]
        playing = TableGroup(servers, people, [staying])
        async with asyncio.TaskGroup() as group:
            group.create_task(playing.play())
            happened = await inject_faults(lambda: playing.acknowledged, progress, faults)
            playing.late.set()
        again = sum(table.again for table in playing.tables)
        looks = sum(len(table.looked) for table in playing.tables)
        assert again > 0, "no request had to be repeated"
        assert looks > 0
        await check_answers(servers[-1], spectator, playing.tables)
    for server in servers:
        # In a thread: the server may need a proxy that runs on this loop.
        assert await asyncio.to_thread(server.stop) == 0
    events = await check_nothing_lost(installation, playing.tables, url)
    print(  # noqa: T201 - the figures of a long run
        f"\n{len(servers)} servers: {dict(happened)} in {time.monotonic() - began:.0f} s, {again} requests"
        f" sent again; {len(playing.tables)} games, {playing.acknowledged} commands acknowledged,"
        f" {events} events, {looks} looks: nothing lost, nothing twice, linearizable, read models equal to"
        " their rebuild"
    )


async def check_on_postgresql(
    spawner: Spawner,
    url: str,
    folder: Path,
    *,
    kills: int,
    others: int,
    tables: int,
    progress: int,
    further: Mapping[str, tuple[Fault, int]],
) -> None:
    for name in ("here", "there"):
        (folder / name).mkdir()
    # One of the two also has network faults.
    async with proxied(url) as proxy:
        with (
            installation_in(spawner, folder / "here", url) as here,
            installation_in(spawner, folder / "there", url) as there,
        ):
            there.settings["KIBITZ_DATABASE_URL"] = proxy.url
            servers = []
            for installation in (here, there):
                servers.append(installation.server())
                await asyncio.to_thread(servers[-1].start)
            faults = {
                "servers killed": (killing_servers(servers), kills),
                "servers halted": (halting_servers(servers), others),
                "backends halted": (halting_backends(url), others),
                "connections ended": (ending_connections(url), others),
                **{f"cut {where}": (cutting(proxy, where), others) for where in Cut},
                **further,
            }
            await play_through_faults(here, servers, faults, tables, progress, url)


async def check_on_sqlite(
    spawner: Spawner, folder: Path, *, kills: int, others: int, tables: int, progress: int
) -> None:
    with installation_in(spawner, folder) as installation:
        server, projector = installation.serve("--no-projections"), installation.project()
        faults = {
            "servers killed": (killing_servers([server]), kills),
            "projectors killed": (killing_servers([projector]), kills),
            "servers halted": (halting_servers([server, projector]), others),
        }
        await play_through_faults(installation, [server], faults, tables, progress)
        assert projector.stop() == 0


async def test_two_servers_on_postgresql(spawner: Spawner, postgres_url: str, tmp_path: Path) -> None:
    name = conninfo_to_dict(postgres_url)["dbname"]
    url = postgres.url_of(postgres_url, name, host="127.0.0.1", password=postgres.PASSWORD)
    await check_on_postgresql(spawner, url, tmp_path, kills=1, others=1, tables=2, progress=5, further={})


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_two_servers_at_length_on_postgresql(
    spawner: Spawner, cluster: Cluster, tmp_path: Path
) -> None:
    further = {"database killed": (killing_the_database(cluster), 10)}
    url = cluster.new_database()
    await check_on_postgresql(
        spawner, url, tmp_path, kills=20, others=5, tables=6, progress=20, further=further
    )


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_at_length_on_sqlite(spawner: Spawner, tmp_path: Path) -> None:
    await check_on_sqlite(spawner, tmp_path, kills=10, others=5, tables=6, progress=20)
