"""Payloads of mutations: a union of the success and of each refusal that the mutation declares."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Generic, TypeVar, Union

import strawberry
from graphql import GraphQLError
from msgspec import Struct
from strawberry.utils.str_converters import to_camel_case

from api.graphql.errors.input_paths import InputPath
from api.graphql.execution.field_price import COMMAND, price
from api.graphql.mutations.accepted_commands import CommandAccepted, accepted_type
from api.graphql.mutations.commands import MUTATION_REFUSALS
from api.graphql.mutations.refusals import ONLY_AS_ERRORS, REFUSALS
from api.graphql.types.field_values import Refused
from application.games.declared_refusals import refusals_of
from domain.commands import Command, command_name
from domain.refusals import Refusal

logger = logging.getLogger(__name__)

A = TypeVar("A")


class Payload(Struct, Generic[A], frozen=True):
    """The payload of a mutation, and the refusals that it may contain."""

    mutation: str
    accepted: type[A]
    """The type of the success."""
    refusals: frozenset[type[Refusal]]
    type: Any
    """The union in the schema."""

    def field(
        self, resolver: Callable[..., Any], description: str, metadata: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the mutation as a field with the price of a command."""
        return strawberry.mutation(
            resolver,
            metadata={**price(COMMAND), **(metadata or {})},
            graphql_type=self.type,
            description=description,
        )

    def refused(self, refusal: Refusal, input: Any = None, *, game: str | None = None) -> Refused:
        """Return a refusal as the answer to an input.

        `game` is the id of the game that the mutation was for, where the input does not have it. An
        undeclared refusal, which is a bug, becomes a top-level error with the refusal's code and message.
        """
        if type(refusal) not in self.refusals:
            logger.error("%s was refused by %s, which it does not declare", self.mutation, refusal.code)
            raise GraphQLError(refusal.message, extensions={"code": refusal.code}) from refusal
        given = {} if input is None else vars(input)
        return Refused(refusal, game or given.get("game"), _blamed_path(refusal, given))


def _blamed_path(refusal: Refusal, given: Mapping[str, Any]) -> InputPath:
    """Return the path to the input to blame: a field and, in a list, the index of an item."""
    field = refusal.blamed(given)
    if field is None:
        return ()
    path: InputPath = ("input", to_camel_case(field))
    if not (refusal.blames_item and isinstance(given[field], list)):
        return path
    item = getattr(refusal, refusal.blames_item)
    # An item that is an object has the name; of equal items, the last is the one too many.
    found = [at for at, each in enumerate(given[field]) if item in (each, getattr(each, "name", None))]
    return (*path, found[-1]) if found else path


def payload(mutation: str, accepted: type[A], refusals: Iterable[type[Refusal]]) -> Payload[A]:
    """Return the payload of a mutation, given by its name in the schema."""
    declared = sorted(set(refusals), key=lambda each: each.__name__)
    members = (accepted, *(REFUSALS[refusal] for refusal in declared))
    named = strawberry.union(
        f"{mutation[0].upper()}{mutation[1:]}Payload",
        description=f"The result of `{mutation}`: accepted, or refused with a reason.",
    )
    union: Any = Annotated[Union[members], named]  # noqa: UP007 - a union of variables
    return Payload(mutation, accepted, frozenset(declared), union)


def command_payload(command: type[Command]) -> Payload[CommandAccepted]:
    """Return the payload of a command's mutation."""
    name, mutation = command.__name__, command_name(command)
    declared = (*refusals_of(command), *MUTATION_REFUSALS.get(command, ()))
    returned = (refusal for refusal in declared if refusal not in ONLY_AS_ERRORS)
    return payload(mutation, accepted_type(name, mutation), returned)
