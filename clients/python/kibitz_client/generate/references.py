"""Replaces the types of fields that refer to other objects by references, which have a key alone."""

from __future__ import annotations

from typing import Any, Final

from graphql import (
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    get_named_type,
)

REFERENCES: Final = {"Game": "id", "Variant": "name"}
"""Types of which other types hold a reference, each with the field that it has."""
REFERRING: Final = {"Game": ("Invitation", "ProfileGame")}
"""The types that hold a reference; without an entry, all types do."""
ROOTS: Final = frozenset({"Query", "Mutation", "Subscription"})
ObjectKinds: Final = (GraphQLObjectType, GraphQLInterfaceType)


def with_references(kinds: list[GraphQLNamedType]) -> list[GraphQLObjectType]:
    """Replace the types of fields by references, and return the types of these."""
    objects = {kind.name: kind for kind in kinds if isinstance(kind, ObjectKinds)}
    references: list[GraphQLObjectType] = []
    for name, key in REFERENCES.items():
        if name not in objects:
            continue
        fields = {key: objects[name].fields[key]}
        description = f"A reference to the type {name}."
        reference = GraphQLObjectType(f"{name}Reference", fields, description=description)
        references.append(reference)
        for kind in objects.values():
            if kind.name not in REFERRING.get(name, objects.keys() - ROOTS):
                continue
            for field in kind.fields.values():
                if get_named_type(field.type).name == name:
                    field.type = _with_name_replaced(field.type, reference)
    return references


def _with_name_replaced(kind: Any, by: GraphQLObjectType) -> Any:
    """Return a type with the same lists and non-nulls around another named type."""
    if isinstance(kind, GraphQLNonNull | GraphQLList):
        return type(kind)(_with_name_replaced(kind.of_type, by))
    return by
