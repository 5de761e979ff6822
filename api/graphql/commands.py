"""Moves and offers in the schema: derived from the domain's, each told by the mutation that takes it."""

from __future__ import annotations

from typing import Any

import strawberry
from msgspec import Struct

from api.graphql.derive import make_type
from domain import commands as c
from domain.events import PlayerId
from domain.rules import all_rules

_WHOEVER: PlayerId = ""


def mutation_name(command: str) -> str:
    """Return the name of the mutation that a command has by its own name."""
    return command[0].lower() + command[1:]


def own_fields(command: type[c.Command]) -> tuple[str, ...]:
    """Return what a command says besides who wants it."""
    return tuple(name for name in command.__struct_fields__ if name != "by")


def commands() -> tuple[type[c.Command], ...]:
    """Return all that can be wanted in a game: the lobby's commands and the moves of all rules."""
    moves = (move for rules in all_rules() for move in rules.moves)
    return tuple(dict.fromkeys((*c.LOBBY_COMMANDS, *c.OPERATOR_COMMANDS, *moves)))


@strawberry.interface(description="A move, in the form in which its mutation takes it.")
class Move:
    """What moves share."""

    @strawberry.field(description="The mutation that takes the move.")
    def mutation(self) -> str:
        """Name the mutation; the move itself is the domain's."""
        return mutation_name(type(self).__name__)


@strawberry.interface(description="Moves that you may make now.")
class Offer:
    """What the descriptions of legal moves share."""

    @strawberry.field(description="The mutation that takes the moves.")
    def mutation(self) -> str:
        """Name the mutation; the offer itself is the domain's."""
        offer: Any = self
        return mutation_name(offer.move.__name__)

    @strawberry.field(description="The moves one by one; each would be accepted.", graphql_type=list[Move])
    def moves(self) -> list[Any]:
        """Expand the offer; whose moves they are is the caller's to say."""
        offer: Any = self
        return list(offer.moves(by=_WHOEVER))


def move_types() -> list[type]:
    """Derive the types of all moves of all variants."""
    moves = (command for command in commands() if issubclass(command, c.Move))
    return [_derived(move, own_fields(move), Move) for move in moves]


def offer_types() -> list[type]:
    """Derive the types of all offers of all variants."""
    own = (offer for rules in all_rules() for offer in rules.offers)
    offers = dict.fromkeys((*c.COMMON_OFFERS, *own))
    return [_derived(offer, offer.__struct_fields__, Offer) for offer in offers]


def _derived(cls: type[Struct], names: tuple[str, ...], interface: type) -> type:
    return make_type(cls, names=names, of=lambda value: type(value) is cls, bases=(interface,))
