"""Server, projector and database are killed during a game: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

import httpx

from tests.api.harness.callers import Client, over_http
from tests.processes.installation import Installation
from tests.processes.polling import listed, until
from tests.processes.postgres_cluster import Cluster
from tests.processes.retrying_players import RetryingTable

MOVES = 8
"""The minimum number of moves at each table between two kills."""


class Killable(Protocol):
    """A process that can be killed and restarted."""

    def kill(self) -> None: ...

    def start(self) -> None: ...


async def test_no_command_is_lost_on_sqlite(sqlite_installation: Installation) -> None:
    await kill_repeatedly(sqlite_installation)


async def test_no_command_is_lost_on_postgresql(
    killable_installation: Installation, cluster: Cluster
) -> None:
    await kill_repeatedly(killable_installation, cluster)


async def kill_repeatedly(installation: Installation, *database: Killable) -> None:
    server, projector = installation.serve("--no-projections"), installation.project()
    async with over_http(server.url) as spectator:
        people = [[await spectator.sign_in(name) for name in ("Ann", "Bob")] for _ in range(2)]
        tables = [RetryingTable(server, clients) for clients in people]
        for table in tables:
            await table.start_game()
        enough = asyncio.Event()
        async with asyncio.timeout(90), asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play(enough))
            # One after the other, and finally all at once.
            for victims in ([server], [projector], [*database], [server, projector, *database]):
                await wait_for_progress(tables)
                for victim in victims:
                    victim.kill()
                # Commands sent during the outage have to be repeated.
                await asyncio.sleep(0.1)
                for victim in reversed(victims):
                    await asyncio.to_thread(victim.start)
            await wait_for_progress(tables)
            enough.set()
        assert sum(table.again for table in tables) > 0, "no command had to be repeated"

        spectator.http.base_url = httpx.URL(server.base)
        for table in tables:
            await check_nothing_lost(spectator, table)
        await listed(spectator, "WON", *(table.game for table in tables))
    assert server.stop() == 0
    assert projector.stop() == 0
    checked = installation.run("log", "check")
    assert checked.returncode == 0, checked
    assert "the log is intact" in checked.stdout


async def wait_for_progress(tables: Sequence[RetryingTable]) -> None:
    """Wait until some more commands have been acknowledged on each table."""
    goals = [len(table.acknowledged) + MOVES for table in tables]

    async def reached() -> bool:
        return all(len(table.acknowledged) >= goal for table, goal in zip(tables, goals, strict=True))

    await until(reached)


async def check_nothing_lost(spectator: Client, table: RetryingTable) -> None:
    final = await spectator.game(table.game)
    assert final["stage"] == "WON"
    events = await spectator.events(table.game)
    assert [event["version"] for event in events] == list(range(1, final["version"] + 1))
    # The events are exactly those of the acknowledged commands.
    acknowledged = [event for command in table.acknowledged for event in command.result["events"]]
    assert [(event["version"], event["__typename"]) for event in acknowledged] == [
        (event["version"], event["__typename"]) for event in events
    ]
    for command in table.acknowledged:
        await command.check_repeated()
    assert (await spectator.game(table.game))["version"] == final["version"]
