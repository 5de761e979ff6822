"""The schema's interfaces: what all events, all refusals and all offers have, also those not known here.

For each there is a type `Other…`: what a newer server has and this client does not know by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final, cast

from msgspec.structs import fields

from kibitz_client.moves import Move
from kibitz_client.schema.enums import RefusalCode
from kibitz_client.values import Value

ENVELOPE: Final = ("version", "at", "by")


class Node:
    """What has an id of its own, unlike any other's."""

    __slots__ = ()
    id: str


class Event:
    """A fact in the life of a game, as its reader is told it."""

    __slots__ = ()
    version: int
    """The event's place in its game, from 1 without gaps."""
    at: datetime
    """When it was recorded."""
    by: str | None
    """The player whose command led to it; None where nobody's did."""

    @property
    def name(self) -> str:
        """What happened, as the schema calls it: `CardPlayed`."""
        return type(self).__name__

    @property
    def values(self) -> Mapping[str, Any]:
        """What is told of it, by the names of the schema; cards that the reader cannot see are `??`."""
        own = _own(cast(type[Value], type(self)))
        return {told: getattr(self, name) for name, told in own.items()}

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


class Refusal:
    """Why a command was not carried out; nothing has changed."""

    __slots__ = ()
    code: RefusalCode
    """The stable name of the refusal."""
    message: str
    """What was refused and why, for people."""


class Offer:
    """Moves that may be made now."""

    __slots__ = ()
    mutation: str
    """The mutation that takes the moves."""
    moves: tuple[Move, ...]
    """The moves one by one; each would be accepted."""


class OtherNode(Value, Node, frozen=True, kw_only=True):
    """Something with an id, of a kind that is not known here."""

    id: str


class OtherEvent(Value, Event, frozen=True, kw_only=True):
    """An event that is not known here, as those of a game that the server has learnt since."""

    version: int
    at: datetime
    by: str | None = None
    name: str
    values: Mapping[str, Any] = {}


class OtherRefusal(Value, Refusal, frozen=True, kw_only=True):
    """A refusal that is not known here."""

    code: RefusalCode
    message: str


class OtherOffer(Value, Offer, frozen=True, kw_only=True):
    """An offer that is not known here; its moves can be made all the same."""

    mutation: str
    moves: tuple[Move, ...]


@cache
def _own(kind: type[Value]) -> Mapping[str, str]:
    return {each.name: each.encode_name for each in fields(kind) if each.name not in ENVELOPE}
