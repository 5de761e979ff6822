"""Games whose people have left, and checks that each deadline was handled once and in time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from application.codec import GameId, RecordedEvent
from application.store.port import Store
from domain import events as e
from domain.deadlines import GRACE
from domain.game import fold
from tests.api.harness.callers import Client

ALLOWED: Final = timedelta(seconds=3)
"""The time within which a deadline is handled once a server is there."""
OPTIONS: Final = [
    {"name": name, "value": value}
    for name, value in (("clock", "per_move"), ("move_seconds", "10"), ("timeouts_in_a_row", "10"))
]


class Uptime:
    """The times at which at least one process of a kind has been there."""

    def __init__(self) -> None:
        self._changes: list[tuple[datetime, int]] = []

    def started(self) -> None:
        """Record that a process is there."""
        self._changes.append((datetime.now(UTC), 1))

    def ended(self) -> None:
        """Record that a process is gone."""
        self._changes.append((datetime.now(UTC), -1))

    def back_since(self, at: datetime) -> datetime | None:
        """Return since when a process has been there without a gap, None if there was none."""
        running, since = 0, None
        for time, change in sorted(self._changes):
            if time > at:
                break
            before, running = running, running + change
            since = time if not before else since if running else None
        return since


async def abandoned_games(client: Client, others: Sequence[Client], games: int) -> list[str]:
    """Start games with a clock, whose players do nothing more; some wait for seeds first."""
    started = []
    for number in range(games):
        game = await client.create("president", options=OPTIONS)
        for other in others:
            await other.must("joinGame", game=game)
        if number % 3 == 0:
            await others[0].must("commitSeed", game=game, commitment="5e" * 32)
        await client.must("startGame", game=game)
        started.append(game)
        await asyncio.sleep(0.05)
    return started


async def check_deadlines(
    store: Store, servers: Uptime, others: Sequence[Uptime], stopped: datetime
) -> tuple[int, timedelta]:
    """Check all deadlines of a log; return how many were handled, and the longest delay.

    A delay counts from the moment at which a server and all `others` were back. None may be left that passed
    before the servers were `stopped`. What handles a deadline twice is a fault that `kibitz log check` finds.
    """
    handled, longest = 0, timedelta()
    games: dict[GameId, list[RecordedEvent]] = {}
    for each in await store.select(0, await store.head()):
        games.setdefault(each.game, []).append(each)
    for recorded in games.values():
        clocks = fold(each.event for each in recorded).clocks
        left = [clocks.seats[seat].deadline for seat in clocks.running] if clocks is not None else []
        assert not [each for each in left if each is not None and each + GRACE + ALLOWED < stopped]
        deadlines: dict[int, datetime] = {}
        for each in recorded:
            event = each.event
            due = None
            if isinstance(event, e.ClockStarted):
                deadlines[event.seat] = event.deadline
            elif isinstance(event, e.SeatsClosed):
                deadlines[-1] = event.until
            elif isinstance(event, e.SeatMovedByClock) or (
                isinstance(event, e.SeatAutomated) and event.reason is e.AutomationReason.CLOCK
            ):
                due = deadlines.pop(event.seat)
            elif isinstance(event, e.GameStarted) and each.by is None:
                due = deadlines.pop(-1)
            if due is None:
                continue
            handled += 1
            assert each.by is None
            assert each.at >= due
            back = [uptime.back_since(each.at) for uptime in (servers, *others)]
            known = [due + GRACE, *(since for since in back if since is not None)]
            longest = max(longest, each.at - max(known))
    assert longest <= ALLOWED, longest
    return handled, longest
