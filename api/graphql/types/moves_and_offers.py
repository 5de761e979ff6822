"""Moves and offers in the schema: derived from the domain's, each with the mutation that accepts it."""

from __future__ import annotations

from typing import Any

import strawberry
from msgspec import Struct

from api.graphql.types.derivation import described, enum_type, make_type
from domain import commands as c
from domain.commands import OPERATOR_COMMANDS
from domain.events import PlayerId
from domain.hints import HintKind
from domain.rules import all_rules

_NO_PLAYER: PlayerId = ""
enum_type(HintKind)


def own_fields(command: type[c.Command]) -> tuple[str, ...]:
    """Return the names of a command's fields except `by`, the caller."""
    return tuple(name for name in command.__struct_fields__ if name != "by")


def commands() -> tuple[type[c.Command], ...]:
    """Return all commands in a game: lobby commands, operator commands and the moves of all rules."""
    moves = (move for rules in all_rules() for move in rules.moves)
    return tuple(dict.fromkeys((*c.LOBBY_COMMANDS, *OPERATOR_COMMANDS, *moves)))


@strawberry.interface(description="A move, with the input fields of its mutation.")
class Move:
    """Interface of all moves."""

    @strawberry.field(description="The name of the mutation for the move.")
    def mutation(self) -> str:
        """Return the name of the mutation; `self` is the domain's move."""
        move: Any = self
        return c.command_name(type(move))


@strawberry.interface(description="Moves that you may make now.")
class Offer:
    """Interface of all offers; an offer describes one or more legal moves."""

    @strawberry.field(description="The name of the mutation for the moves.")
    def mutation(self) -> str:
        """Return the name of the mutation; `self` is the domain's offer."""
        offer: Any = self
        return c.command_name(offer.move)

    @strawberry.field(
        description="The individual moves; each of them would be accepted.", graphql_type=list[Move]
    )
    def moves(self) -> list[Any]:
        """Return the moves of the offer, without a player."""
        offer: Any = self
        return list(offer.moves(by=_NO_PLAYER))


@strawberry.type(description="The reason for a hint, told from the machine player's own choice.")
class HintReason:
    """The reason for a hint; its values are the domain's."""

    kind: HintKind = described("The kind of the reason, for programs.")
    text: str = described("The reason, for people. Its text may change.")


@strawberry.type(description="A move that the machine player would make, and why.")
class Hint:
    """A suggested move with its reason; its values are the domain's."""

    move: Any = strawberry.field(graphql_type=Move, description="The move.")
    reason: Any = strawberry.field(
        graphql_type=HintReason | None,
        description="The reason for which the machine player chose the move; null where it has none that is "
        "true for sure.",
    )


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
