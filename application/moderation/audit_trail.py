"""The audit trail of moderation: one entry for each action of an operator."""

from __future__ import annotations

from enum import StrEnum, unique
from hashlib import sha256
from time import time
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Engine, func, insert, select

from application.codec import GameId
from application.moderation.refusals import InvalidReason
from application.moderation.tables import trail
from application.refusals import CommandIdReused
from domain.events import PlayerId

MAX_REASON: Final = 500
"""Maximum characters of a reason."""
COMMAND_LINE: Final[PlayerId] = "operator"
"""Player id of operators on the command line, also in the log; no player has it."""


@unique
class ModerationAction(StrEnum):
    """An action of an operator."""

    CLOSE_GAME = "CLOSE_GAME"
    """Closed a game."""
    KICK_PLAYER = "KICK_PLAYER"
    """Removed a player from a game."""
    BAN_PLAYER = "BAN_PLAYER"
    """Banned a player."""
    BAN_ADDRESS = "BAN_ADDRESS"
    """Banned an address or network."""
    LIFT_BAN = "LIFT_BAN"
    """Lifted a ban before its end."""
    RENAME_PLAYER = "RENAME_PLAYER"
    """Gave a player another name."""


class Operator(Struct, frozen=True, kw_only=True):
    """The operator who acts, with its name at the time."""

    id: PlayerId
    name: str


class Action(Struct, frozen=True, kw_only=True):
    """An action with its target, as the audit trail records it."""

    action: ModerationAction
    reason: str | None
    player: PlayerId | None = None
    game: GameId | None = None
    network: str | None = None
    until: int | None = None
    """The time until which it holds, in seconds since 1970; None for no end."""
    command_id: str | None = None
    """The operator's id for the action, by which a repeat leaves no second entry."""


class Entry(Struct, frozen=True, kw_only=True):
    """An entry of the audit trail. Times are seconds since 1970."""

    number: int
    at: int
    operator: PlayerId
    operator_name: str | None
    action: ModerationAction
    player: PlayerId | None
    game: str | None
    network: str | None
    reason: str | None
    until: int | None
    old_name: str | None
    confirmed: bool


class TrailFilter(Struct, frozen=True, kw_only=True):
    """The entries to return: those that meet all conditions."""

    action: ModerationAction | None = None
    player: PlayerId | None = None
    """The player who was acted on."""
    game: str | None = None
    operator: PlayerId | None = None


def checked_reason(reason: str) -> str:
    """Return a reason without the space around it; raises InvalidReason."""
    text = reason.strip()
    if not 1 <= len(text) <= MAX_REASON or not text.isprintable():
        raise InvalidReason(MAX_REASON)
    return text


def record(
    connection: Connection,
    by: Operator,
    action: Action,
    *,
    old_name: str | None = None,
    confirmed: bool = True,
) -> int:
    """Add an entry in the transaction of the action, and return its number."""
    values = _values(by, action) | {
        "at": int(time()),
        "operator_name": by.name,
        "old_name": old_name,
        "command": _digest(by, action),
        "confirmed": confirmed,
    }
    return int(connection.execute(insert(trail).values(values).returning(trail.c.number)).scalar_one())


def repeated(connection: Connection, by: Operator, action: Action) -> int | None:
    """Return the number of the entry of a repeated action, None if it is not repeated.

    Raises CommandIdReused if the command id was of another action.
    """
    if action.command_id is None:
        return None
    row = connection.execute(select(trail).where(trail.c.command == _digest(by, action))).one_or_none()
    if row is None:
        return None
    # A reason or an address may have been erased meanwhile, and the name of a rename is not recorded.
    same = ("action", "player", "game", "until", *(("network",) if row.network is not None else ()))
    if any(getattr(row, name) != value for name, value in _values(by, action).items() if name in same):
        raise CommandIdReused(action.command_id)
    return int(row.number)


def entries(
    engine: Engine, wanted: TrailFilter, *, after: int | None, before: int | None, oldest: bool, limit: int
) -> list[Entry]:
    """Return entries between two numbers, the newest first; the oldest of them if `oldest`."""
    conditions = _conditions(wanted)
    if after is not None:
        conditions.append(trail.c.number < after)
    if before is not None:
        conditions.append(trail.c.number > before)
    order = trail.c.number.asc() if oldest else trail.c.number.desc()
    columns = (trail.c[name] for name in Entry.__struct_fields__)
    query = select(*columns).where(*conditions).order_by(order).limit(limit)
    with engine.connect() as connection:
        found = [_entry(row) for row in connection.execute(query)]
    return found[::-1] if oldest else found


def count(engine: Engine, wanted: TrailFilter) -> int:
    """Return the number of entries."""
    query = select(func.count()).select_from(trail).where(*_conditions(wanted))
    with engine.connect() as connection:
        return int(connection.execute(query).scalar_one())


def _conditions(wanted: TrailFilter) -> list[ColumnElement[bool]]:
    given = ((name, getattr(wanted, name)) for name in wanted.__struct_fields__)
    return [trail.c[name] == value for name, value in given if value is not None]


def entry(engine: Engine, number: int) -> Entry:
    """Return the entry with a number."""
    query = select(*(trail.c[name] for name in Entry.__struct_fields__)).where(trail.c.number == number)
    with engine.connect() as connection:
        return _entry(connection.execute(query).one())


def _entry(row: Any) -> Entry:
    values = dict(row._mapping)
    return Entry(**{**values, "action": ModerationAction(values["action"])})


def _values(by: Operator, action: Action) -> dict[str, Any]:
    return {
        "operator": by.id,
        "action": action.action.value,
        "player": action.player,
        "game": None if action.game is None else str(action.game),
        "network": action.network,
        "reason": action.reason,
        "until": action.until,
    }


def _digest(by: Operator, action: Action) -> str | None:
    if action.command_id is None:
        return None
    # Ids of commands in a game are unique in that game alone.
    scope = "" if action.game is None else str(action.game)
    return sha256("\n".join((by.id, scope, action.command_id)).encode()).hexdigest()
