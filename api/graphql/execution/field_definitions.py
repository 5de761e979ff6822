"""The declaration behind a field of the schema, and what is declared on it."""

from __future__ import annotations

from typing import Any

from graphql import GraphQLField
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.field import StrawberryField


def definition_of(field: GraphQLField | None) -> StrawberryField | None:
    """Return the declaration of a field, None for a field of introspection."""
    defined = None if field is None else field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    return defined if isinstance(defined, StrawberryField) else None


def declared(field: GraphQLField | None, key: str) -> Any:
    """Return what the metadata of a field has under a key, None without it."""
    defined = definition_of(field)
    return defined.metadata.get(key) if defined is not None and defined.metadata else None
