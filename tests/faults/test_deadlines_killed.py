"""Deadlines of games while servers, projectors and PostgreSQL are killed around them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.settings import Settings
from api.storage import storage_of
from tests.api.harness.callers import over_http
from tests.api.harness.server_processes import Spawner
from tests.faults.harness.deadline_checks import Uptime, abandoned_games, check_deadlines
from tests.faults.test_servers_killed import installation_in
from tests.processes.installation import Installation, Process
from tests.processes.postgres_cluster import Cluster

GAMES = 24
FEW_GAMES = 6
QUIET = 10.0
"""Seconds at the end without a kill, in which all deadlines are handled that have passed."""

Kill = Callable[[], Awaitable[None]]


def killing(processes: Sequence[Process], uptime: Uptime) -> Kill:
    """Return the fault that kills one of the processes and starts it again."""

    async def happens() -> None:
        process = random.choice(processes)
        process.kill()
        uptime.ended()
        await asyncio.to_thread(process.start)
        uptime.started()

    return happens


def killing_postgresql(cluster: Cluster, uptime: Uptime) -> Kill:
    async def happens() -> None:
        cluster.kill()
        uptime.ended()
        await asyncio.to_thread(cluster.start)
        uptime.started()

    return happens


async def let_deadlines_pass(
    installation: Installation,
    servers: Sequence[Process],
    uptime: Uptime,
    others: Sequence[Uptime],
    kills: Sequence[tuple[Kill, int]],
    *,
    games: int = GAMES,
    url: str | None = None,
) -> None:
    """Kill while deadlines pass, then check all of them."""
    async with over_http(servers[0].url) as spectator:
        people = [await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd")]
        await abandoned_games(people[0], people[1:], games)
    order = [kill for kill, times in kills for _ in range(times)]
    random.shuffle(order)
    for kill in order:
        await asyncio.sleep(random.uniform(0, 1.5))
        await kill()
    await asyncio.sleep(QUIET)
    stopped = datetime.now(UTC)
    for server in servers:
        assert await asyncio.to_thread(server.stop) == 0
    checked = await asyncio.to_thread(installation.run, "log", "check")
    assert "the log is intact" in checked.stdout, checked
    settings = Settings.model_validate(
        {
            "data_dir": installation.settings["KIBITZ_DATA_DIR"],
            "database_url": url,
            "secret": installation.settings["KIBITZ_SECRET"],
        }
    )
    async with storage_of(settings) as storage:
        handled, longest = await check_deadlines(storage.store, uptime, others, stopped)
    assert handled >= games
    print(f"\n{len(order)} kills, {handled} deadlines, each once, at most {longest} late")  # noqa: T201


async def on_sqlite(
    spawner: Spawner, folder: Path, *, servers_killed: int, projectors_killed: int, games: int = GAMES
) -> None:
    uptime, projecting = Uptime(), Uptime()
    with installation_in(spawner, folder) as installation:
        installation.settings |= {"KIBITZ_RATES_ENABLED": "false", "KIBITZ_SEED_SECONDS": "5"}
        server, projector = installation.serve("--no-projections"), installation.project()
        uptime.started()
        projecting.started()
        kills = (
            (killing([server], uptime), servers_killed),
            (killing([projector], projecting), projectors_killed),
        )
        await let_deadlines_pass(installation, [server], uptime, [projecting], kills, games=games)
        assert projector.stop() == 0


@pytest.mark.timeout(120)
async def test_each_deadline_is_handled_once_and_in_time(spawner: Spawner, tmp_path: Path) -> None:
    await on_sqlite(spawner, tmp_path, servers_killed=2, projectors_killed=1, games=FEW_GAMES)


@pytest.mark.faults
@pytest.mark.timeout(1800)
async def test_each_deadline_is_handled_once_and_in_time_at_length(spawner: Spawner, tmp_path: Path) -> None:
    await on_sqlite(spawner, tmp_path, servers_killed=100, projectors_killed=50)


@pytest.mark.faults
@pytest.mark.timeout(1800)
async def test_each_deadline_is_handled_once_and_in_time_on_postgresql(
    spawner: Spawner, cluster: Cluster, tmp_path: Path
) -> None:
    uptime, projecting, storing = Uptime(), Uptime(), Uptime()
    url = cluster.new_database()
    with installation_in(spawner, tmp_path, url) as installation:
        installation.settings |= {"KIBITZ_RATES_ENABLED": "false", "KIBITZ_SEED_SECONDS": "5"}
        servers = [installation.serve("--no-projections") for _ in range(2)]
        projector = installation.project()
        for each in (uptime, uptime, projecting, storing):
            each.started()
        kills = (
            (killing(servers, uptime), 90),
            (killing([projector], projecting), 40),
            (killing_postgresql(cluster, storing), 20),
        )
        await let_deadlines_pass(installation, servers, uptime, [projecting, storing], kills, url=url)
        assert projector.stop() == 0
