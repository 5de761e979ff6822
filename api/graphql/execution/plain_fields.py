"""Readers of plain fields and of values at hand, without the steps that Strawberry takes for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphql import GraphQLObjectType, GraphQLResolveInfo

from api.graphql.execution.field_definitions import definition_of
from api.graphql.execution.immediate_values import NotAtHand, Read, read_of
from api.graphql.types.field_values import completed_field, read_field


def install_readers(kind: GraphQLObjectType) -> None:
    """Install fast readers for the fields of a type that have one."""
    for field in kind.fields.values():
        defined = definition_of(field)
        if defined is None:
            continue
        if defined.is_basic_field:
            field.resolve = _reader(defined.python_name)
        elif (read := read_of(defined)) is not None and field.resolve is not None:
            field.resolve = _immediate(read, field.resolve)


def _immediate(read: Read, resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Return a resolver that reads a value at hand, and else does what the field's own resolver does."""

    def resolve_at_once(value: Any, info: GraphQLResolveInfo[Any], **arguments: Any) -> Any:
        try:
            return read(value, info.context)
        except NotAtHand:
            return resolve(value, info, **arguments)

    return resolve_at_once


def _reader(name: str) -> Callable[..., Any]:
    def read(value: Any, info: GraphQLResolveInfo[Any]) -> Any:
        try:
            return read_field(value, name)
        except NotAtHand:
            return completed_field(value, name, info.context)

    return read
