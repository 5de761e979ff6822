"""The two sides of the benchmark of the API: a schema behind our endpoint, and FastAPI with pydantic.

Both answer the same JSON from the same values, without any storage. What is behind the endpoint is the stack
of the server: its extension, its limits, its errors. Only the roots of the schema are the benchmark's own.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Final

import strawberry
from fastapi import FastAPI
from msgspec import Struct
from pydantic import BaseModel
from starlette.routing import Route

from api.graphql.context import Info, Services
from api.graphql.execution.request_limits import Limits
from api.graphql.schema import served
from api.graphql.types.events import GameEvent, event_types
from api.http.endpoint import Endpoint
from application.codec import RecordedEvent
from domain.events import CardPlayed

GAME: Final = "0" * 32
ROWS: Final = 100

_events: list[RecordedEvent] = []
"""What has happened in the game that both sides tell of."""


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
class Game:
    id: strawberry.ID
    status: str
    to_move: list[int]


@strawberry.type
class Accepted:
    version: int
    game: Game
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


Result = Annotated[Accepted | Refused, strawberry.union("Result")]
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


async def _told() -> Any:
    return _events


@strawberry.type
class Query:
    @strawberry.field
    async def rows(self) -> list[Row]:
        return _rows()

    events: Any = strawberry.field(_told, graphql_type=list[GameEvent])


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def place_bid(self, input: PlaceBidInput) -> Result:
        return _accepted(input.game, input.amount)

    @strawberry.mutation
    async def invite_player(self, info: Info, game: strawberry.ID) -> Result:
        """Do nothing, for somebody who is signed in as for any other mutation."""
        await info.context.signed_in()
        return _accepted(game, 0)


def _accepted(game: str, amount: int) -> Accepted:
    return Accepted(
        version=16,
        game=Game(id=strawberry.ID(game), status="BIDDING", to_move=[1]),
        events=[Placed(version=15, seat=0, amount=amount)],
    )


def endpoint(services: Services) -> Endpoint:
    """Return the endpoint of the server with the roots of the benchmark."""
    roots = {"query": Query, "mutation": Mutation}
    schema = served(roots, Limits(), types=event_types())
    return Endpoint(schema, services)


def ours(services: Services) -> FastAPI:
    """Return an application as the server has it."""
    app = FastAPI(openapi_url=None)
    app.router.routes.append(Route("/graphql", endpoint(services)))
    return app


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


class EventOut(BaseModel):
    name: str
    version: int
    at: datetime
    by: str | None


class CardOut(EventOut):
    seat: int
    card: str


def theirs() -> FastAPI:
    """Return the same with FastAPI's own means: pydantic models in and out."""
    app = FastAPI(openapi_url=None)

    @app.post("/bid")
    async def bid(asked: BidIn) -> AcceptedOut:
        return AcceptedOut(
            version=16,
            game=GameOut(id=asked.game, status="BIDDING", toMove=[1]),
            events=[BidOut(version=15, seat=0, amount=asked.amount)],
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
    if isinstance(event, CardPlayed):
        return CardOut(
            name=name,
            version=recorded.version,
            at=recorded.at,
            by=recorded.by,
            seat=event.seat,
            card=str(event.card),
        )
    return EventOut(name=name, version=recorded.version, at=recorded.at, by=recorded.by)


class Request(Struct, frozen=True):
    """What is asked of both sides."""

    name: str
    document: str
    variables: dict[str, Any]
    path: str
    """Where FastAPI answers the same."""
    plain: dict[str, Any]

    @property
    def body(self) -> bytes:
        """The body that goes to the endpoint."""
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
    "{ events { name: __typename version at by ... on CardPlayed { seat card } } }",
    {},
    "/events",
    {},
)


def tell_of(events: list[RecordedEvent]) -> None:
    """Let both sides tell of these events."""
    _events[:] = events
