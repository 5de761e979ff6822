"""Adds fields to a type from a module of their own: what everything refers to leads to lists of everything.

The types of games, events and records refer to `Player` and `Variant`, so that these cannot import them.
"""

from __future__ import annotations

from typing import Any

import strawberry


def add_fields(kind: type, fields: type) -> None:
    """Add the fields of a class to a type of the schema."""
    definition: Any = kind.__strawberry_definition__  # type: ignore[attr-defined]
    added: Any = strawberry.type(fields)
    definition.fields.extend(added.__strawberry_definition__.fields)
