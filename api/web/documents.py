"""Trusted documents: operations that lie on the server's disk, and are asked for by their ids alone.

The files in `web/operations` say what pages ask; the rest follows from the schema when the server starts: a
mutation for each command, and fragments that tell all there is of events, offers, moves and refusals. So the
pages can show a game, and play it, that nobody wrote a document for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
    Visitor,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    parse,
    print_ast,
    validate,
    visit,
)
from graphql.language import FragmentSpreadNode

PREFIX: Final = "sha256:"
"""How ids of documents begin, by the draft on persisted documents of GraphQL over HTTP."""
_DERIVED: Final = {
    "Event": "GameEvent",
    "OfferFields": "Offer",
    "MoveFields": "Move",
    "RefusalFields": "Refusal",
}
"""Fragments that tell all there is of an interface, by their names."""
_LEFT_OUT: Final = {"OfferFields": frozenset({"moves"})}
"""What a page asks for where it needs it: a discard expands into all subsets of a hand."""


class InvalidDocuments(Exception):
    """The operations on disk do not fit the schema."""


class TrustedDocuments:
    """Documents by their ids."""

    def __init__(self, schema: GraphQLSchema, files: Iterable[Path]) -> None:
        """Read operations and fragments; raises InvalidDocuments, which names the one at fault."""
        operations: dict[str, OperationDefinitionNode] = {}
        fragments: dict[str, FragmentDefinitionNode] = {}
        for name, text in (*_on_disk(files), *_derived(schema)):
            for node in _parsed(name, text).definitions:
                kept = operations if isinstance(node, OperationDefinitionNode) else fragments
                if (
                    not isinstance(node, OperationDefinitionNode | FragmentDefinitionNode)
                    or node.name is None
                ):
                    raise InvalidDocuments(
                        f"{name}: every definition is an operation or a fragment with a name"
                    )
                if node.name.value in kept:
                    raise InvalidDocuments(f"{name}: there are two definitions of {node.name.value}")
                kept[node.name.value] = node  # type: ignore[assignment]
        texts = {name: _whole(name, node, fragments) for name, node in operations.items()}
        for name, text in texts.items():
            if errors := validate(schema, parse(text)):
                raise InvalidDocuments(f"{name}: {errors[0].message}")
        self.ids: Mapping[str, str] = {name: _id(text) for name, text in sorted(texts.items())}
        """The id of each operation, by its name."""
        self._texts = {_id(text): text for text in texts.values()}

    def find(self, given: str) -> str | None:
        """Return the text of a document by its id."""
        return self._texts.get(given)


def _id(text: str) -> str:
    return PREFIX + sha256(text.encode()).hexdigest()


def _on_disk(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    for path in sorted(files):
        yield path.name, path.read_text(encoding="utf-8")


def _parsed(name: str, text: str) -> DocumentNode:
    try:
        return parse(text, no_location=True)
    except GraphQLError as error:
        raise InvalidDocuments(f"{name}: {error.message}") from error


def _whole(
    name: str, operation: OperationDefinitionNode, fragments: Mapping[str, FragmentDefinitionNode]
) -> str:
    """Return an operation with all fragments that it needs, as one text."""
    needed: dict[str, FragmentDefinitionNode] = {}
    look: list[OperationDefinitionNode | FragmentDefinitionNode] = [operation]
    while look:
        for spread in _spreads(look.pop()):
            if spread not in fragments:
                raise InvalidDocuments(f"{name}: there is no fragment {spread}")
            if spread not in needed:
                needed[spread] = fragments[spread]
                look.append(fragments[spread])
    return "\n\n".join(print_ast(node) for node in (operation, *(needed[each] for each in sorted(needed))))


class _Spreads(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_: object) -> None:
        self.names.append(node.name.value)


def _spreads(node: OperationDefinitionNode | FragmentDefinitionNode) -> list[str]:
    found = _Spreads()
    visit(node, found)
    return found.names


def _derived(schema: GraphQLSchema) -> Iterator[tuple[str, str]]:
    for name, interface in _DERIVED.items():
        kind = schema.type_map[interface]
        assert isinstance(kind, GraphQLInterfaceType), "the schema has it"
        yield (
            name,
            f"fragment {name} on {interface} {{ {_all_of(schema, kind, _LEFT_OUT.get(name, frozenset()))} }}",
        )
    assert schema.mutation_type is not None, "commands are mutations"
    for mutation, field in schema.mutation_type.fields.items():
        if get_named_type(field.type).name == "CommandResult":
            name = mutation[0].upper() + mutation[1:]
            takes = field.args["input"].type
            yield (
                name,
                f"mutation {name}($input: {takes}) {{ done: {mutation}(input: $input) {{ ...Outcome }} }}",
            )


def _all_of(schema: GraphQLSchema, kind: GraphQLInterfaceType, left_out: frozenset[str]) -> str:
    shared = _fields(kind, left_out)
    own = (
        f"... on {each.name} {{ {fields} }}"
        for each in schema.get_possible_types(kind)
        if (fields := _fields(each, left_out | set(kind.fields)))
    )
    return " ".join(["__typename", shared, *own])


def _fields(kind: GraphQLObjectType | GraphQLInterfaceType, left_out: frozenset[str] | set[str]) -> str:
    return " ".join(
        f"{name} {{ {_fields(inner, set())} }}" if isinstance(inner, GraphQLObjectType) else name
        for name, field in kind.fields.items()
        if name not in left_out and not field.args
        for inner in [get_named_type(field.type)]
        if is_leaf_type(inner) or not is_abstract_type(inner)
    )
