"""Compares two versions of the schema for changes that affect existing clients."""

from __future__ import annotations

from graphql import build_schema
from graphql.utilities import find_breaking_changes, find_dangerous_changes
from msgspec import Struct


class Changes(Struct, frozen=True, kw_only=True):
    """Differences for clients, in sentences."""

    breaking: tuple[str, ...]
    """Changes that make documents invalid, or return answers that they do not expect."""
    dangerous: tuple[str, ...]
    """Changes that a robust client handles: new enum values, new union members, other defaults."""


def changes(before: str, now: str) -> Changes:
    """Return the differences between two schemas, both given in the schema definition language.

    Raises GraphQLError and TypeError when a text is not a schema.
    """
    old, new = build_schema(before), build_schema(now)
    if old.query_type is None:
        raise TypeError("it has no type Query")
    return Changes(
        breaking=tuple(sorted(each.description for each in find_breaking_changes(old, new))),
        dangerous=tuple(sorted(each.description for each in find_dangerous_changes(old, new))),
    )
