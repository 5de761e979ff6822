"""Interfaces of the schema: events, refusals and offers.

Each has a class `Unknown…` for types of a newer server that this client does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final, cast

from msgspec.structs import fields

from kibitz_client.moves import Move
from kibitz_client.schema.enums import RefusalCode
from kibitz_client.schema.types import Player
from kibitz_client.values import Value

ENVELOPE: Final = ("version", "at", "by")


class Event:
    """An event of a game, redacted for the viewer."""

    __slots__ = ()
    version: int
    """The position of the event in its game, from 1 without gaps."""
    at: datetime
    """The time at which the server recorded it."""
    by: Player | None
    """The player whose command caused it; None for an automatic event."""

    @property
    def name(self) -> str:
        """The name of the event's type in the schema, such as `CardPlayed`."""
        return type(self).__name__

    @property
    def values(self) -> Mapping[str, Any]:
        """The event's fields by their names in the schema; cards that the viewer cannot see are `??`."""
        own = _own_fields(cast(type[Value], type(self)))
        return {schema_name: getattr(self, name) for name, schema_name in own.items()}

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


class Refusal:
    """The reason why the server refused a command; nothing has changed."""

    __slots__ = ()
    code: RefusalCode
    """The stable code of the refusal."""
    message: str
    """A description for people."""


class Offer:
    """Moves that may be made now."""

    __slots__ = ()
    mutation: str
    """The mutation that takes the moves."""
    moves: tuple[Move, ...]
    """The moves one by one; the server would accept each."""


class UnknownEvent(Value, Event, frozen=True, kw_only=True):
    """An event of a type that this client does not know, for example of a newer game."""

    version: int
    at: datetime
    by: Player | None = None
    name: str
    values: Mapping[str, Any] = {}


class UnknownRefusal(Value, Refusal, frozen=True, kw_only=True):
    """A refusal of a type that this client does not know."""

    code: RefusalCode
    message: str


class UnknownOffer(Value, Offer, frozen=True, kw_only=True):
    """An offer of a type that this client does not know; its moves can be made nevertheless."""

    mutation: str
    moves: tuple[Move, ...]


@cache
def _own_fields(kind: type[Value]) -> Mapping[str, str]:
    return {each.name: each.encode_name for each in fields(kind) if each.name not in ENVELOPE}
