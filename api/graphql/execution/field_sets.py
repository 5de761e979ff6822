"""Sets of fields that an operation selects, kept for the next requests with the same document.

Collecting the fields of a small answer, and planning how to complete them, takes a tenth of its time. Only
variables of `@skip` and `@include` change the result; an operation that has such variables keeps nothing.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from api.graphql.execution.plain_fields import ReadLeaf


class Plan(Struct, frozen=True):
    """The completion of a set of fields at once, without standard execution."""

    fields: Any
    """The set; a reference to it prevents reuse of its id."""
    complete: ReadLeaf | None
    """The function that completes the set; None if standard execution does."""
    has_objects: bool = False


class FieldSets:
    """The sets of fields of one operation, which refer to each other by their ids."""

    __slots__ = ("collected", "plans", "root")

    def __init__(self, root: Any, collected: dict[Any, Any], plans: dict[int, Plan]) -> None:
        self.root = root
        """The fields of the root type; None until they are collected."""
        self.collected = collected
        """The fields of the other types, as graphql-core caches them."""
        self.plans = plans
        """Plans by id of a set of fields."""

    def copy(self) -> FieldSets:
        """Return a copy, to which a request may add sets."""
        return FieldSets(self.root, self.collected.copy(), self.plans.copy())


NO_FIELD_SETS: Final = FieldSets(None, {}, {})
