"""Compares two versions of the schema: what breaks existing clients, and what is to be announced to them.

The rules are those of `docs/api-policy.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any, Final

from graphql import (
    REMOVE,
    DirectiveNode,
    DocumentNode,
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    Node,
    StringValueNode,
    Visitor,
    build_ast_schema,
    build_schema,
    is_introspection_type,
    is_specified_scalar_type,
    parse,
    print_ast,
    visit,
)
from graphql.utilities import find_breaking_changes, find_dangerous_changes, get_default_value_ast
from msgspec import Struct

DEPRECATION: Final = re.compile(
    r"Use .+\. Deprecated on (?P<on>\d{4}-\d\d-\d\d), kept until (?P<until>\d{4}-\d\d-\d\d)\."
)
"""Form of a reason for a deprecation."""
LEAST_DAYS: Final = 180
"""Days for which a deprecated part of the schema is kept at least: six months."""


class Changes(Struct, frozen=True, kw_only=True):
    """Differences for clients, in sentences."""

    breaking: tuple[str, ...]
    """Changes that make documents invalid, or return answers that they do not expect."""
    dangerous: tuple[str, ...]
    """Changes that a robust client handles: new enum values, new union members, other defaults."""


class Part(Struct, frozen=True):
    """A part of a schema: its type with its default, if it has one, and the reason why it is deprecated."""

    signature: str = ""
    deprecation: str | None = None


def changes(before: str, now: str, today: date | None = None) -> Changes:
    """Return the differences between two schemas, both given in the schema definition language.

    The removal of a part whose deprecation has ended does not count.

    Raises GraphQLError and TypeError when a text is not a schema.
    """
    old = build_ast_schema(_without_ended(parse(before), today or datetime.now(UTC).date()))
    new = build_schema(now)
    if old.query_type is None:
        raise TypeError("it has no type Query")
    return Changes(
        breaking=tuple(sorted(each.description for each in find_breaking_changes(old, new))),
        dangerous=tuple(sorted(each.description for each in find_dangerous_changes(old, new))),
    )


def announcement(before: str, now: str) -> str:
    """Return the changes from one schema to another as Markdown, by coordinates.

    >>> print(announcement("type Query { a: Int }", "type Query { a: Int! b(of: ID = 1): [Int!] }"), end="")
    ### Added
    <BLANKLINE>
    - `Query.b: [Int!]`
    <BLANKLINE>
    ### Changed
    <BLANKLINE>
    - `Query.a`: `Int` became `Int!`
    """
    old, new = parts(build_schema(before)), parts(build_schema(now))
    lines = {
        "Added": _whole(new, old),
        "Changed": [
            f"`{each}`: `{old[each].signature}` became `{new[each].signature}`"
            for each in new
            if each in old and old[each].signature != new[each].signature
        ],
        "Deprecated": [
            f"`{each}`: {part.deprecation}"
            for each, part in new.items()
            if part.deprecation and (each not in old or old[each].deprecation != part.deprecation)
        ],
        "Removed": _whole(old, new),
    }
    sections = (
        f"### {title}\n\n" + "".join(f"- {line}\n" for line in found)
        for title, found in lines.items()
        if found
    )
    return "\n".join(sections)


def _whole(those: Mapping[str, Part], others: Mapping[str, Part]) -> list[str]:
    """Return the parts that only the first schema has; a part of such a part is not listed itself."""
    only = [each for each in those if each not in others]
    within = tuple(f"{each}{mark}" for each in only for mark in ".( ")
    return [
        f"`{each}: {those[each].signature}`" if those[each].signature else f"`{each}`"
        for each in only
        if not each.startswith(within)
    ]


def irregular_deprecations(schema: str) -> list[str]:
    """Return the coordinates of parts whose deprecation has no regular reason, or ends too soon."""
    return [
        coordinate
        for coordinate, part in parts(build_schema(schema)).items()
        if part.deprecation is not None and not _is_regular(part.deprecation)
    ]


def _is_regular(reason: str) -> bool:
    found = DEPRECATION.fullmatch(reason)
    return (
        found is not None
        and (date.fromisoformat(found["until"]) - date.fromisoformat(found["on"])).days >= LEAST_DAYS
    )


def parts(schema: GraphQLSchema) -> dict[str, Part]:
    """Return all parts of a schema by their coordinates, such as `Query.game(id:)`, sorted."""
    return dict(sorted(_parts(schema)))


def _parts(schema: GraphQLSchema) -> Iterator[tuple[str, Part]]:
    for name, kind in schema.type_map.items():
        if is_introspection_type(kind) or is_specified_scalar_type(kind):
            continue
        yield name, Part()
        match kind:
            case GraphQLObjectType() | GraphQLInterfaceType():
                yield from ((f"{name} implements {each.name}", Part()) for each in kind.interfaces)
                for field, each in kind.fields.items():
                    yield f"{name}.{field}", Part(str(each.type), each.deprecation_reason)
                    for argument, given in each.args.items():
                        yield f"{name}.{field}({argument}:)", _input_part(given)
            case GraphQLInputObjectType():
                yield from ((f"{name}.{field}", _input_part(each)) for field, each in kind.fields.items())
            case GraphQLEnumType():
                for value, meant in kind.values.items():
                    yield f"{name}.{value}", Part("", meant.deprecation_reason)
            case GraphQLUnionType():
                yield from ((f"{name} = {each.name}", Part()) for each in kind.types)


def _input_part(given: GraphQLArgument | GraphQLInputField) -> Part:
    default = get_default_value_ast(given)
    shown = f"{given.type} = {print_ast(default)}" if default is not None else str(given.type)
    return Part(shown, given.deprecation_reason)


def _without_ended(schema: DocumentNode, today: date) -> DocumentNode:
    """Return a schema without the parts whose deprecation has ended."""

    class Ended(Visitor):
        def enter(self, node: Node, *_: Any) -> Any:
            for directive in getattr(node, "directives", None) or ():
                if _has_ended(directive, today):
                    return REMOVE
            return None

    pruned: DocumentNode = visit(schema, Ended())
    return pruned


def _has_ended(directive: DirectiveNode, today: date) -> bool:
    if directive.name.value != "deprecated":
        return False
    for argument in directive.arguments or ():
        if isinstance(argument.value, StringValueNode):
            found = DEPRECATION.fullmatch(argument.value.value)
            return found is not None and date.fromisoformat(found["until"]) < today
    return False
