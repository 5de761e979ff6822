"""Appends to a log until told to stop, in conflict with other writers."""

from __future__ import annotations

import asyncio
import random
from uuid import UUID

from eventsourcing.persistence import OperationalError

from application.store.port import VersionTaken
from tests.faults.harness.process_forker import on_request
from tests.no_skip.logs import open_log


async def run(kind: str, where: str, tasks: int, most: int, games: list[UUID]) -> None:
    """Append batches of random size in concurrent tasks."""
    log = await open_log(kind, where)
    versions = dict.fromkeys(games, 0)
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True

    on_request(stop)

    async def play() -> None:
        while not stopped:
            game, events = random.choice(games), random.randint(1, most)
            after = versions[game]
            try:
                await log.append(game, after, events)
            except (VersionTaken, OperationalError):
                # Rolled back or timed out; the log has the game's current version.
                versions[game] = max(versions[game], await log.version(game))
            else:
                versions[game] = max(versions[game], after + events)

    await asyncio.gather(*(play() for _ in range(tasks)))
    await log.close()


def main(kind: str, where: str, tasks: str, most: str, *games: str) -> None:
    """Run until stopped."""
    random.seed()
    asyncio.run(run(kind, where, int(tasks), int(most), [UUID(each) for each in games]))
