"""HTTP responses to GraphQL requests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from math import ceil
from typing import Final

import orjson
from graphql import GraphQLError
from starlette.requests import HTTPConnection
from starlette.responses import Response
from strawberry.types import ExecutionResult

from api.graphql.context import Context
from api.graphql.limits.rates import are_exceeded_rates, retry_after_of
from api.http.caching import PRIVATE, VARY, etag_of, is_unchanged, public
from api.http.content_coding import GZIP, MIN_SIZE, codings, gzipped
from api.http.negotiation import GRAPHQL, JSON, RequestRefused, accepted, refused_entirely, status_of
from api.monitoring.counters import count_error

CHALLENGE: Final = 'Bearer realm="Kibitz", error="invalid_token"'
"""`WWW-Authenticate` of a response to an invalid token (RFC 6750)."""


class GraphQLResponse(Response):
    """A response to a GraphQL request; its media type is known before its body."""

    status_code = 200
    background = None
    body = b""
    compressible = False
    """True if the body may be compressed, because it holds no secret."""
    max_age: int | None = None
    """Seconds for which caches may keep the response and give it to anyone; None for not at all."""
    more_headers: Mapping[str, str] = {}

    def __init__(self, media_type: str | None, *, stream: bool) -> None:
        self.kind = media_type
        """The media type of the response; None if the response can only be streamed."""
        self.stream = stream
        """True if the response may be streamed."""

    def describe(self, result: ExecutionResult, context: Context) -> None:
        """Set the status for a result, and how it may be sent and kept."""
        may_retry = result.errors or context.retry_after is not None
        if may_retry and (seconds := _retry_after(result, context)) is not None:
            self._add_headers({"Retry-After": str(seconds)})
        if result.errors:
            self._set_status(result, result.errors)
        elif context.cacheable:
            self.max_age = context.marks.max_age
        # Errors can quote what the caller sent, which may be a secret.
        self.compressible = result.data is not None and not context.marks.secret

    def _set_status(self, result: ExecutionResult, errors: list[GraphQLError]) -> None:
        """Set the status of a result with errors, most of which leave it 200."""
        if are_exceeded_rates(errors) and not any((result.data or {}).values()):
            self.status_code = HTTPStatus.TOO_MANY_REQUESTS
        elif result.data is None and refused_entirely(errors):
            self.status_code = status_of(errors[0], self.kind or JSON)
        if self.status_code == HTTPStatus.UNAUTHORIZED:
            self._add_headers({"WWW-Authenticate": CHALLENGE})

    def _add_headers(self, headers: Mapping[str, str]) -> None:
        self.more_headers = {**self.more_headers, **headers}

    def fill(self, said: object, **headers: str) -> GraphQLResponse:
        """Set the body, and headers besides those that every response has."""
        self.body = orjson.dumps(said)
        self._add_headers(headers)
        return self

    async def complete(self, request: HTTPConnection) -> None:
        """Set the headers; compress the body, or leave it out if the client has it."""
        headers = request.headers
        await self.complete_for(headers.get("accept-encoding"), headers.get("if-none-match"))

    async def complete_for(self, accept_encoding: str | None, if_none_match: str | None = None) -> None:
        """Do the same for a client with these headers."""
        more = []
        if self.max_age is not None:
            etag = etag_of(self.body)
            more.append((b"etag", etag.encode()))
            if is_unchanged(if_none_match, etag):
                self.status_code, self.body = HTTPStatus.NOT_MODIFIED, b""
                self.raw_headers = [*self._first_headers(), *more]
                return
        if self.is_compressed_for(accept_encoding):
            self.body = await gzipped(self.body)
            more.append((b"content-encoding", GZIP.encode()))
        self.set_headers(more)

    def is_compressed_for(self, accept_encoding: str | None) -> bool:
        """Return whether the body has to be compressed for a client."""
        if not self.compressible:
            return False
        wanted = codings(accept_encoding)
        return wanted.gzip and (len(self.body) >= MIN_SIZE or not wanted.identity)

    def set_headers(self, more: Iterable[tuple[bytes, bytes]] = ()) -> None:
        """Set the headers of a complete body, and `more` among them."""
        self.raw_headers = [
            *self._first_headers(),
            *more,
            (b"content-type", _CONTENT_TYPES[self.kind or JSON]),
            (b"content-length", b"%d" % len(self.body)),
        ]

    def _first_headers(self) -> list[tuple[bytes, bytes]]:
        headers = [(b"cache-control", self._cache_control()), (b"vary", _VARY)]
        if self.more_headers:
            headers += ((name.lower().encode(), value.encode()) for name, value in self.more_headers.items())
        return headers

    def _cache_control(self) -> bytes:
        if self.max_age is not None:
            return public(self.max_age).encode()
        # Proxies must not compress what this server does not.
        return _PRIVATE if self.compressible else _PRIVATE_UNCHANGED


def _retry_after(result: ExecutionResult, context: Context) -> int | None:
    """Return the seconds until all that was refused may be sent again, None if nothing says when."""
    refused = None if context.retry_after is None else ceil(context.retry_after)
    return max((each for each in (retry_after_of(result.errors), refused) if each), default=None)


_CONTENT_TYPES: Final = {kind: f"{kind}; charset=utf-8".encode() for kind in (GRAPHQL, JSON)}
_VARY: Final = VARY.encode()
_PRIVATE: Final = PRIVATE.encode()
_PRIVATE_UNCHANGED: Final = f"{PRIVATE}, no-transform".encode()


async def refusal(request: HTTPConnection, refused: RequestRefused) -> Response:
    """Return the response to a refused request, in a media type that it accepts if there is one."""
    try:
        kind = accepted(request.headers.get("accept")).json
    except RequestRefused:
        kind = JSON
    answer = GraphQLResponse(kind or JSON, stream=False)
    answer.status_code = refused.status
    count_error(refused.error)
    answer.fill({"errors": [refused.error.formatted]}, **refused.headers)
    await answer.complete(request)
    return answer
