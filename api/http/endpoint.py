"""The GraphQL endpoint: receives requests and sends responses over HTTP, SSE and WebSocket."""

from __future__ import annotations

from asyncio import Semaphore
from datetime import timedelta
from json import JSONDecodeError
from typing import Any, Final

import orjson
from cross_web import AsyncHTTPRequestAdapter
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry import UNSET
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http import GraphQLHTTPResponse, GraphQLRequestData
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType
from strawberry.types.unset import UnsetType

from api.fair_share.caller_account import CallerAccount
from api.fair_share.middleware import ACCOUNT
from api.graphiql import page
from api.graphql.context import Context, Services
from api.graphql.errors.bans import banned
from api.graphql.errors.faults import fault
from api.graphql.errors.masking import operation_not_found
from api.graphql.execution.planned.planned_messages import PlannedResult
from api.graphql.limits.cost_report import HEADER as COST_HEADER
from api.graphql.limits.cost_report import reporting, wants_report
from api.graphql.limits.rates import TooManyRequests
from api.graphql.schema import Schema
from api.http.caching import may_be_cached
from api.http.event_stream import EventStream
from api.http.expiring_connections import until_access_ends
from api.http.negotiation import (
    AdmittedDocuments,
    FindDocument,
    RequestRefused,
    accepted,
    check_method,
    decoded,
    no_documents,
    refused_entirely,
    request_of,
    shows_pages,
)
from api.http.refusal_delay import delayed
from api.http.responses import GraphQLResponse, refusal
from api.http.socket_handler import MAX_RUNNING, SocketHandler
from api.http.socket_messages import JsonMessages
from api.identity.authentication import Unauthenticated

_NOT_STREAMED: Final = frozenset({OperationType.QUERY, OperationType.MUTATION})
_ALL_TYPES: Final = frozenset(OperationType)
_BY_GET: Final = frozenset({OperationType.QUERY})


class Endpoint(GraphQL[Context, None]):
    """GraphQL over HTTP, server-sent events and WebSocket."""

    websocket_adapter_class = JsonMessages
    graphql_transport_ws_handler_class = SocketHandler

    def __init__(self, served: Schema, services: Services, find: FindDocument = no_documents) -> None:
        self.schema: Schema
        super().__init__(
            served,
            graphql_ide="graphiql" if services.server_settings.has_graphiql else None,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, GRAPHQL_SSE_PROTOCOL),
            allowed_origins=services.server_settings.origins,
            # The handler enforces a limit itself and reports it with an error code.
            max_subscriptions_per_connection=None,
        )
        self.limits = services.server_settings.limits
        self.connection_init_wait_timeout = timedelta(
            seconds=services.server_settings.connections.header_seconds
        )
        self.admitted = AdmittedDocuments(find, services.server_settings.only_trusted)
        """The documents that may be executed."""
        self._services = services
        self.rates = services.rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or serve a socket until it closes."""
        if await self.admits(scope, receive, send):
            await self.serve(scope, receive, send)

    async def admits(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Count a request, and return whether it may be served; a request that may not is refused here."""
        refused = self.refused(scope)
        if refused is None:
            return True
        await self.refuse(refused, scope, receive, send)
        return False

    def refused(self, scope: Scope) -> TooManyRequests | RequestRefused | None:
        """Count a request, and return the reason if it may not be served."""
        account: CallerAccount = scope[ACCOUNT]
        if account.refusal is not None:
            return account.refusal
        try:
            self.rates.charge_operation(account.address, named=account.has_token)
        except TooManyRequests as refused:
            return refused
        ban = self._services.players.bans.of_address(account.address)
        return None if ban is None else RequestRefused(banned(ban))

    async def refuse(
        self, reason: TooManyRequests | RequestRefused, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Refuse a request or a socket."""
        refused = await delayed(reason) if isinstance(reason, TooManyRequests) else reason
        response = await refusal(HTTPConnection(scope), refused)
        if scope["type"] == "http":
            await response(scope, receive, send)
        else:
            await WebSocket(scope, receive, send).send_denial_response(response)

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an admitted request, or serve an admitted socket until it closes."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        request = Request(scope, receive)
        with reporting(wants_report(request.headers.get(COST_HEADER))):
            await self._answer(request, send)

    async def _answer(self, request: Request, send: Send) -> None:
        response: Response
        try:
            response = await self.run(request)
        except ClientDisconnect:
            # The client left, or a deadline ended the connection, before the body was complete.
            return
        except RequestRefused as refused:
            response = await refusal(request, refused)
        else:
            if isinstance(response, GraphQLResponse):
                await response.complete(request)
        await response(request.scope, request.receive, send)

    def is_request_allowed(self, request: Any) -> bool:
        """Allow POST and GET; raises RequestRefused for other methods."""
        check_method(request.method)
        return True

    def should_render_graphql_ide(self, request: Any) -> bool:
        """Return whether a browser requests the page, on a server that has one."""
        return self._wants_page(request)

    async def get_sub_response(self, request: Request | WebSocket) -> Response:
        """Return an empty response with the accepted media type; raises RequestRefused."""
        header = request.headers.get("accept")
        accepted_types = accepted(None if self._wants_page(request) else header)
        return GraphQLResponse(accepted_types.json, stream=accepted_types.stream)

    async def render_graphql_ide(self, request: Request) -> Response:
        """Return the GraphiQL page."""
        return page()

    def _wants_page(self, request: Any) -> bool:
        return (
            self.graphql_ide is not None
            and request.method == "GET"
            and shows_pages(request)
            and not {"query", "documentId"} & request.query_params.keys()
        )

    def context_of(self, authorization: str | None, scope: Scope, *, streams: bool) -> Context:
        """Return the context of a request that may have no public answer."""
        return Context(self._services, authorization, scope[ACCOUNT], streams=streams)

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """Return the context for the resolvers of one request."""
        streams = response.stream if isinstance(response, GraphQLResponse) else True
        context = Context(
            self._services,
            request.headers.get("authorization"),
            request.scope[ACCOUNT],
            streams=streams,
            # On a socket, each operation is counted when it begins.
            counted=isinstance(request, WebSocket),
        )
        if isinstance(request, Request):
            context.cacheable = may_be_cached(request)
        if isinstance(response, WebSocket):
            context.turn = Semaphore(MAX_RUNNING)
        return context

    async def parse_http_body(self, request: AsyncHTTPRequestAdapter) -> GraphQLRequestData:
        """Return the requested operation; raises RequestRefused."""
        sent: Request = request._request  # type: ignore[attr-defined]
        return await request_of(sent, self.limits.body, self.admitted, "http")

    async def execute_operation(  # type: ignore[override]
        self,
        request: Request,
        request_adapter: AsyncHTTPRequestAdapter,
        request_data: GraphQLRequestData,
        context: Context,
        root_value: None,
        sub_response: GraphQLResponse,
    ) -> Any:
        """Execute an operation; a stream ends when its caller loses access."""
        if sub_response.kind is None:
            return await self._streamed(request_data, context, request.method)
        allowed = _NOT_STREAMED if sub_response.stream else _ALL_TYPES
        try:
            result = await self.schema.execute(
                request_data.query,
                variable_values=request_data.variables,
                context_value=context,
                operation_name=request_data.operation_name,
                allowed_operation_types=_BY_GET if request.method == "GET" else allowed,
                operation_extensions=request_data.extensions,
            )
        except CannotGetOperationTypeError as error:
            result = ExecutionResult(data=None, errors=[operation_not_found(error)])
        except InvalidOperationTypeError as error:
            if error.operation_type is OperationType.SUBSCRIPTION and sub_response.stream:
                return await self._streamed(request_data, context, request.method)
            text = f"{error.as_http_error_reason(request.method).capitalize()}; send it by POST."
            raise RequestRefused(fault("METHOD_NOT_ALLOWED", text), Allow="POST") from error
        sub_response.describe(result, context)
        return result

    async def _streamed(self, asked: GraphQLRequestData, context: Context, method: str) -> Any:
        asked.protocol = "sse"
        results = await self.schema.stream(
            asked.query,
            variable_values=asked.variables,
            context_value=context,
            operation_name=asked.operation_name,
            operation_extensions=asked.extensions,
            allowed_operation_types=OperationType.from_http("GET" if method == "GET" else "POST"),
        )
        return await until_access_ends(context, results)

    async def _create_streaming_response(
        self, request: Request, result: Any, protocol: object, sub_response: Response
    ) -> Response:
        async def encoded(value: Any) -> str:
            if isinstance(value, PlannedResult) and not value.extensions:
                return value.encoded.decode()
            return self.encode_json(await self.process_result(request, value))

        return EventStream(result, encoded)

    async def process_result(self, request: Request, result: ExecutionResult) -> GraphQLHTTPResponse:
        """Return the content of a response."""
        return self.content_of(result)

    def content_of(self, result: ExecutionResult) -> GraphQLHTTPResponse:
        """Return the content of a response; a request refused as a whole has no `data`, not even null."""
        answer: GraphQLHTTPResponse = {}
        if result.errors:
            answer["errors"] = [error.formatted for error in result.errors]
        if not result.errors or result.data is not None or not refused_entirely(result.errors):
            answer["data"] = result.data
        if result.extensions:
            answer["extensions"] = result.extensions
        return answer

    def create_response(
        self, response_data: GraphQLHTTPResponse | list[GraphQLHTTPResponse], sub_response: Response
    ) -> Response:
        """Return the response to send."""
        assert isinstance(sub_response, GraphQLResponse), "get_sub_response returns one"
        return sub_response.fill(response_data)

    def decode_json(self, data: str | bytes) -> object:
        """Decode a message on a socket; raises JSONDecodeError unless it is a JSON object."""
        message = decoded(data)
        if not isinstance(message, dict):
            raise JSONDecodeError("a message is a JSON object", "", 0)
        return message

    def encode_json(self, data: object) -> str:
        """Encode a streamed result as text, because socket clients do not accept binary messages."""
        return orjson.dumps(data).decode()

    async def on_ws_connect(self, context: Context) -> UnsetType | dict[str, object] | None:
        """Reject a caller with an invalid token; spectators have no token."""
        try:
            await context.authenticated()
        except Unauthenticated as error:
            raise ConnectionRejectionError({"message": str(error)}) from error
        nothing_to_add: UnsetType = UNSET
        return nothing_to_add
