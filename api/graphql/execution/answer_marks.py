"""Marks on fields that decide how an answer is sent: with secrets, in public, to invalid tokens.

    token: str = strawberry.field(metadata=SECRET, description="…")

    @strawberry.field(metadata={**price(600), **public_for(60, is_over)}, description="…")

The answer to an operation with a secret field, wherever it is selected, is not compressed: the length of a
compressed answer would help to guess the secret (BREACH). Caches may keep the answer to a query all of whose
root fields are public, when the caller has no token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from inspect import isawaitable
from typing import Any, Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLField,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    get_named_type,
)
from msgspec import Struct

from api.graphql.execution.field_definitions import declared
from api.graphql.execution.validation.document_shape import Fragments, fragments_of

_CONFIDENTIAL: Final = "kibitz.confidential"
_PUBLIC: Final = "kibitz.public"
_ANONYMOUS: Final = "kibitz.anonymous"
_ADMITS_BANNED: Final = "kibitz.admits_banned"
SECRET: Final[Mapping[str, Any]] = {_CONFIDENTIAL: True}
"""Field metadata: the field holds a token or a one-time code."""


WITHOUT_TOKEN: Final[Mapping[str, Any]] = {_ANONYMOUS: True}
"""Root field metadata: the field does not ask who the caller is, so an invalid token does not matter."""
EVEN_BANNED: Final[Mapping[str, Any]] = {_ADMITS_BANNED: True}
"""Root field metadata: a banned player may select the field."""


class _Public(Struct, frozen=True):
    seconds: int
    when: Callable[[Any], bool] | None


def public_for(seconds: int, when: Callable[[Any], bool] | None = None) -> Mapping[str, Any]:
    """Return the metadata of a field about public things; caches may keep its answer for some seconds.

    With `when`, only values for which it returns True are public. A field inside another one can shorten the
    time, and needs no mark otherwise.
    """
    return {_PUBLIC: _Public(seconds, when)}


class AnswerMarks(Struct, frozen=True):
    """The marks of an operation's fields, together."""

    secret: bool = False
    """True if the answer may hold a secret."""
    max_age: int | None = None
    """Seconds for which caches may keep the answer for callers without a token; None for not at all."""
    ignores_token: bool = False
    """True if an invalid token does not matter."""
    admits_banned: bool = False
    """True if a banned player may execute the operation."""


NO_MARKS: Final = AnswerMarks()


def marks_of(
    schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode
) -> AnswerMarks:
    """Return the marks of an operation of a valid document."""
    root = schema.get_root_type(operation.operation)
    assert root is not None, "a valid document has operations of the schema only"
    selected = list(_selected(schema, fragments_of(document), operation.selection_set, root))
    at_root = [schema.get_field(parent, name) for parent, name in selected if parent is root]
    fields = (schema.get_field(parent, name) for parent, name in selected)
    ages = [mark.seconds for field in fields if (mark := declared(field, _PUBLIC)) is not None]
    is_query = operation.operation is OperationType.QUERY
    is_public = is_query and bool(at_root) and all(declared(field, _PUBLIC) for field in at_root)
    return AnswerMarks(
        secret=any((parent.name, name) in _secrets(schema) for parent, name in selected),
        max_age=min(ages) if is_public else None,
        ignores_token=bool(at_root) and all(declared(field, _ANONYMOUS) for field in at_root),
        admits_banned=bool(at_root) and all(declared(field, _ADMITS_BANNED) for field in at_root),
    )


def _selected(
    schema: GraphQLSchema, fragments: Fragments, selections: SelectionSetNode, parent: Any
) -> Iterator[tuple[Any, str]]:
    """Yield all selected fields, each as its type and name, and those of each fragment once."""
    pending, spread = [(selections, parent)], set[str]()
    while pending:
        selections, parent = pending.pop()
        for each in selections.selections:
            if isinstance(each, FieldNode):
                name = each.name.value
                if name == "__typename":
                    continue
                yield parent, name
                if each.selection_set is not None:
                    field = schema.get_field(parent, name)
                    assert field is not None, "a valid document has fields of the schema only"
                    pending.append((each.selection_set, get_named_type(field.type)))
            elif isinstance(each, InlineFragmentNode):
                pending.append((each.selection_set, _condition(schema, each, parent)))
            elif isinstance(each, FragmentSpreadNode) and each.name.value not in spread:
                spread.add(each.name.value)
                fragment = fragments[each.name.value]
                pending.append((fragment.selection_set, _condition(schema, fragment, parent)))


def _condition(schema: GraphQLSchema, node: InlineFragmentNode | FragmentDefinitionNode, parent: Any) -> Any:
    return parent if node.type_condition is None else schema.type_map[node.type_condition.name.value]


@lru_cache(maxsize=4)
def _secrets(schema: GraphQLSchema) -> frozenset[tuple[str, str]]:
    """Return the secret fields; a field of an interface is one if it is secret in one of its types."""
    found = set[tuple[str, str]]()
    for kind in schema.type_map.values():
        if not isinstance(kind, GraphQLObjectType):
            continue
        for name, field in kind.fields.items():
            if declared(field, _CONFIDENTIAL):
                found |= {(each.name, name) for each in (kind, *kind.interfaces)}
    return frozenset(found)


def observe_public_fields(root: GraphQLObjectType) -> None:
    """Make each field of the queries whose mark has a condition note in the context when it is not met."""
    for field in root.fields.values():
        mark = declared(field, _PUBLIC)
        if mark is not None and mark.when is not None and field.resolve is not None:
            field.resolve = _observed(field.resolve, mark.when)


def observed(field: GraphQLField, resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Return a resolver of a root field that notes in the context when its mark's condition is not met."""
    mark = declared(field, _PUBLIC)
    return resolve if mark is None or mark.when is None else _observed(resolve, mark.when)


def _observed(resolve: Callable[..., Any], when: Callable[[Any], bool]) -> Callable[..., Any]:
    def observed(source: Any, info: Any, *arguments: Any, **named: Any) -> Any:
        answer = resolve(source, info, *arguments, **named)
        return judged(answer, info.context) if info.context.cacheable else answer

    async def judged(answer: Any, context: Any) -> Any:
        value = await answer if isawaitable(answer) else answer
        if value is None or not when(value):
            context.cacheable = False
        return value

    return observed
