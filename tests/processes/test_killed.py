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
"""How many moves are made on each table between two kills, at least."""


class Mortal(Protocol):
    """What can be killed and started again."""

    def kill(self) -> None: ...

    def start(self) -> None: ...


async def test_on_the_embedded_database(embedded_house: Installation) -> None:
    await killed_again_and_again(embedded_house)


async def test_on_postgresql(killable_installation: Installation, cluster: Cluster) -> None:
    await killed_again_and_again(killable_installation, cluster)


async def killed_again_and_again(installation: Installation, *database: Mortal) -> None:
    server, projector = installation.serve("--no-projections"), installation.project()
    async with over_http(server.url) as spectator:
        people = [[await spectator.sign_in(name) for name in ("Ann", "Bob")] for _ in range(2)]
        tables = [RetryingTable(server, clients) for clients in people]
        for table in tables:
            await table.sit_down()
        enough = asyncio.Event()
        async with asyncio.timeout(90), asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play(enough))
            # One after the other, and in the end all at once.
            for victims in ([server], [projector], [*database], [server, projector, *database]):
                await gone_on(tables)
                for victim in victims:
                    victim.kill()
                # Those who sent something meanwhile have to send it again.
                await asyncio.sleep(0.1)
                for victim in reversed(victims):
                    await asyncio.to_thread(victim.start)
            await gone_on(tables)
            enough.set()
        assert sum(table.again for table in tables) > 0, "nobody noticed that anything was killed"

        spectator.http.base_url = httpx.URL(server.base)
        for table in tables:
            await nothing_was_lost(spectator, table)
        await listed(spectator, "FINISHED", *(table.game for table in tables))
    assert server.stop() == 0
    assert projector.stop() == 0
    checked = installation.run("log", "check")
    assert checked.returncode == 0, checked
    assert "the log is intact" in checked.stdout


async def gone_on(tables: Sequence[RetryingTable]) -> None:
    """Wait until some more commands have been acknowledged on each table."""
    goals = [len(table.acknowledged) + MOVES for table in tables]

    async def reached() -> bool:
        return all(len(table.acknowledged) >= goal for table, goal in zip(tables, goals, strict=True))

    await until(reached)


async def nothing_was_lost(spectator: Client, table: RetryingTable) -> None:
    final = await spectator.game(table.game)
    assert final["status"] == "WON"
    events = await spectator.events(table.game)
    assert [event["version"] for event in events] == list(range(1, final["version"] + 1))
    # Each event belongs to one command that was acknowledged, and each such command left its events.
    told = [event for command in table.acknowledged for event in command.result["events"]]
    assert [(event["version"], event["__typename"]) for event in told] == [
        (event["version"], event["__typename"]) for event in events
    ]
    for command in table.acknowledged:
        assert await command.client.must(command.name, **command.values) == command.result
    assert (await spectator.game(table.game))["version"] == final["version"]
