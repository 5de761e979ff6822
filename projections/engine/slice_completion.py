"""Completion of slices of the log with what read models need beside the events."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from application.store.port import LogRestored, LogSlice, Store
from projections.engine.log_origin import with_origin
from projections.engine.projection import Projection


async def completed(store: Store, log_slice: LogSlice, projections: Iterable[Projection]) -> LogSlice:
    """Return a slice with its origin, and with the stored forms of its events if a projection needs them.

    Raises CorruptEvent and LogRestored.
    """
    found = await with_origin(store, log_slice)
    if any(projection.needs_stored_forms for projection in projections):
        return await with_stored_forms(store, found)
    return found


async def with_stored_forms(store: Store, log_slice: LogSlice) -> LogSlice:
    """Return a slice of events of all classes, each with its stored form.

    Raises CorruptEvent, and LogRestored if the log has become shorter since the slice was read.
    """
    events = log_slice.events
    if not events or events[0].stored is not None:
        return log_slice
    first = events[0].position
    forms = await store.stored_slice(first - 1, events[-1].position)
    if first + len(forms) <= events[-1].position:
        raise LogRestored
    # Events that the operator skips are not in the slice.
    return replace(
        log_slice, events=[replace(event, stored=forms[event.position - first]) for event in events]
    )
