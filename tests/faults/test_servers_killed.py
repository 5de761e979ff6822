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
def at_home(spawner: Spawner, folder: Path, url: str | None = None) -> Iterator[Installation]:
    installation = Installation(spawner, folder, url)
    try:
        yield installation
    finally:
        installation.end()


async def evening(
    installation: Installation,
    servers: Sequence[Process],
    faults: Mapping[str, tuple[Fault, int]],
    tables: int,
    progress: int,
    url: str | None = None,
) -> None:
    """Play on all servers at once whatever happens, and hold what they said against what they have kept.

    `progress` is how many commands are acknowledged between two faults, at least.
    """
    began = time.monotonic()
    async with over_http(servers[0].url) as spectator:
        people = [[await spectator.sign_in(name) for name in ("Ann", "Bob")] for _ in range(tables - 1)]
        # Otherwise the leaderboard and the profiles would be empty, which are of those who stay to the end.
        staying = [await spectator.sign_in(name) for name in ("Cyd", "Dan", "Eve")]
        playing = TableGroup(servers, people, [staying])
        async with asyncio.TaskGroup() as group:
            group.create_task(playing.play())
            happened = await inject_faults(lambda: playing.acknowledged, progress, faults)
            playing.late.set()
        again = sum(table.again for table in playing.tables)
        looks = sum(len(table.looked) for table in playing.tables)
        assert again > 0, "nobody noticed that anything happened"
        assert looks > 0
        await check_answers(servers[-1], spectator, playing.tables)
    for server in servers:
        # Not on this loop, on which a proxy may run that the server needs.
        assert await asyncio.to_thread(server.stop) == 0
    events = await check_nothing_lost(installation, playing.tables, url)
    print(  # noqa: T201 - what a long run has found is worth knowing
        f"\n{len(servers)} servers: {dict(happened)} in {time.monotonic() - began:.0f} s, {again} requests"
        f" sent again; {len(playing.tables)} games, {playing.acknowledged} commands acknowledged,"
        f" {events} events, {looks} looks: nothing lost, nothing twice, linearizable, read models equal to"
        " their rebuild"
    )


async def on_postgresql(
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
    # One of the two meets the faults of a network as well.
    async with proxied(url) as proxy:
        with at_home(spawner, folder / "here", url) as here, at_home(spawner, folder / "there", url) as there:
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
            await evening(here, servers, faults, tables, progress, url)


async def on_sqlite(
    spawner: Spawner, folder: Path, *, kills: int, others: int, tables: int, progress: int
) -> None:
    with at_home(spawner, folder) as installation:
        server, projector = installation.serve("--no-projections"), installation.project()
        faults = {
            "servers killed": (killing_servers([server]), kills),
            "projectors killed": (killing_servers([projector]), kills),
            "servers halted": (halting_servers([server, projector]), others),
        }
        await evening(installation, [server], faults, tables, progress)
        assert projector.stop() == 0


async def test_two_servers_on_postgresql(spawner: Spawner, postgres_url: str, tmp_path: Path) -> None:
    name = conninfo_to_dict(postgres_url)["dbname"]
    url = postgres.url_of(postgres_url, name, host="127.0.0.1", password=postgres.PASSWORD)
    await on_postgresql(spawner, url, tmp_path, kills=1, others=1, tables=2, progress=5, further={})


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_two_servers_at_length_on_postgresql(
    spawner: Spawner, cluster: Cluster, tmp_path: Path
) -> None:
    further = {"database killed": (killing_the_database(cluster), 10)}
    url = cluster.new_database()
    await on_postgresql(spawner, url, tmp_path, kills=20, others=5, tables=6, progress=20, further=further)


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_at_length_on_sqlite(spawner: Spawner, tmp_path: Path) -> None:
    await on_sqlite(spawner, tmp_path, kills=10, others=5, tables=6, progress=20)
