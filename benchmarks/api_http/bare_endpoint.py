"""The reference: an endpoint of FastAPI with pydantic that takes the same requests and does nothing.

It validates a request of a move into models, and answers from models with the same fields as Kibitz. There is
no authentication, no game and no storage. uvicorn runs it with uvloop and httptools, without an access log.
"""

from __future__ import annotations

import socket
import sys
from typing import Literal

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel, Field


class MoveInput(BaseModel):
    commandId: str
    game: str
    card: str | None = None
    amount: int | None = None
    expectedVersion: int


class MoveVariables(BaseModel):
    input: MoveInput


class MoveRequest(BaseModel):
    documentId: str
    variables: MoveVariables


class GameOut(BaseModel):
    id: str


class Accepted(BaseModel):
    kind: Literal["PlayCardAccepted"] = Field(default="PlayCardAccepted", serialization_alias="__typename")
    version: int
    game: GameOut


class MoveData(BaseModel):
    done: Accepted


class MoveAnswer(BaseModel):
    data: MoveData


def application() -> FastAPI:
    """Return the application, whose endpoint has the path of the measured requests."""
    app = FastAPI(openapi_url=None)

    @app.post("/graphql")
    async def move(request: MoveRequest) -> MoveAnswer:
        asked = request.variables.input
        accepted = Accepted(version=asked.expectedVersion + 1, game=GameOut(id=asked.game))
        return MoveAnswer(data=MoveData(done=accepted))

    return app


def main() -> None:
    """Print the address and serve until the process is killed."""
    with socket.create_server(("127.0.0.1", 0), backlog=1_024) as listening:
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}/graphql\n")
        sys.stdout.flush()
        config = uvicorn.Config(
            application(),
            loop="uvloop",
            http="httptools",
            access_log=False,
            log_config=None,
            lifespan="off",
        )
        uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
