"""Parses answers of the API; objects of unknown types become an `Unknown…`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

import msgspec

from kibitz_client.errors import Fault
from kibitz_client.interfaces import (
    ENVELOPE,
    Event,
    Offer,
    Refusal,
    UnknownEvent,
    UnknownOffer,
    UnknownRefusal,
)
from kibitz_client.moves import Move, field_values
from kibitz_client.nodes import Node, UnknownNode
from kibitz_client.schema import events, offers, refusals, types
from kibitz_client.type_conversion import convert
from kibitz_client.values import Options
from kibitz_client.views import GameState

T = TypeVar("T")


def parse(answer: Any, kind: type[T]) -> T:
    """Convert an answer into a type; raises Fault if it does not fit."""
    try:
        # Moves are not generated types: the names of their values differ from move to move.
        return cast(T, Move.from_answer(answer)) if kind is Move else _converted(answer, kind)
    except (msgspec.ValidationError, LookupError) as error:
        raise Fault(f"the server's answer does not fit the type {kind.__name__}: {error}") from error


def _event(answer: dict[str, Any]) -> Event:
    known = events.EVENTS.get(answer["__typename"])
    if known is not None:
        return _converted(answer, known)
    values = {name: value for name, value in field_values(answer).items() if name not in ENVELOPE}
    envelope = {name: answer[name] for name in ENVELOPE}
    return _converted({**envelope, "name": answer["__typename"], "values": values}, UnknownEvent)


def _offer(answer: dict[str, Any]) -> Offer:
    known = offers.OFFERS.get(answer["__typename"], UnknownOffer)
    return _converted({**answer, "moves": tuple(map(Move.from_answer, answer["moves"]))}, known)


def _refusal(answer: dict[str, Any]) -> Refusal:
    return _converted(answer, refusals.REFUSALS.get(answer["__typename"], UnknownRefusal))


def _node(answer: dict[str, Any]) -> Node:
    match answer["__typename"]:
        case "Game":
            return GameState.from_answer(answer)
        case "Player":
            return _converted(answer, types.Player)
        case "PlayerSession":
            return _converted(answer, types.PlayerSession)
        case _:
            return _converted(answer, UnknownNode)


def _converted(answer: Any, kind: type[T]) -> T:
    return convert(answer, kind, _parse_special)


_PARSERS: Final[Mapping[type[Any], Callable[[Any], Any]]] = MappingProxyType(
    {
        Event: _event,
        Offer: _offer,
        Refusal: _refusal,
        Node: _node,
        GameState: GameState.from_answer,
        Options: Options.from_answer,
    }
)


def _parse_special(kind: type[Any], answer: Any) -> Any:
    return _PARSERS[kind](answer)
