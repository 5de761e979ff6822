"""Reads answers of the API into their types; what is of no type known here becomes one of the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

import msgspec

from kibitz_client.converting import convert
from kibitz_client.errors import Fault
from kibitz_client.interfaces import (
    ENVELOPE,
    Event,
    Node,
    Offer,
    OtherEvent,
    OtherNode,
    OtherOffer,
    OtherRefusal,
    Refusal,
)
from kibitz_client.moves import Move, values_of
from kibitz_client.schema import events, offers, refusals, types
from kibitz_client.values import Options
from kibitz_client.views import Seen

T = TypeVar("T")


def read(answer: Any, kind: type[T]) -> T:
    """Return an answer as a value of a type; raises Fault if it does not fit."""
    try:
        # Its values have names that differ from move to move.
        return cast(T, Move.of(answer)) if kind is Move else _converted(answer, kind)
    except (msgspec.ValidationError, LookupError) as error:
        raise Fault(f"the server's answer is no {kind.__name__} as it is known here: {error}") from error


def _event(answer: dict[str, Any]) -> Event:
    known = events.EVENTS.get(answer["__typename"])
    if known is not None:
        return _converted(answer, known)
    values = {name: value for name, value in values_of(answer).items() if name not in ENVELOPE}
    told = {name: answer[name] for name in ENVELOPE}
    return _converted({**told, "name": answer["__typename"], "values": values}, OtherEvent)


def _offer(answer: dict[str, Any]) -> Offer:
    known = offers.OFFERS.get(answer["__typename"], OtherOffer)
    return _converted({**answer, "moves": tuple(map(Move.of, answer["moves"]))}, known)


def _refusal(answer: dict[str, Any]) -> Refusal:
    return _converted(answer, refusals.REFUSALS.get(answer["__typename"], OtherRefusal))


def _node(answer: dict[str, Any]) -> Node:
    match answer["__typename"]:
        case "Game":
            return Seen.of(answer)
        case "Player":
            return _converted(answer, types.Person)
        case _:
            return _converted(answer, OtherNode)


def _converted(answer: Any, kind: type[T]) -> T:
    return convert(answer, kind, _instead)


_INSTEAD: Final[Mapping[type[Any], Callable[[Any], Any]]] = MappingProxyType(
    {
        Event: _event,
        Offer: _offer,
        Refusal: _refusal,
        Node: _node,
        Seen: Seen.of,
        Options: Options.of,
    }
)


def _instead(kind: type[Any], answer: Any) -> Any:
    return _INSTEAD[kind](answer)
