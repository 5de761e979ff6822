"""Readers of schema fields from the domain's own values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from api.graphql.errors.input_paths import InputPath
from api.graphql.execution.immediate_values import Incomplete, NotAtHand
from api.graphql.types.derivation import settings
from api.monitoring.counters import REFUSALS
from application.codec import RecordedEvent
from domain.refusals import Refusal


class Refused(Struct, frozen=True):
    """Wraps a refusal as an answer, since graphql-core raises exceptions that resolvers return."""

    refusal: Refusal
    game: str | None = None
    """The id of the game that the mutation was for, as the client gave it."""
    input_path: InputPath = ()
    """The path of the input to blame; empty if there is none."""

    def __post_init__(self) -> None:
        REFUSALS.labels(self.refusal.code).inc()


ENVELOPE = frozenset(RecordedEvent.__struct_fields__)


def read_attribute(value: Any, name: str) -> Any:
    """Return an attribute of a value, or of the event or refusal that it wraps."""
    kind = type(value)
    if kind is Refused:
        value = value.refusal
    elif kind is RecordedEvent and name not in ENVELOPE:
        value = value.event
    return getattr(value, name)


def read_field(value: Any, name: str) -> Any:
    """Return a field of a value in the schema's form; this is the schema's default resolver."""
    attribute = read_attribute(value, name)
    return settings(attribute) if isinstance(attribute, Mapping) else attribute


async def completed_field(value: Incomplete, name: str, context: Any) -> Any:
    """Return a field of an object whose value was not at hand."""
    completed = await value.completed(context)
    try:
        return read_field(completed, name)
    except NotAtHand:
        # A reference becomes an item of a list, and that a view.
        return await completed_field(completed, name, context)
