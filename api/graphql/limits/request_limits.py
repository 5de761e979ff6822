"""Limits of one request, and the errors that report an exceeded limit."""

from __future__ import annotations

from typing import Annotated, Any, Final

from graphql import GraphQLError
from pydantic import BaseModel, ConfigDict, Field

from api.graphql.errors.faults import fault
from api.graphql.errors.input_paths import InputPath

_Count = Annotated[int, Field(ge=1)]
_Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]

UNITS: Final = {
    "BODY_TOO_LARGE": "bytes in the body",
    "QUERY_TOO_LONG": "tokens",
    "TOO_MANY_DOCUMENT_OPERATIONS": "operations in a document",
    "QUERY_TOO_DEEP": "levels of fields",
    "INTROSPECTION_TOO_DEEP": "levels of fields under __schema or __type",
    "TOO_MANY_ROOT_FIELDS": "root fields",
    "TOO_MANY_ALIASES": "aliases",
    "TOO_MANY_DIRECTIVES": "directives",
    "TOO_MANY_REPEATS": "pairs of fields that share a name in the answer",
    "QUERY_TOO_COMPLEX": "seconds of processor time to validate a document",
    "QUERY_TOO_COSTLY": "values in the largest answer, plus the prices of its fields",
    "TOO_MANY_OPERATIONS": "operations at once on a socket",
}
"""The unit of each limit, by the code of the error for exceeding it."""


class Limits(BaseModel):
    """Limits of one request; each is a setting, `KIBITZ_LIMITS_…`.

    The defaults admit every document of the clients, and the introspection query of common tools.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    body: _Count = 100_000
    """Bytes of a request's body, or of its query string."""
    message: _Count = 100_000
    """Bytes of a message on a WebSocket."""
    tokens: _Count = 2_500
    """Tokens of a document, and separately its comments."""
    operations: _Count = 20
    """Operations of a document, of which a request runs one."""
    depth: _Count = 12
    """Nesting depth of fields."""
    introspection: _Count = 16
    """Nesting depth of fields under `__schema` and `__type`."""
    root_fields: _Count = 20
    """Root fields of an operation."""
    aliases: _Count = 200
    """Aliases of a document."""
    directives: _Count = 40
    """Directives of a document."""
    repeats: _Count = 10_000
    """Pairs of fields that share a name in the answer; validation compares each pair."""
    validation_seconds: _Seconds = 0.5
    """Seconds of processor time that validating a document may take."""
    cost: _Count = 65_000
    """Cost: the most values that an answer can have (fields and items of lists), plus prices of fields."""
    seconds: _Seconds = 15.0
    """Seconds that a query or a mutation may take."""


def limit_exceeded(code: str, limit: float, sent: int | None = None) -> GraphQLError:
    """Return the error for an exceeded limit; `sent` is omitted if counting stopped at the limit."""
    excess = "" if sent is None else f"; your request has {sent:,}"
    return error_with_limit(code, f"The limit is {limit:,} {UNITS[code]}{excess}.", limit, sent)


def error_with_limit(
    code: str, text: str, limit: float, sent: int | None = None, *, at: InputPath = ()
) -> GraphQLError:
    """Return an error whose extensions contain the limit, and the amount sent if it is known.

    `at` is the path of the input to blame.
    """
    error = fault(code, text, at=at)
    details: dict[str, Any] = {"limit": limit} if sent is None else {"limit": limit, "sent": sent}
    error.extensions = {**(error.extensions or {}), **details}
    return error
