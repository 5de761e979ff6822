"""Readers of plain fields: attributes of a value, read without the steps that Strawberry takes for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphql import GraphQLObjectType, GraphQLResolveInfo

from api.graphql.execution.field_definitions import definition_of
from api.graphql.execution.immediate_values import NotAtHand
from api.graphql.types.field_values import completed_field, read_field


def install_readers(kind: GraphQLObjectType) -> None:
    """Install fast readers for the plain fields of a type."""
    for field in kind.fields.values():
        defined = definition_of(field)
        if defined is not None and defined.is_basic_field:
            field.resolve = _reader(defined.python_name)


def _reader(name: str) -> Callable[..., Any]:
    def read(value: Any, info: GraphQLResolveInfo[Any]) -> Any:
        try:
            return read_field(value, name)
        except NotAtHand:
            return completed_field(value, name, info.context)

    return read
