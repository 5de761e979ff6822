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
from tests.faults.harness.installations import keeps_what_was_told, told_the_truth
from tests.faults.harness.misfortunes import (
    Misfortune,
    beset,
    cutting,
    ending_connections,
    halting_backends,
    halting_servers,
    killing_servers,
    killing_the_database,
)
from tests.faults.harness.players import Evening
from tests.faults.harness.proxy import Cut, proxied
from tests.processes.cluster import Cluster
from tests.processes.house import House, Process


@contextmanager
def at_home(spawner: Spawner, folder: Path, url: str | None = None) -> Iterator[House]:
    house = House(spawner, folder, url)
    try:
        yield house
    finally:
        house.end()


async def evening(
    house: House,
    servers: Sequence[Process],
    misfortunes: Mapping[str, tuple[Misfortune, int]],
    tables: int,
    progress: int,
    url: str | None = None,
) -> None:
    """Play on all servers at once whatever happens, and hold what they said against what they have kept.

    `progress` is how many commands are acknowledged between two misfortunes, at least.
    """
    began = time.monotonic()
    async with over_http(servers[0].url) as onlooker:
        people = [[await onlooker.sign_in(name) for name in ("Ann", "Bob")] for _ in range(tables - 1)]
        # Otherwise the leaderboard and the profiles would be empty, which are of those who stay to the end.
        staying = [await onlooker.sign_in(name) for name in ("Cyd", "Dan", "Eve")]
        playing = Evening(servers, people, [staying])
        async with asyncio.TaskGroup() as group:
            group.create_task(playing.play())
            happened = await beset(lambda: playing.acknowledged, progress, misfortunes)
            playing.late.set()
        again = sum(table.again for table in playing.tables)
        looks = sum(len(table.looked) for table in playing.tables)
        assert again > 0, "nobody noticed that anything happened"
        assert looks > 0
        await told_the_truth(servers[-1], onlooker, playing.tables)
    for server in servers:
        # Not on this loop, on which a proxy may run that the server needs.
        assert await asyncio.to_thread(server.stop) == 0
    events = await keeps_what_was_told(house, playing.tables, url)
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
    further: Mapping[str, tuple[Misfortune, int]],
) -> None:
    for name in ("here", "there"):
        (folder / name).mkdir()
    # One of the two meets the faults of a network as well.
    async with proxied(url) as proxy:
        with at_home(spawner, folder / "here", url) as here, at_home(spawner, folder / "there", url) as there:
            there.settings["KIBITZ_DATABASE_URL"] = proxy.url
            servers = []
            for house in (here, there):
                servers.append(house.server())
                await asyncio.to_thread(servers[-1].start)
            misfortunes = {
                "servers killed": (killing_servers(servers), kills),
                "servers halted": (halting_servers(servers), others),
                "backends halted": (halting_backends(url), others),
                "connections ended": (ending_connections(url), others),
                **{f"cut {where}": (cutting(proxy, where), others) for where in Cut},
                **further,
            }
            await evening(here, servers, misfortunes, tables, progress, url)


async def on_sqlite(
    spawner: Spawner, folder: Path, *, kills: int, others: int, tables: int, progress: int
) -> None:
    with at_home(spawner, folder) as house:
        server, projector = house.serve("--no-projections"), house.project()
        misfortunes = {
            "servers killed": (killing_servers([server]), kills),
            "projectors killed": (killing_servers([projector]), kills),
            "servers halted": (halting_servers([server, projector]), others),
        }
        await evening(house, [server], misfortunes, tables, progress)
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
