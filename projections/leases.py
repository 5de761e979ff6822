"""Leases: of several processes that project, one keeps a read model up to date, and another when it is gone.

A lease only spares the others the work. That every event counts once is up to the tracking row, which is
locked while rows change and says which event is the next.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection, Update, update

from projections.projection import Projection
from projections.tables import Role, Tracked, ensure, projections

LEASE: Final = timedelta(seconds=3)
"""How long a process that gives no sign of life keeps the others from taking over."""


def until() -> datetime:
    """Return when a lease ends that is taken now."""
    return datetime.now(UTC) + LEASE


def claim(connection: Connection, projection: Projection, holder: str) -> Tracked:
    """Take or renew the lease of a read model unless another holds it; return how far it is and who holds it.

    Rows of another version are nobody's to keep up to date. Raises NewerVersion.
    """
    active = ensure(connection, projection)
    if active.version != projection.version or (active.owner != holder and active.leased(datetime.now(UTC))):
        return active
    ends = until()
    connection.execute(_of(projection).values(owner=holder, leased_until=ends))
    return replace(active, owner=holder, leased_until=ends)


def release(connection: Connection, projection: Projection, holder: str) -> None:
    """End the holder's lease, so that another need not wait for it to run out."""
    mine = _of(projection).where(projections.c.owner == holder)
    connection.execute(mine.values(owner=None, leased_until=None))


def _of(projection: Projection) -> Update:
    return update(projections).where(
        projections.c.name == projection.name, projections.c.role == Role.ACTIVE.value
    )
