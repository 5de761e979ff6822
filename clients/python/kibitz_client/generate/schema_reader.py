"""Reads the schema, sorts its types and maps their names to Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from keyword import iskeyword
from typing import Final, TypeAlias, cast

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
    is_leaf_type,
)

from kibitz_client import documents
from kibitz_client.generate.references import ROOTS, with_references

NAMES: Final = {"GameEvent": "Event"}
"""Types with another name in the client."""
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
REPLACEMENTS: Final = {"Game": "GameState"}
"""Classes used in answers in place of a generated type: a GameState is a game with its legal moves."""
EXTRA_FIELDS: Final = {"Game": ("legalMoves",)}
"""Fields that documents select but only the replacement class reads."""
_LISTED_GAME: Final = """access createdAt endedAt id length maxPlayers organizer players stage startedAt
variant version winners you"""
LISTED: Final = {"Game": ("ListedGame", _LISTED_GAME.split())}
"""Types that lists hold in place of another: its fields that the server need not compute for every item."""
OMITTED: Final[dict[str, tuple[str, ...]]] = {
    **documents.OMITTED,
    "Game": (
        "createdAt",
        "endedAt",
        "hint",
        "length",
        "rematch",
        "rematchOf",
        "series",
        "startedAt",
        "suggestion",
        "talk",
    ),
    "GameMoment": ("legalMoves",),
    "Me": ("muted", "sessions"),
    "Query": ("nodes",),
    "Refusal": ("arguments", "game", "inputPath"),
    # Not a part of what a seat knows of its game; `table_signals` sends it.
    "Seat": ("present",),
    "Session": ("current",),
}
"""Fields that documents do not select, by type or interface: the server would read them for every answer."""
OPTIONS: Final = "OptionSetting"
"""A list of this type is parsed as a mapping."""
MIXINS: Final = {"Game": "GameMixin", "GameMoment": "GameMixin", "Result": "ResultMixin"}
"""Types with additional methods."""
INTERFACES: Final = (
    *("CommandAccepted", "GameEvent", "GameView", "ModerationAccepted"),
    *("Move", "Node", "Offer", "Refusal", "SessionsEnded"),
    "TokenIssued",
)
"""The interfaces that the client supports."""
SUCCESS: Final = "CommandAccepted"
"""The interface of accepted commands, and the class of all of them."""
NEVER_NULL: Final = frozenset({"CommandAccepted.game"})
"""Fields that are null only beside an error; the client raises errors."""

ObjectType: TypeAlias = GraphQLObjectType | GraphQLInterfaceType
"""A type with fields of its own."""


class CannotGenerate(Exception):
    """The schema has a construct that the generator does not support."""


class Schema:
    """A schema with its types sorted by their role."""

    def __init__(self, sdl: str) -> None:
        self.graphql: GraphQLSchema = build_schema(sdl)
        named = [kind for name, kind in sorted(self.graphql.type_map.items()) if not name.startswith("__")]
        named += with_references(named)
        self.named: dict[str, GraphQLNamedType] = {kind.name: kind for kind in named}
        interfaces = {kind.name for kind in named if isinstance(kind, GraphQLInterfaceType)}
        if unsupported := interfaces.difference(INTERFACES):
            raise CannotGenerate(f"the interfaces {', '.join(sorted(unsupported))} are not supported")
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
        self.accounts = [kind for kind in self.successes if not self.implements(kind, SUCCESS)]
        types = [kind for kind in objects if kind.name not in apart | outcomes | {OPTIONS}]
        types += [_listed(kind) for kind in types if kind.name in LISTED]
        self.updates = _with_replaced_fields(types)
        """Types that contain a replaced class, which is itself written in terms of the other types."""
        self.types = sorted((kind for kind in types if kind not in self.updates), key=lambda kind: kind.name)
        inputs = [kind for kind in named if isinstance(kind, GraphQLInputObjectType)]
        wrappers = {argument_input(field) for field in self.root("Mutation").values()}
        self.inputs = [kind for kind in inputs if kind not in wrappers]

    def root(self, name: str) -> dict[str, GraphQLField]:
        """Return the fields of a root type."""
        kind = self.graphql.type_map.get(name)
        if not isinstance(kind, GraphQLObjectType):
            return {}
        fields = sorted(kind.fields.items())
        return {field: each for field, each in fields if field not in OMITTED.get(name, ())}

    def interface(self, name: str) -> GraphQLInterfaceType:
        """Return an interface."""
        kind = self.graphql.type_map[name]
        assert isinstance(kind, GraphQLInterfaceType), "all interfaces are checked"
        return kind

    def possible(self, interface: str) -> list[GraphQLObjectType]:
        """Return the types that implement an interface."""
        found = self.graphql.get_possible_types(self.interface(interface))
        return sorted(found, key=lambda each: each.name)

    def implements(self, kind: GraphQLObjectType, interface: str) -> bool:
        """Return whether a type implements an interface."""
        return any(each.name == interface for each in kind.interfaces)


def is_refusal(kind: GraphQLObjectType) -> bool:
    """Return whether a type is a refusal."""
    return any(interface.name == "Refusal" for interface in kind.interfaces)


def success(union: GraphQLUnionType) -> GraphQLObjectType:
    """Return the only type of a union that is not a refusal."""
    found: list[GraphQLObjectType] = [kind for kind in union.types if not is_refusal(kind)]
    if len(found) != 1:
        raise CannotGenerate(f"{union.name} is not a union of one success and refusals")
    return found[0]


def argument_input(field: GraphQLField) -> GraphQLInputObjectType | None:
    """Return the type of a mutation's argument `input`; None for a mutation without arguments."""
    if not field.args:
        return None
    kind = get_named_type(field.args["input"].type) if set(field.args) == {"input"} else None
    if not isinstance(kind, GraphQLInputObjectType):
        raise CannotGenerate("a mutation must have one argument, `input`")
    return kind


def _listed(kind: GraphQLObjectType) -> GraphQLObjectType:
    """Return the type that lists hold in place of another."""
    name, names = LISTED[kind.name]
    fields = {each: kind.fields[each] for each in names}
    return GraphQLObjectType(name, fields, kind.interfaces, description=f"{kind.description} In a list.")


def listed_name(kind: GraphQLNamedType) -> str:
    """Return the name of the type that lists hold for a type."""
    return LISTED[kind.name][0] if kind.name in LISTED else kind.name


def _with_replaced_fields(kinds: list[GraphQLObjectType]) -> list[GraphQLObjectType]:
    """Return the types with a field of a replaced class or, in turn, of such a type."""
    behind = {kind.name: _replaced_or_own_types(kind) for kind in kinds}
    found: set[str] = set(REPLACEMENTS.values())
    while more := {name for name, names in behind.items() if names & found} - found:
        found |= more
    return [kind for kind in kinds if kind.name in found]


def _replaced_or_own_types(kind: GraphQLObjectType) -> set[str]:
    return {name for _, field in own_fields(kind) for name in re.findall(r"\w+", annotation(field.type))}


def selected_fields(kind: ObjectType) -> Iterator[tuple[str, GraphQLField]]:
    """Yield the fields that documents select; fields with arguments have their own methods."""
    names = {kind.name, *(each.name for each in kind.interfaces)}
    omitted = {field for name in names for field in OMITTED.get(name, ())}
    for name, field in sorted(kind.fields.items()):
        if not field.args and name not in omitted:
            yield name, field


def separate_fields(kind: ObjectType) -> Iterator[tuple[str, GraphQLField]]:
    """Yield the fields that have methods of their own: those with arguments, and objects left out."""
    selected = {name for name, _ in selected_fields(kind)}
    for name, field in sorted(kind.fields.items()):
        if name not in selected and not is_leaf_type(get_named_type(field.type)):
            yield name, field


def own_fields(kind: ObjectType) -> Iterator[tuple[str, GraphQLField]]:
    """Yield the fields of a generated type."""
    for name, field in selected_fields(kind):
        if name not in EXTRA_FIELDS.get(kind.name, ()):
            yield name, field


def field_annotation(kind: GraphQLNamedType, name: str, field: GraphQLField) -> str:
    """Return the Python annotation of a field of a generated type."""
    never_null = f"{kind.name}.{name}" in NEVER_NULL
    return _present(field.type, sent=False) if never_null else annotation(field.type)


def python_name(kind: GraphQLNamedType) -> str:
    """Return the name of a type in Python."""
    return NAMES.get(kind.name, kind.name)


def snake(name: str) -> str:
    """Convert a name of the schema to snake case."""
    written = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
    back = re.sub(r"_(\w)", lambda found: found[1].upper(), written)
    if iskeyword(written) or back != name:
        raise CannotGenerate(f"{name} cannot be converted to a Python name")
    return written


def annotation(kind: object, *, sent: bool = False) -> str:
    """Return the Python annotation of a type; lists that are sent accept any sequence."""
    if isinstance(kind, GraphQLNonNull):
        return _present(kind.of_type, sent=sent)
    return f"{_present(kind, sent=sent)} | None"


def _present(kind: object, *, sent: bool) -> str:
    if isinstance(kind, GraphQLList):
        inner = kind.of_type
        if not sent and getattr(get_named_type(inner), "name", None) == OPTIONS:
            return "Options"
        if sent:
            return f"Sequence[{annotation(inner, sent=True)}]"
        item = cast(GraphQLNamedType, get_named_type(inner))
        return f"tuple[{listed_name(item) if item.name in LISTED else annotation(inner)}, ...]"
    named = cast(GraphQLNamedType, kind)
    if isinstance(named, GraphQLScalarType):
        return SCALARS.get(named.name, "Any")
    if node := connected(named):
        return f"Page[{node}]"
    return REPLACEMENTS.get(named.name) or python_name(named)


def connected(kind: GraphQLNamedType) -> str | None:
    """Return the type of a connection's items; None for other types."""
    if not (isinstance(kind, GraphQLObjectType) and kind.name.endswith("Connection")):
        return None
    edge = get_named_type(kind.fields["edges"].type)
    assert isinstance(edge, GraphQLObjectType), "a connection has edges"
    node = get_named_type(edge.fields["node"].type)
    return listed_name(node) if node.name in LISTED else _present(node, sent=False)


def annotation_names(kinds: Iterable[object], *, sent: bool = False) -> set[str]:
    """Return the names that the annotations of types need imported."""
    return {name for kind in kinds for name in re.findall(r"\w+", annotation(kind, sent=sent))}
