"""Leases: one of several processes keeps a read model up to date, and another takes over if it stops.

A lease only saves the other processes the work. Exactly-once processing rests on the tracking row, which is
locked while rows change and says which event is the next. Leases use the database's clock, and none is valid
for longer than MAX_LEASE, so a process with a wrong clock cannot keep the others away.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection, bindparam

from projections.engine.generations import ensure
from projections.engine.projection import Projection
from projections.engine.skipped_events import Skip, skips_of
from projections.engine.tracking import (
    ROW_CHANGE,
    Role,
    Tracked,
    after,
    clock,
    key_of,
    projections,
    tracked,
)

LEASE: Final = timedelta(seconds=3)
"""Time for which a process that does not renew its lease keeps the others from taking over."""
CATCH_UP_LEASE: Final = timedelta(seconds=10)
"""The lease of a read model that catches up, because reading and folding many events takes longer."""

# Built once, because building the statements takes longer than running them.
_HELD: Final = ROW_CHANGE.where(projections.c.owner == bindparam("of_owner"))
_IDLE: Final = ROW_CHANGE.where(projections.c.owner.is_(None))


def claim(
    connection: Connection, projection: Projection, holder: str, lease: timedelta | None = None
) -> Tracked:
    """Take or renew a read model's lease unless another process holds it; return its tracking row.

    Processes of another version have their own rows and their own lease.
    """
    # The holder opens new rows once they have caught up.
    active = ensure(connection, projection, lacks_events=True)
    now = clock(connection)
    if active.owner != holder and active.leased(now):
        return active
    leased = {"owner": holder, "leased_until": now + (lease or LEASE)}
    connection.execute(ROW_CHANGE, key_of(projection, Role.ACTIVE) | leased)
    return replace(active, **leased)


def claim_all(connection: Connection, wanted: Sequence[tuple[Projection, str]]) -> list[Tracked]:
    """Take or renew the leases of several read models, each for its holder, like `claim`."""
    # In the order in which a joint write locks the rows.
    found = {each.name: claim(connection, each, holder) for each, holder in sorted(wanted, key=_order)}
    return [found[each.name] for each, _ in wanted]


def _order(wanted: tuple[Projection, str]) -> tuple[int, str]:
    return wanted[0].version, wanted[0].name


def claim_with_skips(
    connection: Connection, projection: Projection, holder: str
) -> tuple[Tracked, list[Skip]]:
    """Claim a read model like `claim`; also return the events that it skips, from the same transaction."""
    return claim(connection, projection, holder), skips_of(connection, projection)


def release(connection: Connection, projection: Projection, holder: str) -> None:
    """End the holder's lease, so that another process need not wait for it to expire."""
    change = _HELD.values(owner=None, leased_until=after(connection, timedelta()))
    connection.execute(change, key_of(projection, Role.ACTIVE) | {"of_owner": holder})


def mark_used(connection: Connection, projection: Projection) -> None:
    """Mark the rows as in use, although no process can bring them up to date now."""
    change = _IDLE.values(leased_until=after(connection, timedelta()))
    connection.execute(change, key_of(projection, Role.ACTIVE))


def read_lease(connection: Connection, projection: Projection) -> tuple[Tracked | None, bool]:
    """Return a read model's tracking row, and whether a process holds its lease."""
    active = tracked(connection, projection, Role.ACTIVE)
    return active, active is not None and active.leased(clock(connection))
