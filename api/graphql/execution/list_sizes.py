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

from api.graphql.execution.field_definitions import definition_of

DEFAULT_PAGE_SIZE: Final = 20
"""Default number of items on a page."""


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


class Sliced(ListSize):
    """The sizes of a list of which a client can request a part."""

    def __init__(
        self, items: int, *arguments: str, default: int | None = None, fields: Iterable[str] = ()
    ) -> None:
        """Create the directive of a list of `items` at most.

        `arguments` request a number of items; `default` is the number without a request, unless an argument
        has a default of its own. `fields` are the names of the lists in an object.
        """
        super().__init__(
            assumed_size=items,
            slicing_arguments=list(arguments),
            sized_fields=sorted(fields) or strawberry.UNSET,
            require_one_slicing_argument=False,
        )
        self.default_size = default


def page_size(items: int, *arguments: str, default: int = DEFAULT_PAGE_SIZE) -> Sliced:
    """Return the directive of a connection with the maximum size of its pages."""
    return Sliced(items, *(arguments or ("first", "last")), default=default, fields=("edges", "nodes"))


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
        if isinstance(size, Sliced):
            for name in size.slicing_arguments or ():
                default = f"; {size.default_size} by default" if name == "first" and size.default_size else ""
                argument = field.args[name]
                argument.description = (
                    f"{argument.description} A number from 1 to {size.assumed_size:,}{default}."
                )


def describe_arguments(directive: GraphQLDirective) -> None:
    """Describe the arguments of a schema directive, whose descriptions strawberry 0.341 drops."""
    defined = directive.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    if isinstance(defined, StrawberrySchemaDirective):
        for field in defined.fields:
            directive.args[to_camel_case(field.python_name)].description = field.description


def list_size_of(field: GraphQLField) -> ListSize | None:
    """Return the directive of a field, None without one."""
    defined = definition_of(field)
    directives = defined.directives if defined is not None else ()
    return next((each for each in directives if isinstance(each, ListSize)), None)
