"""The outcomes of root fields, from which graphql-core goes on when a plan gives up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Outcome(Struct, frozen=True):
    """The result of a root field: a value or an error."""

    value: Any
    error: Exception | None
    is_async: bool


class Outcomes(Struct):
    """The values and errors of root fields, by their response names.

    It takes the place of a middleware manager of graphql-core, which asks it for the resolver of each field.
    """

    by_key: dict[str | int, Outcome] = {}

    def get_field_resolver(self, resolve: Callable[..., Any]) -> Callable[..., Any]:
        """Return a resolver that gives the outcome of a root field that has one, and else calls `resolve`."""

        def resolve_again(source: Any, info: Any, **arguments: Any) -> Any:
            outcome = self.by_key.get(info.path.key) if info.path.prev is None else None
            if outcome is None:
                return resolve(source, info, **arguments)
            return _later(outcome) if outcome.is_async else _now(outcome)

        return resolve_again


def _now(outcome: Outcome) -> Any:
    if outcome.error is not None:
        raise outcome.error
    return outcome.value


async def _later(outcome: Outcome) -> Any:
    return _now(outcome)
