"""What a change of the schema does to the clients that were written before it."""

from __future__ import annotations

from graphql import build_schema
from graphql.utilities import find_breaking_changes, find_dangerous_changes
from msgspec import Struct


class Changes(Struct, frozen=True, kw_only=True):
    """What is different for clients, in sentences."""

    breaking: tuple[str, ...]
    """What makes documents invalid, or gives them answers that they have no place for."""
    dangerous: tuple[str, ...]
    """What a careful client is ready for: new values of enums, new members of unions, other defaults."""


def changes(before: str, now: str) -> Changes:
    """Return what a schema changes for clients of another, both in the schema definition language.

    Raises GraphQLError and TypeError for what is no schema.
    """
    old, new = build_schema(before), build_schema(now)
    if old.query_type is None:
        raise TypeError("it has no type Query")
    return Changes(
        breaking=tuple(sorted(each.description for each in find_breaking_changes(old, new))),
        dangerous=tuple(sorted(each.description for each in find_dangerous_changes(old, new))),
    )
