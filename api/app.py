"""The composition root: what the server is made of, and the application that serves it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from strawberry import UNSET
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types.unset import UnsetType

from api.graphql.context import Context, Services
from api.graphql.schema import Schema, schema
from api.identity import Identity, Unauthenticated
from api.settings import Settings
from api.sockets import SocketHandler
from api.storage import Storage, naming, storage_of
from application.croupier import Croupier
from application.games import Games
from application.store import StoreError
from application.watching import Watching
from projections import ALL
from projections.projector import Projector
from projections.reading import Reading


def identity_of(settings: Settings, storage: Storage) -> Identity:
    """Return who signs and reads tokens."""
    return Identity(storage.secret, storage.players, timedelta(days=settings.token_days))


@asynccontextmanager
async def services_of(settings: Settings, croupier: Croupier | None = None) -> AsyncIterator[Services]:
    """Open all that a server is made of, and close it again in the opposite order.

    Raises CannotStart.
    """
    async with AsyncExitStack() as opened:
        storage = await opened.enter_async_context(storage_of(settings, serving=True))
        store, database = storage.store, storage.database
        projector = Projector(store, database, ALL)
        with naming("of the read models"):
            await projector.prepare()
        if settings.projections:
            await opened.enter_async_context(projector)
        watching = await opened.enter_async_context(Watching(store))
        games = Games(store, croupier or Croupier())
        opened.push_async_callback(games.finish)
        yield Services(
            store=store,
            games=games,
            watching=watching,
            reading=Reading(database, store),
            read_database=database,
            players=storage.players,
            projector=projector,
            identity=identity_of(settings, storage),
            guests=settings.guests,
        )


_EVENT_STREAM = "text/event-stream"


class Endpoint(GraphQL[Context, None]):
    """GraphQL over HTTP, server-sent events and WebSocket."""

    graphql_transport_ws_handler_class = SocketHandler

    def __init__(self, served: Schema, services: Services) -> None:
        super().__init__(
            served,
            graphql_ide=None,
            allow_queries_via_get=False,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, GRAPHQL_SSE_PROTOCOL),
        )
        self._services = services

    def decode_json(self, data: str | bytes) -> object:
        """Decode a request; bytes that are no text are answered like any other text that is not JSON."""
        try:
            text = data.decode() if isinstance(data, bytes) else data
            decoded: object = super().decode_json(text)
            if "\\ud" in text.lower():
                # Halves of characters, which no database takes.
                json.dumps(decoded, ensure_ascii=False).encode()
        except (UnicodeError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), "", 0) from error
        if not isinstance(decoded, dict):
            raise json.JSONDecodeError("a request is a JSON object", "", 0)
        return decoded

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """Return what the resolvers of one request work with."""
        streams = isinstance(request, WebSocket) or _EVENT_STREAM in request.headers.get("accept", "")
        return Context(self._services, request.headers.get("authorization"), streams=streams)

    async def on_ws_connect(self, context: Context) -> UnsetType | dict[str, object] | None:
        """Turn away whoever shows a token that is no good; onlookers show none."""
        try:
            await context.authenticated()
        except Unauthenticated as error:
            raise ConnectionRejectionError({"message": str(error)}) from error
        nothing_to_add: UnsetType = UNSET
        return nothing_to_add


def application(services: Services) -> FastAPI:
    """Return the application that serves the API."""
    app = FastAPI(title="Kibitz", openapi_url=None)
    endpoint = Endpoint(schema(), services)
    # Routed, not mounted: a mount answers the path without a slash at its end by a redirect.
    app.router.routes += [Route("/graphql", endpoint), WebSocketRoute("/graphql", endpoint)]

    @app.get("/health/live")
    async def live() -> dict[str, str]:
        """Answer as long as the process does."""
        return {"status": "ok"}

    @app.get("/health/ready")
    async def ready() -> JSONResponse:
        """Tell whether commands can be carried out: whether the log can be read."""
        try:
            await services.store.head()
        except StoreError:
            return JSONResponse({"status": "the log cannot be read"}, status_code=503)
        return JSONResponse({"status": "ok"})

    return app
