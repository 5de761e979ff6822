"""HTTP responses to GraphQL requests."""

from __future__ import annotations

from typing import Final

import orjson
from starlette.responses import Response

from api.http.negotiation import GRAPHQL, JSON


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
        self.more_headers: dict[str, str] = {}

    def refuse(self, seconds: int) -> None:
        """Set the status to 429 and `Retry-After` to the seconds."""
        self.status_code = 429
        self.more_headers = {"Retry-After": str(seconds)}

    def fill(self, said: object, **headers: str) -> GraphQLResponse:
        """Set the body and the headers; caches must not store what players see."""
        self.body = orjson.dumps(said)
        self.raw_headers = [
            (b"content-type", _CONTENT_TYPES[self.kind or JSON]),
            (b"content-length", str(len(self.body)).encode()),
            (b"cache-control", b"no-store"),
            (b"vary", b"accept"),
            *(
                (name.lower().encode(), value.encode())
                for name, value in (self.more_headers | headers).items()
            ),
        ]
        return self


_CONTENT_TYPES: Final = {kind: f"{kind}; charset=utf-8".encode() for kind in (GRAPHQL, JSON)}
