"""Maxima of lists in the schema: the directive `@listSize` of the GraphQL Cost Directives specification.

    @strawberry.field(directives=[page_size(MAX_PAGE_SIZE)], description="…")

A field names the constant that its resolver enforces. The arguments that request a size get it in their
descriptions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import strawberry
from graphql import (
    GraphQLDirective,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
)
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.schema_directive import Location, StrawberrySchemaDirective
from strawberry.types.base import StrawberryList, StrawberryOptional
from strawberry.types.field import StrawberryField
from strawberry.utils.str_converters import to_camel_case

from domain.cards import DECK_WITH_JOKER
from domain.rules import all_rules

MAX_SEATS: Final = max(rules.seats[-1] for rules in all_rules())
"""The maximum number of seats at a table."""
MAX_HAND: Final = len(DECK_WITH_JOKER)
"""The maximum number of cards in a hand: those of the largest deck."""


@strawberry.schema_directive(
    locations=[Location.FIELD_DEFINITION],
    name="listSize",
    description="The maximum size of a list, as in the GraphQL Cost Directives specification "
    "(https://ibm.github.io/graphql-specs/cost-spec.html). It holds for the field or, in an object such as a "
    "connection, for its `sizedFields`: not more than `assumedSize` items, nor than one of the "
    "`slicingArguments` requests. Fields without it have no fixed maximum.",
)
class ListSize:
    """The maximum size of a list."""

    # In the order of the printed schema, which is sorted: Strawberry prints a definition for each order.
    assumed_size: int | None = strawberry.field(
        default=strawberry.UNSET, description="The maximum number of items, whatever is requested."
    )
    require_one_slicing_argument: bool | None = strawberry.field(
        default=True,
        description="Whether a request must have one of the `slicingArguments`. Here all are optional.",
    )
    sized_fields: list[str] | None = strawberry.field(
        default=strawberry.UNSET,
        description="The lists of this size in the object; without them, the field itself is the list.",
    )
    slicing_arguments: list[str] | None = strawberry.field(
        default=strawberry.UNSET, description="The arguments that request a number of items."
    )


def at_most(items: int) -> ListSize:
    """Return the directive of a list that never has more items."""
    return ListSize(assumed_size=items, require_one_slicing_argument=strawberry.UNSET)


def sliced(items: int, *arguments: str, fields: Iterable[str] = ()) -> ListSize:
    """Return the directive of a list whose size can be requested by an argument.

    `fields` are the names of the lists in an object.
    """
    return ListSize(
        assumed_size=items,
        slicing_arguments=list(arguments),
        sized_fields=sorted(fields) or strawberry.UNSET,
        require_one_slicing_argument=False,
    )


def page_size(items: int) -> ListSize:
    """Return the directive of a connection with the maximum size of its pages."""
    return sliced(items, "first", "last", fields=("edges", "nodes"))


def list_fields(kind: Any) -> list[str]:
    """Return the names of a type's lists."""
    fields: list[StrawberryField] = kind.__strawberry_definition__.fields
    return [to_camel_case(each.python_name) for each in fields if _is_list(each.type)]


def _is_list(kind: Any) -> bool:
    return isinstance(kind.of_type if isinstance(kind, StrawberryOptional) else kind, StrawberryList)


def describe_bounds(kind: GraphQLNamedType) -> None:
    """Add to the descriptions of a type's arguments the sizes that they may request."""
    if not isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
        return
    for field in kind.fields.values():
        size = list_size_of(field)
        for name in (size and size.slicing_arguments) or ():
            argument = field.args[name]
            argument.description = f"{argument.description} A number from 1 to {size.assumed_size:,}."


def describe_arguments(directive: GraphQLDirective) -> None:
    """Describe the arguments of a schema directive, whose descriptions strawberry 0.341 drops."""
    defined = directive.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    if isinstance(defined, StrawberrySchemaDirective):
        for field in defined.fields:
            directive.args[to_camel_case(field.python_name)].description = field.description


def list_size_of(field: GraphQLField) -> Any:
    """Return the directive of a field, None without one."""
    defined = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    if not isinstance(defined, StrawberryField):
        return None
    return next((each for each in defined.directives if isinstance(each, ListSize)), None)
