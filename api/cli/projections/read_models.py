"""Names of the read models."""

from __future__ import annotations

from api.data_directory import CannotStart
from projections import ALL


def check_name(name: str) -> None:
    """Raise CannotStart for an unknown read model."""
    known = [projection.name for projection in ALL]
    if name not in known:
        raise CannotStart(f"there is no read model {name!r}; known are: {', '.join(known)}")
