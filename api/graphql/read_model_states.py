"""States of the read models, read for all callers together and never newer than the rows read after them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from application.runtime.coalesced_refresh import CoalescedRefresh
from projections.engine.projector import Projector
from projections.engine.status import ProjectionStatus

GOOD_FOR: Final = 2.0
"""Seconds for which a state is not read again. An older state tells less, and nothing that is wrong."""


class ReadModelStates:
    """Knows how far the read models follow the log."""

    def __init__(self, projector: Projector) -> None:
        self._projector = projector
        self._found: Mapping[str, ProjectionStatus] = {}
        self._refresh = CoalescedRefresh(self._read, GOOD_FOR)

    async def of(self, *names: str) -> list[ProjectionStatus]:
        """Return the states of read models, which are at most two seconds old."""
        await self._refresh.refresh_if_stale()
        return [self._found[name] for name in names]

    def expire(self) -> None:
        """Have the states read again: the read models have gone on."""
        self._refresh = CoalescedRefresh(self._read, GOOD_FOR)

    async def _read(self) -> None:
        self._found = {each.name: each for each in await self._projector.status()}
