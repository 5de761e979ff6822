"""Checks that rows were made from this log: rows of another log or another past are not continued."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from application.store.port import LogIdentity, Store, LogSlice
from projections.engine.tracking import Tracked


async def made_elsewhere(store: Store, rows: Tracked) -> bool:
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
    stamp = await store.event_key(rows.position)
    return stamp is None or (rows.game, rows.game_version) != (stamp.game, stamp.version)


async def stamped(store: Store, stretch: LogSlice) -> LogSlice:
    """Return a stretch with the identity of its log and the stamp of its last event filled in."""
    if stretch.identity is not None and stretch.end is not None:
        return stretch
    identity = await store.identity() if stretch.identity is None else stretch.identity
    end = await store.event_key(stretch.upto) if stretch.end is None else stretch.end
    return replace(stretch, identity=identity, end=end)


def origin_of(stretch: LogSlice) -> dict[str, Any]:
    """Return the origin values of a tracking row for rows that include a stretch up to its end."""
    identity, end = stretch.identity, stretch.end
    return {
        "log": None if identity is None else identity.log,
        "epoch": None if identity is None else identity.epoch,
        "game": None if end is None else end.game,
        "game_version": None if end is None else end.version,
    }


def continues(rows: Tracked, stretch: LogSlice) -> bool:
    """Return whether a stretch can be of the log that rows were made from, as far as both are known."""
    identity, start = stretch.identity, stretch.start
    if identity is not None and rows.log is not None and _identity(rows) != identity:
        return False
    if rows.position != stretch.after or start is None or rows.game is None:
        return True
    return (rows.game, rows.game_version) == (start.game, start.version)


def _identity(rows: Tracked) -> LogIdentity | None:
    return None if rows.log is None or rows.epoch is None else LogIdentity(rows.log, rows.epoch)
