"""Appends to a log until told to stop, in conflict with other writers."""

from __future__ import annotations

import asyncio
import random
from uuid import UUID

from eventsourcing.persistence import OperationalError

from application.store.port import VersionTaken
from tests.faults.harness.process_forker import on_request
from tests.no_skip.logs import opened


async def run(kind: str, where: str, tasks: int, most: int, games: list[UUID]) -> None:
    """Append up to so many events at once, in so many tasks."""
    log = await opened(kind, where)
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
                # Rolled back, or held up for too long; how far the game is the log knows.
                versions[game] = max(versions[game], await log.version(game))
            else:
                versions[game] = max(versions[game], after + events)

    await asyncio.gather(*(play() for _ in range(tasks)))
    await log.close()


def main(kind: str, where: str, tasks: str, most: str, *games: str) -> None:
    """Run until told to end."""
    random.seed()
    asyncio.run(run(kind, where, int(tasks), int(most), [UUID(each) for each in games]))
