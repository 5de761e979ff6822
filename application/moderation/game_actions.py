"""Records actions of operators in games, whose events are stored in a transaction of their own.

The entry is stored first, so that a crash leaves an entry that is not confirmed, but never an action without
an entry. A refused action leaves none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy import Engine, delete, update

from application.moderation.audit_trail import Action, Operator, record, repeated
from application.moderation.tables import ban_changes, trail
from domain.refusals import Refusal

T = TypeVar("T")


async def recorded(engine: Engine, by: Operator, action: Action, work: Callable[[], Awaitable[T]]) -> T:
    """Carry out an action in a game and record it; raises CommandIdReused, and what `work` raises."""
    number, is_new = await asyncio.to_thread(_begin, engine, by, action)
    try:
        result = await work()
    except Refusal:
        if is_new:
            await asyncio.to_thread(_delete, engine, number)
        raise
    await asyncio.to_thread(_confirm, engine, number)
    return result


def _begin(engine: Engine, by: Operator, action: Action) -> tuple[int, bool]:
    """Return the number of the action's entry, and whether it is new."""
    with engine.begin() as connection:
        ban_changes.lock(connection)
        known = repeated(connection, by, action)
        if known is not None:
            return known, False
        return record(connection, by, action, confirmed=False), True


def _delete(engine: Engine, number: int) -> None:
    with engine.begin() as connection:
        connection.execute(delete(trail).where(trail.c.number == number, ~trail.c.confirmed))


def _confirm(engine: Engine, number: int) -> None:
    with engine.begin() as connection:
        connection.execute(update(trail).where(trail.c.number == number).values(confirmed=True))
