"""HTTP responses to GraphQL requests."""

from __future__ import annotations

from http import HTTPStatus
from math import ceil
from typing import Final

import orjson
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

    def __init__(self, media_type: str | None, *, stream: bool) -> None:
        self.status_code = 200
        self.background = None
        self.body = b""
        self.raw_headers: list[tuple[bytes, bytes]] = []
        self.kind = media_type
        """The media type of the response; None if the response can only be streamed."""
        self.stream = stream
        """True if the response may be streamed."""
        self.compressible = False
        """True if the body may be compressed, because it holds no secret."""
        self.max_age: int | None = None
        """Seconds for which caches may keep the response and give it to anyone; None for not at all."""
        self.more_headers: dict[str, str] = {}

    def describe(self, result: ExecutionResult, context: Context) -> None:
        """Set the status for a result, and how it may be sent and kept."""
        if (seconds := _retry_after(result, context)) is not None:
            self.more_headers["Retry-After"] = str(seconds)
        if are_exceeded_rates(result.errors) and not any((result.data or {}).values()):
            self.status_code = HTTPStatus.TOO_MANY_REQUESTS
        elif result.errors and result.data is None and refused_entirely(result.errors):
            self.status_code = status_of(result.errors[0], self.kind or JSON)
        if self.status_code == HTTPStatus.UNAUTHORIZED:
            self.more_headers["WWW-Authenticate"] = CHALLENGE
        # Errors can quote what the caller sent, which may be a secret.
        self.compressible = result.data is not None and not context.marks.secret
        if context.cacheable and not result.errors:
            self.max_age = context.marks.max_age

    def fill(self, said: object, **headers: str) -> GraphQLResponse:
        """Set the body, and headers besides those that every response has."""
        self.body = orjson.dumps(said)
        self.more_headers |= headers
        return self

    async def complete(self, request: HTTPConnection) -> None:
        """Set the headers; compress the body, or leave it out if the client has it."""
        headers = {
            "Content-Type": _CONTENT_TYPES[self.kind or JSON],
            "Cache-Control": self._cache_control(),
            "Vary": VARY,
            **self.more_headers,
        }
        body = bytes(self.body)
        if self.max_age is not None:
            headers["ETag"] = etag_of(body)
        if self.max_age is not None and is_unchanged(request.headers.get("if-none-match"), headers["ETag"]):
            self.status_code, body = HTTPStatus.NOT_MODIFIED, b""
            del headers["Content-Type"]
        else:
            wanted = codings(request.headers.get("accept-encoding"))
            if self.compressible and wanted.gzip and (len(body) >= MIN_SIZE or not wanted.identity):
                body = await gzipped(body)
                headers["Content-Encoding"] = GZIP
            headers["Content-Length"] = str(len(body))
        self.body = body
        self.raw_headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    def _cache_control(self) -> str:
        if self.max_age is not None:
            return public(self.max_age)
        # Proxies must not compress what this server does not.
        return PRIVATE if self.compressible else f"{PRIVATE}, no-transform"


def _retry_after(result: ExecutionResult, context: Context) -> int | None:
    """Return the seconds until all that was refused may be sent again, None if nothing says when."""
    refused = None if context.retry_after is None else ceil(context.retry_after)
    return max((each for each in (retry_after_of(result.errors), refused) if each), default=None)


_CONTENT_TYPES: Final = {kind: f"{kind}; charset=utf-8" for kind in (GRAPHQL, JSON)}


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
