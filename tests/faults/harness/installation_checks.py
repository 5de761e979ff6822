"""Checks an installation against the answers that its clients got."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import httpx

import projections
from api.settings import Settings
from api.storage import storage_of
from projections.engine.projector import Projector
from projections.games.deadlines import DEADLINES
from tests.api.harness.callers import Client
from tests.faults.harness.command_history import violations
from tests.faults.harness.failover_players import FailoverTable
from tests.processes.installation import Installation, Process
from tests.projections.logs import rows

REPEATED = 10
"""Number of commands of each game that are repeated at the end."""
TIMEOUT = 60.0


async def check_answers(server: Process, spectator: Client, tables: Sequence[FailoverTable]) -> None:
    """Read every game and repeat commands: nothing acknowledged is lost or done twice."""
    spectator.http.base_url = httpx.URL(server.base)
    for table in tables:
        final = await spectator.game(table.game)
        assert final["stage"] == "WON"
        events = await spectator.events(table.game)
        assert [event["version"] for event in events] == list(range(1, final["version"] + 1))
        # The events are exactly those of the acknowledged commands.
        acknowledged = [event for command in table.acknowledged for event in command.result["events"]]
        assert [(event["version"], event["__typename"]) for event in acknowledged] == [
            (event["version"], event["__typename"]) for event in events
        ]
        some = min(REPEATED, len(table.acknowledged))
        for command in random.sample(table.acknowledged, some):
            command.client.http.base_url = httpx.URL(server.base)
            await command.check_repeated()
        assert (await spectator.game(table.game))["version"] == final["version"]
        assert violations(table.written, table.looked) == []


async def check_nothing_lost(
    installation: Installation, tables: Sequence[FailoverTable], database_url: str | None
) -> int:
    """Check the databases of a stopped installation; return the length of its log."""
    checked = await asyncio.to_thread(installation.run, "log", "check")
    assert checked.returncode == 0, checked
    assert "the log is intact" in checked.stdout
    settings = Settings.model_validate(
        {
            "data_dir": installation.settings["KIBITZ_DATA_DIR"],
            "database_url": database_url,
            "secret": installation.settings["KIBITZ_SECRET"],
        }
    )
    async with storage_of(settings) as storage:
        for table in tables:
            for command, written in zip(table.acknowledged, table.written, strict=True):
                scope = "" if command.name == "createGame" else table.game
                row = await storage.store.command(scope, command.client.player, written.command_id)
                assert row is not None, written
                assert (str(row.game), row.first, row.last) == (written.game, written.first, written.last)
        head = await storage.store.head()
        log = await storage.store.select(0, head + 1)
        assert [each.position for each in log] == list(range(1, head + 1))
        acknowledged = {written.command_id for table in tables for written in table.written}
        assert {each.command_id for each in log} == acknowledged
        async with Projector(storage.store, storage.database, projections.ALL) as projector:
            await projector.wait_until(head, TIMEOUT)
        for projection in projections.ALL:
            before = rows(storage.database, projection)
            # Games that are over have no deadline.
            assert projection is DEADLINES or any(before.values()), projection.name
            async with Projector(storage.store, storage.database, [projection]) as projector:
                await projector.rebuild(projection.name)
            assert rows(storage.database, projection) == before, projection.name
    return head
