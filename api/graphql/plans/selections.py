"""Collects the fields of selections, for given values of the variables in `@skip` and `@include`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from graphql import (
    BooleanValueNode,
    DirectiveNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    NamedTypeNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
    is_abstract_type,
)
from graphql.language import Node

from api.graphql.plans.signals import Unsupported

Truth: TypeAlias = Mapping[str, bool]
"""The values of the variables in `@skip` and `@include`, by name."""
Fields: TypeAlias = dict[str, list[FieldNode]]
"""Selected fields by response name, in the order of the answer."""


class Selections:
    """Collects fields as the specification says (CollectFields), with fragments and type conditions.

    Source: https://spec.graphql.org/October2021/#CollectFields().
    """

    def __init__(self, schema: GraphQLSchema, document: DocumentNode, truth: Truth) -> None:
        self._schema = schema
        self._fragments = fragments_of(document)
        self._truth = truth

    def fields(self, kind: GraphQLObjectType, sets: Iterable[SelectionSetNode]) -> Fields:
        """Return the fields of an object type in some selection sets; raises Unsupported."""
        found: Fields = {}
        visited: set[str] = set()
        for each in sets:
            self._collect(kind, each, found, visited)
        return found

    def _collect(
        self, kind: GraphQLObjectType, selections: SelectionSetNode, found: Fields, visited: set[str]
    ) -> None:
        for each in selections.selections:
            if not self._is_included(each.directives):
                continue
            if isinstance(each, FieldNode):
                found.setdefault(each.alias.value if each.alias else each.name.value, []).append(each)
            elif isinstance(each, InlineFragmentNode):
                if self._applies(kind, each.type_condition):
                    self._collect(kind, each.selection_set, found, visited)
            elif isinstance(each, FragmentSpreadNode) and each.name.value not in visited:
                fragment = self._fragments[each.name.value]
                if fragment.variable_definitions:
                    raise Unsupported("variables of fragments")
                if self._applies(kind, fragment.type_condition):
                    visited.add(each.name.value)
                    self._collect(kind, fragment.selection_set, found, visited)

    def _is_included(self, directives: Iterable[DirectiveNode] | None) -> bool:
        for each in directives or ():
            name = each.name.value
            if name not in ("skip", "include"):
                raise Unsupported(f"the directive @{name}")
            (condition,) = each.arguments or ()
            value = condition.value
            if isinstance(value, VariableNode):
                holds = self._truth[value.name.value]
            elif isinstance(value, BooleanValueNode):
                holds = value.value
            else:
                raise Unsupported(f"a condition of @{name}")
            if holds is (name == "skip"):
                return False
        return True

    def _applies(self, kind: GraphQLObjectType, condition: NamedTypeNode | None) -> bool:
        if condition is None or condition.name.value == kind.name:
            return True
        named = self._schema.type_map[condition.name.value]
        return is_abstract_type(named) and self._schema.is_sub_type(named, kind)


def fragments_of(document: DocumentNode) -> dict[str, FragmentDefinitionNode]:
    """Return a document's fragments by name."""
    return {
        each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)
    }


def conditions_of(document: DocumentNode, operation: OperationDefinitionNode) -> tuple[str, ...]:
    """Return the names of the variables in `@skip` and `@include` of an operation, sorted."""
    found = {
        argument.value.name.value
        for directive in _directives(document, operation)
        for argument in directive.arguments or ()
        if isinstance(argument.value, VariableNode)
    }
    return tuple(sorted(found))


def _directives(document: DocumentNode, operation: OperationDefinitionNode) -> Iterator[DirectiveNode]:
    fragments = fragments_of(document)
    pending: list[Node] = [operation]
    visited: set[str] = set()
    while pending:
        node = pending.pop()
        if not isinstance(node, OperationDefinitionNode | FragmentDefinitionNode):
            yield from getattr(node, "directives", None) or ()
        selections = getattr(node, "selection_set", None)
        pending += selections.selections if selections else ()
        if isinstance(node, FragmentSpreadNode) and node.name.value not in visited:
            visited.add(node.name.value)
            pending.append(fragments[node.name.value])
