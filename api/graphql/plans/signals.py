"""The two ways in which a plan gives work back to graphql-core."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.graphql.plans.outcomes import Outcomes


class Unsupported(Exception):
    """A document, or a field of the schema, for which no plan can be compiled."""


class Slow(Exception):
    """A request that is not plain; graphql-core executes it.

    `outcomes` holds what the root fields returned or raised, so that graphql-core carries out none of them
    again; None if none was carried out.
    """

    def __init__(self, reason: str, outcomes: Outcomes | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.outcomes = outcomes


def slow(reason: str) -> Slow:
    """Raise `Slow`; an expression of compiled code can call this."""
    raise Slow(reason)
