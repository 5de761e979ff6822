"""How much one request may ask for: the bounds, and the errors that say which one was passed."""

from __future__ import annotations

from typing import Annotated, Any, Final

from graphql import GraphQLError
from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from api.graphql.faults import fault
from api.transport.limits import ConnectionLimits

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
    "QUERY_TOO_COSTLY": "values in the largest answer and the prices of its fields",
    "TOO_MANY_OPERATIONS": "operations at once on a socket",
}
"""What each limit counts, by the code of the error that passing it is."""


class Limits(BaseModel):
    """The bounds of one request; each is a setting, `KIBITZ_LIMITS_…`.

    The defaults leave room for every document of the clients, and for the introspection query of tools.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    body: _Count = 100_000
    """Bytes of a request's body, or of its query string."""
    message: _Count = 100_000
    """Bytes of a message on a WebSocket."""
    tokens: _Count = 2_500
    """Tokens of a document, and its comments."""
    operations: _Count = 20
    """Operations of a document, of which a request runs one."""
    depth: _Count = 12
    """How deep fields may lie in each other."""
    introspection: _Count = 16
    """How deep fields may lie in each other under `__schema` and `__type`."""
    root_fields: _Count = 20
    """Fields of an operation's root."""
    aliases: _Count = 200
    """Aliases of a document."""
    directives: _Count = 40
    """Directives of a document."""
    repeats: _Count = 10_000
    """Pairs of fields that share a name in the answer, each of which validation has to compare."""
    validation_seconds: _Seconds = 0.5
    """Seconds of processor time that validating a document may take."""
    cost: _Count = 60_000
    """Values that an answer can have, its fields and the items of its lists, and the prices of its fields."""
    seconds: _Seconds = 15.0
    """How long a query or a mutation may take."""


class Manners(Struct, frozen=True, kw_only=True):
    """How a server treats those who call it."""

    limits: Limits = Limits()
    origins: tuple[str, ...] = ()
    """The origins of web pages that may call it, besides its own."""
    hosts: tuple[str, ...] = ("*",)
    """The names by which it is called, besides addresses and `localhost`."""
    proxies: tuple[str, ...] = ()
    """The networks of reverse proxies that are believed about the addresses of clients."""
    connections: ConnectionLimits = ConnectionLimits()
    drain_seconds: float = 0
    """Seconds that a stopping server goes on serving, while it reports that it is not ready."""
    development: bool = False
    """Whether it helps who writes a client: with GraphiQL, and errors that suggest what was meant."""


MANNERS: Final = Manners()
"""How a server treats them unless it is set up otherwise."""


def passed(code: str, limit: float, sent: int | None = None) -> GraphQLError:
    """Return the error of a limit that was passed; `sent` is left out where counting stopped at the limit."""
    told = f"at most {limit:,} {UNITS[code]} are taken"
    return bounded(code, f"{told}, not {sent:,}." if sent is not None else f"{told}.", limit, sent)


def bounded(code: str, text: str, limit: float, sent: int | None = None) -> GraphQLError:
    """Return an error that carries the limit that it is about."""
    error = fault(code, text[:1].upper() + text[1:])
    details: dict[str, Any] = {"limit": limit} if sent is None else {"limit": limit, "sent": sent}
    error.extensions = {**(error.extensions or {}), **details}
    return error
