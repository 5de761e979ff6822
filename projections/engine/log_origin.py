"""Checks that rows were made from this log: rows of another log or another past are not continued."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from application.store.port import LogIdentity, LogSlice, Store
from projections.database.connections import ReadDatabase
from projections.engine.projection import Projection
from projections.engine.tracking import NO_FAILURE, Role, Tracked, tracked


async def is_of_another_log(store: Store, rows: Tracked) -> bool:
    """Return whether rows include events that are not in this log.

    The log has another identity, or another epoch because it was restored; it is shorter; or it has another
    event at the position of the rows, because it was cut off before that and has grown since.
    """
    # The rows were read before the head. The log only grows, so rows beyond its head are of another log.
    if rows.position == 0:
        return False
    if rows.position > await store.head():
        return True
    if rows.log is not None and _identity(rows) != await store.identity():
        return True
    if rows.game is None:
        return False
    key = await store.event_key(rows.position)
    return key is None or (rows.game, rows.game_version) != (key.game, key.version)


async def rows_of_log(store: Store, database: ReadDatabase, projection: Projection) -> Tracked | None:
    """Return the tracking row of active rows, None if they are of another log.

    A failure at an event that is not in this log is left out.
    """
    rows = await database.read(tracked, projection, Role.ACTIVE)
    if rows is None or await is_of_another_log(store, rows):
        return None
    if rows.failed_position is not None:
        key = await store.event_key(rows.failed_position)
        if key is None or (rows.failed_game, rows.failed_version) != (key.game, key.version):
            return replace(rows, **NO_FAILURE)
    return rows


async def with_origin(store: Store, log_slice: LogSlice) -> LogSlice:
    """Return a slice with the identity of its log and the key of its last event filled in."""
    if log_slice.identity is not None and log_slice.end is not None:
        return log_slice
    identity = await store.identity() if log_slice.identity is None else log_slice.identity
    end = await store.event_key(log_slice.upto) if log_slice.end is None else log_slice.end
    return replace(log_slice, identity=identity, end=end)


def origin_of(log_slice: LogSlice) -> dict[str, Any]:
    """Return the origin values of a tracking row for rows that include a slice up to its end."""
    identity, end = log_slice.identity, log_slice.end
    return {
        "log": None if identity is None else identity.log,
        "epoch": None if identity is None else identity.epoch,
        "game": None if end is None else end.game,
        "game_version": None if end is None else end.version,
    }


def may_continue(rows: Tracked, log_slice: LogSlice) -> bool:
    """Return whether a slice can be of the log that rows were made from, as far as both are known."""
    identity, start = log_slice.identity, log_slice.start
    if identity is not None and rows.log is not None and _identity(rows) != identity:
        return False
    if rows.position != log_slice.after or start is None or rows.game is None:
        return True
    return (rows.game, rows.game_version) == (start.game, start.version)


def _identity(rows: Tracked) -> LogIdentity | None:
    return None if rows.log is None or rows.epoch is None else LogIdentity(rows.log, rows.epoch)
