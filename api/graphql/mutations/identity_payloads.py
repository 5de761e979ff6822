"""Payloads of the mutations of sessions: a union of the success and of each refusal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from api.graphql.types.field_values import Refused
from api.graphql.types.refusals import REFUSALS, union
from domain.refusals import Refusal


class Payload(Struct, frozen=True):
    """The payload of a mutation."""

    type: Any
    """The union in the schema."""

    def refused(self, refusal: Refusal) -> Refused:
        """Return a refusal as the answer."""
        return Refused(refusal)


def payload(mutation: str, accepted: type, refusals: Iterable[type[Refusal]]) -> Payload:
    """Return the payload of a mutation, given by its name in the schema."""
    members = (accepted, *(REFUSALS[each] for each in sorted(refusals, key=lambda each: each.__name__)))
    name = f"{mutation[0].upper()}{mutation[1:]}Payload"
    return Payload(union(name, members, f"The result of `{mutation}`: accepted, or refused with a reason."))
