"""Reads the schema: which of its types become what, and what they are called in Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from keyword import iskeyword
from typing import Final, cast

from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLSchema,
    GraphQLUnionType,
    build_schema,
    get_named_type,
)

NAMES: Final = {"GameEvent": "Event", "Player": "Person"}
"""What has another name in the client: a Player there is what chooses moves."""
SCALARS: Final = {
    "Boolean": "bool",
    "Card": "str",
    "Cursor": "str",
    "Date": "date",
    "DateTime": "datetime",
    "Float": "float",
    "ID": "str",
    "Int": "int",
    "Position": "int",
    "String": "str",
    "Version": "int",
}
INSTEAD: Final = {"Game": "Seen"}
"""What stands for a type wherever an answer has it: here the game, and beside it what may be done."""
BESIDE: Final = {"Game": ("legalMoves",)}
"""Fields that are asked for with a type and are read apart from it, by what stands for the type."""
OPTIONS: Final = "OptionSetting"
"""A list of these is read as a mapping."""
TRAITS: Final = {"Game": "GameTraits", "Result": "ResultTraits"}
"""Types that can do more than hold their fields."""
INTERFACES: Final = ("GameEvent", "Move", "Node", "Offer", "Refusal")
"""The interfaces that `kibitz_client/interfaces.py` and `moves.py` are written for."""
ROOTS: Final = ("Query", "Mutation", "Subscription")


class CannotGenerate(Exception):
    """The schema has something that the client was not made for; the message says what."""


class Schema:
    """A schema, sorted by what becomes of its types."""

    def __init__(self, sdl: str) -> None:
        self.graphql: GraphQLSchema = build_schema(sdl)
        named = [kind for name, kind in sorted(self.graphql.type_map.items()) if not name.startswith("__")]
        self.named: dict[str, GraphQLNamedType] = {kind.name: kind for kind in named}
        interfaces = {kind.name for kind in named if isinstance(kind, GraphQLInterfaceType)}
        if strangers := interfaces.difference(INTERFACES):
            raise CannotGenerate(f"no type is written for the interfaces {', '.join(sorted(strangers))}")
        self.enums = [kind for kind in named if isinstance(kind, GraphQLEnumType)]
        self.unions = [kind for kind in named if isinstance(kind, GraphQLUnionType)]
        objects = [
            kind
            for kind in named
            if isinstance(kind, GraphQLObjectType)
            and kind.name not in ROOTS
            and not re.search("(Connection|Edge)$|^PageInfo$", kind.name)
        ]
        self.events = [kind for kind in objects if self.implements(kind, "GameEvent")]
        self.moves = [kind for kind in objects if self.implements(kind, "Move")]
        self.offers = [kind for kind in objects if self.implements(kind, "Offer")]
        self.refusals = [kind for kind in objects if self.implements(kind, "Refusal")]
        apart = {kind.name for kind in (*self.events, *self.moves, *self.offers, *self.refusals)}
        self.successes = [success(union) for union in self.unions]
        outcomes = {kind.name for kind in self.successes}
        self.types = [kind for kind in objects if kind.name not in apart | outcomes | {OPTIONS}]
        inputs = [kind for kind in named if isinstance(kind, GraphQLInputObjectType)]
        wrappers = {argument_input(field) for field in self.root("Mutation").values()}
        self.inputs = [kind for kind in inputs if kind not in wrappers]

    def root(self, name: str) -> dict[str, GraphQLField]:
        """Return the fields of a root type."""
        kind = self.graphql.type_map.get(name)
        return dict(sorted(kind.fields.items())) if isinstance(kind, GraphQLObjectType) else {}

    def possible(self, interface: str) -> list[GraphQLObjectType]:
        """Return the types behind an interface."""
        kind = self.graphql.type_map[interface]
        assert isinstance(kind, GraphQLInterfaceType), "it was looked at"
        return sorted(self.graphql.get_possible_types(kind), key=lambda each: each.name)

    def implements(self, kind: GraphQLObjectType, interface: str) -> bool:
        """Tell whether a type is behind an interface."""
        return any(each.name == interface for each in kind.interfaces)


def success(union: GraphQLUnionType) -> GraphQLObjectType:
    """Return the one type of a union that is no refusal."""
    found: list[GraphQLObjectType] = [
        kind for kind in union.types if not any(interface.name == "Refusal" for interface in kind.interfaces)
    ]
    if len(found) != 1:
        raise CannotGenerate(f"{union.name} is not one success beside refusals")
    return found[0]


def argument_input(field: GraphQLField) -> GraphQLInputObjectType | None:
    """Return the type of a mutation's one argument `input`, None where there are no arguments."""
    if not field.args:
        return None
    kind = get_named_type(field.args["input"].type) if set(field.args) == {"input"} else None
    if not isinstance(kind, GraphQLInputObjectType):
        raise CannotGenerate("a mutation takes one argument, `input`")
    return kind


def own_fields(kind: GraphQLObjectType) -> Iterator[tuple[str, GraphQLField]]:
    """Yield the fields that are part of a type: those without arguments, which its own methods ask for."""
    for name, field in sorted(kind.fields.items()):
        if not field.args and name not in BESIDE.get(kind.name, ()):
            yield name, field


def python_name(kind: GraphQLNamedType) -> str:
    """Return what a type is called in Python."""
    return NAMES.get(kind.name, kind.name)


def snake(name: str) -> str:
    """Return a name of the schema as Python writes it."""
    written = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
    back = re.sub(r"_(\w)", lambda found: found[1].upper(), written)
    if iskeyword(written) or back != name:
        raise CannotGenerate(f"{name} cannot be written as a name in Python")
    return written


def annotation(kind: object, *, sent: bool = False) -> str:
    """Return a type as Python writes it; what is sent may be any sequence."""
    if isinstance(kind, GraphQLNonNull):
        return _present(kind.of_type, sent=sent)
    return f"{_present(kind, sent=sent)} | None"


def _present(kind: object, *, sent: bool) -> str:
    if isinstance(kind, GraphQLList):
        inner = kind.of_type
        if not sent and getattr(get_named_type(inner), "name", None) == OPTIONS:
            return "Options"
        return f"Sequence[{annotation(inner, sent=sent)}]" if sent else f"tuple[{annotation(inner)}, ...]"
    named = cast(GraphQLNamedType, kind)
    if isinstance(named, GraphQLScalarType):
        return SCALARS.get(named.name, "Any")
    if node := connected(named):
        return f"Page[{node}]"
    return INSTEAD.get(named.name) or python_name(named)


def connected(kind: GraphQLNamedType) -> str | None:
    """Return the type of a connection's items, None for what is no connection."""
    if not (isinstance(kind, GraphQLObjectType) and kind.name.endswith("Connection")):
        return None
    edge = get_named_type(kind.fields["edges"].type)
    assert isinstance(edge, GraphQLObjectType), "a connection has edges"
    return _present(get_named_type(edge.fields["node"].type), sent=False)


def mentioned(kinds: Iterable[object], *, sent: bool = False) -> set[str]:
    """Return the names that annotations of types need to have imported."""
    return {name for kind in kinds for name in re.findall(r"\w+", annotation(kind, sent=sent))}
