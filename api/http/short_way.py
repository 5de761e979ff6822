"""The short way of plain requests: from the accounts of callers to a plan and back.

The layers between have nothing to do for a plain request: the host is checked here, no origin needs CORS, and
no path needs a route. The endpoint counts and refuses requests on both ways. A request that turns out to be
unusual goes the long way with its body replayed, before anything is done for it.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

import orjson
from graphql import OperationType
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.fair_share.turns import CONNECTION
from api.http.endpoint import Endpoint
from api.http.negotiation import RequestRefused, posted
from api.http.plain_requests import PlainRequest, PlainRequests
from api.http.responses import GraphQLResponse

_NOT_STREAMED: Final = (OperationType.QUERY, OperationType.MUTATION)


class WholeWriter(Protocol):
    """A connection that may be able to write an answer in one piece."""

    def write_whole(self, scope: Scope, status: int, headers: Any, body: bytes) -> bool:
        """Write the answer to a request; return False if it must be sent in messages."""
        ...


class ShortWay:
    """Middleware that answers plain requests by plans, and passes the others on."""

    def __init__(self, app: ASGIApp, endpoint: Endpoint, plain: PlainRequests) -> None:
        self._app = app
        self._endpoint = endpoint
        self._plain = plain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a plain request; pass on any other."""
        plain = self._plain.read(scope)
        if plain is None:
            await self._app(scope, receive, send)
            return
        if (refused := self._endpoint.refused(scope)) is not None:
            await self._endpoint.refuse(refused, scope, receive, send)
            return
        messages = [await receive()]
        while messages[-1].get("more_body"):
            messages.append(await receive())
        response = await self._response(plain, scope, messages)
        if response is None:
            await self._endpoint.serve(scope, _replayed(messages, receive), send)
            return
        if response.is_compressed_for(plain.accept_encoding):
            await response.complete_for(plain.accept_encoding)
        else:
            response.set_headers()
        connection: WholeWriter | None = scope.get(CONNECTION)
        if connection is None or not connection.write_whole(
            scope, response.status_code, response.raw_headers, response.body
        ):
            await response(scope, receive, send)

    async def _response(
        self, plain: PlainRequest, scope: Scope, messages: list[Message]
    ) -> GraphQLResponse | None:
        """Return the response, None if the request needs the long way."""
        if messages[-1]["type"] != "http.request":
            return None
        body = messages[0]["body"] if len(messages) == 1 else b"".join(each["body"] for each in messages)
        if len(body) > self._plain.max_body:
            return None
        try:
            asked = await posted(body, self._endpoint.admitted, "http")
        except RequestRefused:
            return None
        if asked.extensions is not None:
            return None
        context = self._endpoint.context_of(plain.authorization, scope, streams=plain.streams)
        assert asked.query is not None, "a request without a document is refused"
        result = await self._endpoint.schema.planned.execute(
            asked.query, asked.variables or {}, asked.operation_name, context, _NOT_STREAMED
        )
        if result is None:
            return None
        response = GraphQLResponse(plain.media_type, stream=plain.streams)
        response.describe(result, context)
        response.body = orjson.dumps(self._endpoint.content_of(result))
        return response


def _replayed(messages: list[Message], receive: Receive) -> Receive:
    """Return what receives messages again, and then new ones."""
    left = iter(messages)

    async def replay() -> Message:
        return next(left, None) or await receive()

    return replay
