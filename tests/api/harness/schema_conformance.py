"""Checks an answer against the schema alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any, Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    NameNode,
    OperationDefinitionNode,
    SelectionSetNode,
    Visitor,
    get_named_type,
    is_abstract_type,
    is_list_type,
    is_non_null_type,
    visit,
)

_TYPENAME: Final = "__typename"
_CARD: Final = re.compile(r"[2-9TJQKA][HCSD]|JOKER|\?\?")
_INT: Final = range(-(2**31), 2**31)
_COUNT: Final = range(2**53)


class _Named(Visitor):
    def leave_selection_set(self, node: SelectionSetNode, *_: Any) -> Any:
        return SelectionSetNode(selections=(*node.selections, FieldNode(name=NameNode(value=_TYPENAME))))


def named(document: DocumentNode) -> DocumentNode:
    """Return a document that also asks for the type of every object, without which it cannot be judged."""
    changed: DocumentNode = visit(document, _Named())
    return changed


def broken(schema: GraphQLSchema, document: DocumentNode, data: Any) -> list[str]:
    """Return where the data of an answer is not what the document asks for and the schema promises."""
    fragments = {
        each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)
    }
    [operation] = (each for each in document.definitions if isinstance(each, OperationDefinitionNode))
    root = schema.get_root_type(operation.operation)
    assert root is not None
    return list(_Judge(schema, fragments).objects([operation.selection_set], root, data, "data"))


class _Judge:
    def __init__(self, schema: GraphQLSchema, fragments: dict[str, FragmentDefinitionNode]) -> None:
        self._schema = schema
        self._fragments = fragments

    def objects(self, asked: Iterable[Any], kind: Any, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{where} is no object: {value!r}"
            return
        name = value.get(_TYPENAME)
        own = self._schema.type_map.get(str(name))
        if not isinstance(own, GraphQLObjectType) or not self._is(own, kind):
            yield f"{where} is a {name!r}, not a {kind}"
            return
        fields: defaultdict[str, list[FieldNode]] = defaultdict(list)
        for node in self._fields(asked, own):
            fields[node.alias.value if node.alias else node.name.value].append(node)
        if fields.keys() != value.keys():
            yield f"{where} has {sorted(value)}, not {sorted(fields)}"
            return
        for key, nodes in fields.items():
            if nodes[0].name.value != _TYPENAME:
                field = self._schema.get_field(own, nodes[0].name.value)
                assert field is not None
                yield from self._value(nodes, field.type, value[key], f"{where}.{key}")

    def _fields(self, asked: Iterable[Any], kind: GraphQLObjectType) -> Iterator[FieldNode]:
        for selection_set in asked:
            for each in selection_set.selections if selection_set else ():
                match each:
                    case FieldNode():
                        yield each
                    case FragmentSpreadNode():
                        yield from self._within(self._fragments[each.name.value], kind)
                    case InlineFragmentNode():
                        yield from self._within(each, kind)

    def _within(self, fragment: Any, kind: GraphQLObjectType) -> Iterator[FieldNode]:
        condition = fragment.type_condition
        if condition is None or self._is(kind, self._schema.type_map[condition.name.value]):
            yield from self._fields([fragment.selection_set], kind)

    def _is(self, kind: GraphQLObjectType, wanted: Any) -> bool:
        return kind is wanted or (is_abstract_type(wanted) and self._schema.is_sub_type(wanted, kind))

    def _value(self, nodes: list[FieldNode], kind: Any, value: Any, where: str) -> Iterator[str]:
        if is_non_null_type(kind):
            if value is None:
                yield f"{where} is null"
                return
            kind = kind.of_type
        if value is None:
            return
        if is_list_type(kind):
            if not isinstance(value, list):
                yield f"{where} is no list: {value!r}"
                return
            for number, each in enumerate(value):
                yield from self._value(nodes, kind.of_type, each, f"{where}[{number}]")
        elif nodes[0].selection_set is not None:
            yield from self.objects(
                (node.selection_set for node in nodes), get_named_type(kind), value, where
            )
        elif not _fits(kind, value):
            yield f"{where} is no {kind}: {value!r}"


def _fits(kind: Any, value: Any) -> bool:
    if isinstance(kind, GraphQLEnumType):
        return value in kind.values
    number = isinstance(value, int) and not isinstance(value, bool)
    match kind.name:
        case "Int":
            return number and value in _INT
        case "Version" | "Position":
            return number and value in _COUNT
        case "Float":
            return number or isinstance(value, float)
        case "Boolean":
            return isinstance(value, bool)
        case "Card":
            return isinstance(value, str) and _CARD.fullmatch(value) is not None
        case "Date":
            return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
        case "DateTime":
            return isinstance(value, str) and value.endswith("Z") and bool(datetime.fromisoformat(value))
        case "PathSegment":
            return number or isinstance(value, str)
        case "String" | "ID" | "Cursor":
            return isinstance(value, str)
    raise TypeError(f"say in {__name__} what a {kind} looks like")
