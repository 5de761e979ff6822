"""Size and time limits of requests, and their settings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pydantic import ValidationError
from websockets.frames import Close

from api.graphql.context import Services
from api.graphql.limits.request_limits import Limits
from api.settings import Settings
from application.store.sqlite.store import SQLiteStore
from projections.games.current_games import CurrentGames
from tests.api.harness.callers import Client
from tests.api.harness.played_games import eventually
from tests.api.harness.socket_client import answered, socket
from tests.api.server.test_settings import served

LIMITS = Limits(body=2_000, seconds=0.5)
GRAPHQL = "application/graphql-response+json"


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Client]:
    """A client of a server with low limits."""
    async with served(tmp_path, limits=LIMITS) as client:
        yield client


# Bodies and messages.


def padded(length: int) -> bytes:
    body = '{"query": "{ __typename }", "variables": {"x": "%s"}}'
    return (body % ("x" * (length - len(body) + 2))).encode()


async def test_a_body_is_accepted_up_to_its_limit(small: Client) -> None:
    kind = {"Content-Type": "application/json"}
    assert len(padded(LIMITS.body)) == LIMITS.body
    assert (await small.http.post("/graphql", content=padded(LIMITS.body), headers=kind)).status_code == 200
    response = await small.http.post("/graphql", content=padded(LIMITS.body + 1), headers=kind)
    assert response.status_code == 413
    (error,) = response.json()["errors"]
    assert error["extensions"] == {"code": "BODY_TOO_LARGE", "limit": LIMITS.body, "sent": LIMITS.body + 1}
    # What is not read is not taken for the next request.
    assert response.headers["connection"] == "close"


async def test_a_body_of_unknown_length_is_read_no_further_than_its_limit(small: Client) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while read < 100 * LIMITS.body:
            read += 500
            yield b"x" * 500

    # The caller in the same process reads ahead; a server that listens would not.
    response = await small.http.post(
        "/graphql", content=endless(), headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 413
    assert response.json()["errors"][0]["extensions"] == {"code": "BODY_TOO_LARGE", "limit": LIMITS.body}
    assert response.headers["connection"] == "close"
    assert read <= LIMITS.body + 1_000


async def test_a_query_string_is_accepted_up_to_the_same_limit(small: Client) -> None:
    answers = []
    for length in (0, 1):
        parameters = {"query": "{__typename}", "x": ""}
        missing = LIMITS.body - len(
            str(small.http.build_request("GET", "/", params=parameters).url.query, "ascii")
        )
        parameters["x"] = "x" * (missing + length)
        answers.append(await small.http.get("/graphql", params=parameters))
    assert [answer.status_code for answer in answers] == [200, 413]


async def test_a_message_is_accepted_up_to_its_limit(address: str, services: Services) -> None:
    limit = services.server_settings.limits.message
    async with socket(address) as connection:
        ping = '{"type": "ping", "payload": {"x": "%s"}}'
        await connection.send(ping % ("x" * (limit - len(ping) + 2)))
        assert await answered(connection) == {"type": "pong"}
        # Bytes count, not characters.
        await connection.send(ping % ("é" * (limit // 2)))
        answer = await answered(connection)
    assert isinstance(answer, Close)
    assert answer.code == 1009


# Time.


async def test_a_query_that_takes_too_long_is_ended(
    small: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def hangs(*_: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(CurrentGames, "current", hangs)
    response = await small.post({"query": f'{{ game(id: "{UUID(int=0)}") {{ id }} }}'}, {"Accept": GRAPHQL})
    assert response.status_code == 503
    (error,) = response.json()["errors"]
    assert error["extensions"] == {"code": "TIMEOUT", "limit": 0.5}
    assert caplog.text == ""


async def test_a_command_that_times_out_is_executed_nevertheless(
    small: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = Client(small.http, await token(small))
    append = SQLiteStore.append
    released = asyncio.Event()

    async def waits(*arguments: Any, **options: Any) -> Any:
        await released.wait()
        return await append(*arguments, **options)

    document = "mutation($input: CreateGameInput!) { createGame(input: $input) { __typename %s } }"
    wanted = {"input": {"variant": "oh-hell", "commandId": "once"}}
    monkeypatch.setattr(SQLiteStore, "append", waits)
    try:
        late = await eve.post({"query": document % "", "variables": wanted})
    finally:
        # Else the server would wait for the append when it closes.
        released.set()
    assert late.status_code == 503
    assert late.json()["errors"][0]["extensions"]["code"] == "TIMEOUT"
    mine = "{ me { games(first: 5) { edges { cursor } } } }"

    async def listed() -> bool:
        return len((await eve.data(mine))["me"]["games"]["edges"]) == 1

    await eventually(listed)
    # Its id tells that it was; it is not carried out once more.
    repeated = await eve.data(document % "... on CommandAccepted { version }", **wanted)
    assert repeated["createGame"]["__typename"] == "CreateGameAccepted"
    assert await listed()


async def token(client: Client) -> str:
    """Return the token of a new guest, by a document that asks for little."""
    answer = await client.data(
        'mutation { signIn(input: {name: "Eve"}) { ... on SignInAccepted { token } } }'
    )
    found: str = answer["signIn"]["token"]
    return found


# Settings.


def test_each_limit_is_a_variable_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Limits.model_fields:
        monkeypatch.setenv(f"KIBITZ_LIMITS_{name.upper()}", "7")
    assert set(Settings().limits.model_dump().values()) == {7}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("KIBITZ_LIMITS_DEPTH", "0"),
        ("KIBITZ_LIMITS_SECONDS", "inf"),
        ("KIBITZ_LIMITS_DPETH", "5"),
        ("KIBITZ_ORIGINS", "*"),
        ("KIBITZ_ORIGINS", "https://cards.example/page"),
    ],
)
def test_an_invalid_setting_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(ValidationError):
        Settings()
