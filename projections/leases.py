"""Leases: of several processes that project, one keeps a read model up to date, and another when it is gone.

A lease only spares the others the work. That every event counts once is up to the tracking row, which is
locked while rows change and says which event is the next. Leases go by the database's clock, and none counts
for longer than LONGEST_LEASE: a process with a wrong clock keeps nobody away.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection, Update, update

from projections.projection import Projection
from projections.skips import Skip, skips_of
from projections.tables import ensure
from projections.tracking import Role, Tracked, after, clock, projections, tracked

LEASE: Final = timedelta(seconds=3)
"""How long a process that gives no sign of life keeps the others from taking over."""


def claim(connection: Connection, projection: Projection, holder: str) -> Tracked:
    """Take or renew the lease of a read model unless another holds it; return how far it is and who holds it.

    Processes of another version have rows, and a lease, of their own.
    """
    active = ensure(connection, projection)
    now = clock(connection)
    if active.owner != holder and active.leased(now):
        return active
    connection.execute(_of(projection).values(owner=holder, leased_until=now + LEASE))
    return replace(active, owner=holder, leased_until=now + LEASE)


def take(connection: Connection, projection: Projection, holder: str) -> tuple[Tracked, list[Skip]]:
    """Claim a read model like `claim`; return also the events that it leaves out, as of the same moment."""
    return claim(connection, projection, holder), skips_of(connection, projection)


def release(connection: Connection, projection: Projection, holder: str) -> None:
    """End the holder's lease, so that another need not wait for it to run out."""
    mine = _of(projection).where(projections.c.owner == holder)
    connection.execute(mine.values(owner=None, leased_until=after(connection, timedelta())))


def keep(connection: Connection, projection: Projection) -> None:
    """Say that the rows are in use, although nobody can bring them on now."""
    idle = _of(projection).where(projections.c.owner.is_(None))
    connection.execute(idle.values(leased_until=after(connection, timedelta())))


def look(connection: Connection, projection: Projection) -> tuple[Tracked | None, bool]:
    """Return how far a read model is, and whether somebody has its lease."""
    active = tracked(connection, projection, Role.ACTIVE)
    return active, active is not None and active.leased(clock(connection))


def _of(projection: Projection) -> Update:
    return update(projections).where(
        projections.c.name == projection.name,
        projections.c.version == projection.version,
        projections.c.role == Role.ACTIVE.value,
    )
