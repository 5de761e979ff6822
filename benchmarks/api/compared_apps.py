"""The compared applications: a schema behind the server's endpoint, and FastAPI with pydantic.

Both return the same JSON from the same values, without storage. The endpoint has the server's extension,
limits and error handling; only the root types of the schema belong to the benchmark.
"""

from __future__ import annotations

import json
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final

import strawberry
from fastapi import FastAPI
from msgspec import Struct
from pydantic import BaseModel
from starlette.routing import Route
from starlette.types import ASGIApp

from api.fair_share.middleware import FairShareMiddleware
from api.graphql.context import Services
from api.graphql.limits.request_limits import Limits
from api.graphql.schema import schema_of
from api.graphql.types.events import GameEvent, event_types
from api.http.application import Application
from api.http.endpoint import Endpoint
from api.http.plain_requests import PlainRequests
from api.http.short_way import ShortWay
from application.codec import RecordedEvent
from domain.events import CardPlayed

GAME: Final = "0" * 32
ROWS: Final = 100

_events: list[RecordedEvent] = []
"""The events that both applications return."""


@strawberry.input
class PlaceBidInput:
    game: strawberry.ID
    amount: int
    command_id: strawberry.ID | None = None


@strawberry.type
class Placed:
    version: int
    seat: int
    amount: int


@strawberry.type
class GameWithBid:
    id: strawberry.ID
    status: str
    to_move: list[int]


@strawberry.type
class Accepted:
    version: int
    game: GameWithBid
    events: list[Placed]


@strawberry.type
class Refused:
    code: str
    message: str


@strawberry.type
class Row:
    id: strawberry.ID
    variant: str
    access: str
    stage: str
    seats: int
    length: int
    created_at: datetime
    ended_at: datetime | None


BidResult = Annotated[Accepted | Refused, strawberry.union("BidResult")]
MOMENT: Final = datetime.fromisoformat("2026-11-21T12:00:00.123456+00:00")


def _rows() -> list[Row]:
    return [
        Row(
            id=strawberry.ID(f"{number:032x}"),
            variant="oh-hell",
            access="PUBLIC",
            stage="PLAYING",
            seats=4,
            length=number,
            created_at=MOMENT,
            ended_at=None,
        )
        for number in range(ROWS)
    ]


async def _current_events() -> Any:
    return _events


@strawberry.type
class Query:
    @strawberry.field
    async def rows(self) -> list[Row]:
        return _rows()

    events: Any = strawberry.field(_current_events, graphql_type=list[GameEvent])


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def place_bid(self, input: PlaceBidInput) -> BidResult:
        return Accepted(
            version=16,
            game=GameWithBid(id=input.game, status="BIDDING", to_move=[1]),
            events=[Placed(version=15, seat=0, amount=input.amount)],
        )


def kibitz_app(services: Services) -> ASGIApp:
    """Return an application with the server's endpoint, its short way and its fair sharing of a busy server.

    It is the outermost layer, which a server calls. Only its schema's root types belong to the benchmark.
    """
    schema = schema_of({"query": Query, "mutation": Mutation}, Limits(), types=event_types())
    app = Application(openapi_url=None)
    endpoint = Endpoint(schema, services)
    plain = PlainRequests(None, services.server_settings.limits.body, has_origins=False)
    app.surround(partial(ShortWay, endpoint=endpoint, plain=plain))
    app.surround(partial(FairShareMiddleware, rates=services.rates, identity=services.identity))
    app.router.routes.append(Route("/graphql", endpoint))
    return app.outermost


class BidIn(BaseModel):
    game: str
    amount: int
    commandId: str | None = None


class BidOut(BaseModel):
    version: int
    seat: int
    amount: int


class GameOut(BaseModel):
    id: str
    status: str
    toMove: list[int]


class AcceptedOut(BaseModel):
    version: int
    game: GameOut
    events: list[BidOut]


class RowOut(BaseModel):
    id: str
    variant: str
    access: str
    stage: str
    seats: int
    length: int
    createdAt: datetime
    endedAt: datetime | None


class PlayerOut(BaseModel):
    id: str


class EventOut(BaseModel):
    name: str
    version: int
    at: datetime
    by: PlayerOut | None


class CardOut(EventOut):
    seat: int
    card: str


def fastapi_app() -> FastAPI:
    """Return an equivalent FastAPI application with pydantic models."""
    app = FastAPI(openapi_url=None)

    @app.post("/bid")
    async def bid(request: BidIn) -> AcceptedOut:
        return AcceptedOut(
            version=16,
            game=GameOut(id=request.game, status="BIDDING", toMove=[1]),
            events=[BidOut(version=15, seat=0, amount=request.amount)],
        )

    @app.post("/rows")
    async def rows() -> list[RowOut]:
        return [
            RowOut(
                id=f"{number:032x}",
                variant="oh-hell",
                access="PUBLIC",
                stage="PLAYING",
                seats=4,
                length=number,
                createdAt=MOMENT,
                endedAt=None,
            )
            for number in range(ROWS)
        ]

    @app.post("/events")
    async def events() -> list[CardOut | EventOut]:
        return list(map(_event, _events))

    return app


def _event(recorded: RecordedEvent) -> CardOut | EventOut:
    event = recorded.event
    name = type(event).__name__
    by = None if recorded.by is None else PlayerOut(id=recorded.by)
    if isinstance(event, CardPlayed):
        return CardOut(
            name=name,
            version=recorded.version,
            at=recorded.at,
            by=by,
            seat=event.seat,
            card=str(event.card),
        )
    return EventOut(name=name, version=recorded.version, at=recorded.at, by=by)


class Request(Struct, frozen=True):
    """A request to both applications."""

    name: str
    document: str
    variables: dict[str, Any]
    path: str
    """The path of the equivalent FastAPI route."""
    plain: dict[str, Any]

    @property
    def body(self) -> bytes:
        """The body for the GraphQL endpoint."""
        return json.dumps({"query": self.document, "variables": self.variables}).encode()


_BID: Final = {"game": GAME, "amount": 60, "commandId": "to-the-moon"}
SMALL: Final = Request(
    "a small mutation",
    "mutation Bid($input: PlaceBidInput!) { placeBid(input: $input) { ... on Accepted {"
    " version game { id status toMove } events { version seat amount } } ... on Refused { code message } } }",
    {"input": _BID},
    "/bid",
    dict(_BID),
)
LIST: Final = Request(
    f"a list of {ROWS} × 8",
    "{ rows { id variant access stage seats length createdAt endedAt } }",
    {},
    "/rows",
    {},
)
EVENTS: Final = Request(
    "500 events",
    "{ events { name: __typename version at by { id } ... on CardPlayed { seat card } } }",
    {},
    "/events",
    {},
)


def set_events(events: list[RecordedEvent]) -> None:
    """Set the events that both applications return."""
    _events[:] = events
