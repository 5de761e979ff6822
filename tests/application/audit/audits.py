"""Audits of given logs and recorded playthroughs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from uuid import UUID

from application.audit.log_audit import Audit, Finding
from application.store.memory import MemoryStore
from application.store.port import Append
from domain import events as e
from domain.lobby.start import SEED_WAIT
from domain.rules.president import DirectionReversed, SeatSkipped, TableCleared
from tests.domain.given import NOON
from tests.laws.playouts import Playout, machines_only

GAME = UUID(int=7)


LATER = NOON + timedelta(days=1)
"""A time at which no game waits for seeds any longer."""


Log = list[e.Event]


async def audited(log: Sequence[e.Event], commits: Sequence[int] = ()) -> list[Finding]:
    """Return the findings of an audit; `commits` are the numbers of events per commit."""
    store = MemoryStore()
    after = 0
    for count in commits or (len(log),):
        events = tuple(log[after : after + count])
        closings = (event.until - SEED_WAIT for event in events if isinstance(event, e.SeatsClosed))
        at = next(closings, LATER)
        await store.append(Append(game=GAME, after=after, events=events, at=at, by="ann"))
        after += count
    return await _findings(store)


async def audited_commits(game: Playout) -> list[Finding]:
    """Return the findings of an audit of a playout, whose commits have their times."""
    store, after = MemoryStore(), 0
    for commit in game.commits:
        append = Append(game=GAME, after=after, events=commit.events, at=commit.at, by=commit.command.by)
        after = (await store.append(append))[-1].version
    return await _findings(store)


async def _findings(store: MemoryStore) -> list[Finding]:
    audit = Audit(store)
    async for _ in audit.steps():
        pass
    return audit.findings


@cache
def played(variant: str) -> Log:
    """Return a game of machines with every kind of event that the tamperings change."""
    games = (list(machines_only(variant, seed).log) for seed in range(100))
    return next(log for log in games if variant != "president" or {type(event) for event in log} >= WANTED)


WANTED: set[type[e.Event]] = {DirectionReversed, SeatSkipped, TableCleared}
