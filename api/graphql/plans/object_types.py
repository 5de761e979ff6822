"""Finds the object types of values; the class of a value decides."""

from __future__ import annotations

from inspect import isawaitable
from types import SimpleNamespace
from typing import Any

from graphql import (
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    default_type_resolver,
    is_abstract_type,
)

from api.graphql.plans.fields import FieldReader
from api.graphql.plans.signals import Slow


class ObjectTypes:
    """The object types of values by class, resolved by the schema once for each class."""

    def __init__(self, schema: GraphQLSchema, fields: FieldReader) -> None:
        self._schema = schema
        self._fields = fields
        self._known: dict[tuple[str, type], str] = {}

    def name_of(self, kind: GraphQLNamedType, value: Any) -> str:
        """Return the name of the object type of a value; raises Slow if it is not of the given type."""
        key = kind.name, self._fields.class_of(value)
        name = self._known.get(key)
        if name is None:
            name = self._known[key] = self._resolve(kind, value)
        return name

    def _resolve(self, kind: Any, value: Any) -> str:
        if isinstance(value, Exception):
            raise Slow("an error as a value")
        # Only errors name the field, and graphql-core reports those.
        info: Any = SimpleNamespace(
            schema=self._schema, context=None, field_name="", is_awaitable=isawaitable
        )
        name = kind.name
        if is_abstract_type(kind):
            name = (kind.resolve_type or default_type_resolver)(value, info, kind)
        found = self._schema.type_map.get(name) if isinstance(name, str) else None
        if not isinstance(found, GraphQLObjectType):
            raise Slow(f"a value of no type of {kind.name}")
        if is_abstract_type(kind) and not self._schema.is_sub_type(kind, found):
            raise Slow(f"a value of another type than {kind.name}")
        if found.is_type_of is not None and found.is_type_of(value, info) is not True:
            raise Slow(f"a value of another type than {found.name}")
        return found.name
