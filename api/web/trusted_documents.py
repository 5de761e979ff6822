"""Trusted documents: operations stored on the server and requested by id.

The files in `web/operations` contain the operations of the pages. The other documents are derived from the
schema when the server starts: a mutation for each command, and fragments with all fields of events, offers,
moves and refusals. The pages can therefore show and play a game without documents of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    NoUnusedFragmentsRule,
    OperationDefinitionNode,
    Source,
    Visitor,
    get_named_type,
    is_abstract_type,
    parse,
    print_ast,
    validate,
    visit,
)
from graphql.language import FragmentSpreadNode

from api.graphql.execution.validation.validation_rules import RULES

PREFIX: Final = "sha256:"
"""The prefix of document ids, by the draft on persisted documents of GraphQL over HTTP."""
_FRAGMENTS: Final = {
    "Event": "GameEvent",
    "OfferFields": "Offer",
    "MoveFields": "Move",
    "RefusalFields": "Refusal",
}
"""The interfaces with a fragment of all their fields, by the fragments' names."""
_OMITTED: Final = {
    "Event": frozenset({"at", "by", "record", "variant"}),
    "OfferFields": frozenset({"moves"}),
    "RefusalFields": frozenset({"game"}),
}
"""Fields that pages request only where needed: a discard expands into all subsets of a hand, for example, and
the record of an event repeats its other fields."""


_DERIVED_SOURCE: Final = "documents derived from the schema"
_RULES: Final = tuple(rule for rule in RULES if rule is not NoUnusedFragmentsRule)
"""The validation rules of documents; derived fragments may be unused."""
Definition: TypeAlias = OperationDefinitionNode | FragmentDefinitionNode


class InvalidDocuments(Exception):
    """The operations on disk do not fit the schema."""


class TrustedDocuments:
    """Documents by id; each contains one operation and the fragments that it needs."""

    def __init__(self, schema: GraphQLSchema, files: Iterable[Path]) -> None:
        """Read operations and fragments; raises InvalidDocuments, which names the invalid one."""
        sources = (*_on_disk(files), *_derived(schema))
        definitions = dict(_definitions_in(sources))
        # Validated together, so that shared fragments are validated once.
        for error in validate(schema, DocumentNode(definitions=tuple(definitions.values())), _RULES):
            raise _invalid_documents(error)
        documents = {name: _document(name, definitions) for name in sorted(_operations(definitions))}
        printed = {name: print_ast(node) for name, node in definitions.items()}
        # The id is the digest of the printed text, so the layout on disk does not matter.
        texts = {name: "\n\n".join(printed[each] for each in names) for name, names in documents.items()}
        self.ids: Mapping[str, str] = {name: _id(text) for name, text in texts.items()}
        """The id of each document, by the name of its operation."""
        self.parsed: Mapping[str, DocumentNode] = {
            texts[name]: DocumentNode(definitions=tuple(definitions[each] for each in names))
            for name, names in documents.items()
        }
        """The parsed documents, by their texts."""
        self._texts = {_id(text): text for text in texts.values()}

    def find(self, id: str) -> str | None:
        """Return the text of a document by its id."""
        return self._texts.get(id)


def _id(text: str) -> str:
    return PREFIX + sha256(text.encode()).hexdigest()


def _on_disk(files: Iterable[Path]) -> Iterator[Source]:
    for path in sorted(files, key=lambda path: path.name):
        yield Source(path.read_text(encoding="utf-8"), path.name)


def _definitions_in(sources: Iterable[Source]) -> Iterator[tuple[str, Definition]]:
    """Yield the definitions of the sources with their names; each name may be defined once."""
    files: dict[str, str] = {}
    for source in sources:
        try:
            document = parse(source)
        except GraphQLError as error:
            raise _invalid_documents(error) from error
        for node in document.definitions:
            if not isinstance(node, OperationDefinitionNode | FragmentDefinitionNode) or node.name is None:
                raise InvalidDocuments(f"{source.name}: only named operations and fragments may be defined")
            name = node.name.value
            if name in files:
                raise InvalidDocuments(f"{source.name}: {name} is defined in {files[name]} already")
            files[name] = source.name
            yield name, node


def _invalid_documents(error: GraphQLError) -> InvalidDocuments:
    where = error.source.name if error.source else "the operations"
    line = f", line {error.locations[0].line}" if error.locations else ""
    return InvalidDocuments(f"{where}{line}: {error.message}")


def _operations(definitions: Mapping[str, Definition]) -> Iterator[str]:
    return (name for name, node in definitions.items() if isinstance(node, OperationDefinitionNode))


def _document(name: str, definitions: Mapping[str, Definition]) -> list[str]:
    """Return the names of an operation and of all fragments that it needs."""
    needed, pending = set[str](), [name]
    while pending:
        for spread in _spreads(definitions[pending.pop()]):
            if spread not in needed:
                needed.add(spread)
                pending.append(spread)
    return [name, *sorted(needed)]


class _Spreads(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_: object) -> None:
        self.names.append(node.name.value)


def _spreads(node: Definition) -> list[str]:
    visitor = _Spreads()
    visit(node, visitor)
    return visitor.names


def _derived(schema: GraphQLSchema) -> Iterator[Source]:
    """Yield the documents derived from the schema."""
    for name, interface in _FRAGMENTS.items():
        fields = _selection_of(schema, _interface(schema, interface), _OMITTED.get(name, frozenset()))
        yield Source(f"fragment {name} on {interface} {{ {fields} }}", _DERIVED_SOURCE)
    accepted = set(schema.get_possible_types(_interface(schema, "CommandAccepted")))
    assert schema.mutation_type is not None, "commands are mutations"
    for mutation, field in schema.mutation_type.fields.items():
        payload = get_named_type(field.type)
        assert isinstance(payload, GraphQLUnionType), "every mutation returns a payload"
        if not accepted.isdisjoint(payload.types):
            name = mutation[0].upper() + mutation[1:]
            takes = field.args["input"].type
            called = f"done: {mutation}(input: $input) {{ __typename ...Accepted ...RefusalFields }}"
            yield Source(f"mutation {name}($input: {takes}) {{ {called} }}", _DERIVED_SOURCE)


def _interface(schema: GraphQLSchema, name: str) -> GraphQLInterfaceType:
    kind = schema.type_map[name]
    assert isinstance(kind, GraphQLInterfaceType), "the schema has it"
    return kind


def _selection_of(schema: GraphQLSchema, kind: GraphQLInterfaceType, omitted: frozenset[str]) -> str:
    shared = _fields(kind, omitted)
    own = (
        f"... on {each.name} {{ {fields} }}"
        for each in schema.get_possible_types(kind)
        if (fields := _fields(each, omitted | set(kind.fields)))
    )
    return " ".join(["__typename", shared, *own])


def _fields(kind: GraphQLObjectType | GraphQLInterfaceType, omitted: frozenset[str] | set[str]) -> str:
    return " ".join(
        f"{name} {{ {_fields(inner, set())} }}" if isinstance(inner, GraphQLObjectType) else name
        for name, field in kind.fields.items()
        if name not in omitted and not field.args
        for inner in [get_named_type(field.type)]
        if not is_abstract_type(inner)
    )
