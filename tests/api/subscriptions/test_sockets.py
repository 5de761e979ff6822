"""The WebSocket of the API: authentication, several operations, and invalid messages."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.frames import Close

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun, play_to_the_end
from tests.api.harness.socket_client import answered, bare_socket, socket, subscribe

pytestmark = pytest.mark.timeout(60)


async def test_queries_and_mutations_work_over_sockets(address: str, ann: Client) -> None:
    async with socket(address, ann.token) as connection:
        await subscribe(connection, "1", d.mutation("createGame"), input={"variant": "hundred-and-ten"})
        message = json.loads(await connection.recv())
        assert message["payload"]["data"]["createGame"]["__typename"] == "CreateGameAccepted"
        assert json.loads(await connection.recv()) == {"id": "1", "type": "complete"}


async def test_one_socket_follows_two_games(address: str, ann: Client) -> None:
    games = {str(number): await ann.create() for number in range(2)}
    async with socket(address, ann.token) as connection:
        for id, game in games.items():
            await subscribe(connection, id, d.FOLLOW, game=game)
        messages = [json.loads(await connection.recv()) for _ in range(4)]
    assert sorted(message["id"] for message in messages) == ["0", "0", "1", "1"]


async def test_nothing_is_sent_after_complete(address: str, ann: Client, bob: Client) -> None:
    game = await ann.create()
    async with socket(address) as connection:
        await subscribe(connection, "1", d.FOLLOW, game=game)
        for _ in range(2):
            await connection.recv()
        await connection.send(json.dumps({"id": "1", "type": "complete"}))
        await asyncio.sleep(0.05)
        await bob.must("joinGame", game=game)
        await connection.send(json.dumps({"type": "ping"}))
        assert json.loads(await connection.recv())["type"] == "pong"


async def test_the_handshake_header_authenticates_the_socket(address: str, ann: Client) -> None:
    async with bare_socket(address, Authorization=f"Bearer {ann.token}") as connection:
        await connection.send(json.dumps({"type": "connection_init"}))
        assert json.loads(await connection.recv())["type"] == "connection_ack"
        await subscribe(connection, "1", d.ME)
        assert json.loads(await connection.recv())["payload"]["data"]["me"]["player"]["id"] == ann.player


@pytest.mark.parametrize("where", ["payload", "header"])
async def test_a_socket_with_an_invalid_token_is_closed(address: str, where: str) -> None:
    for authorization in [
        "Bearer garbage",
        "Bearer ",
        "Basic QW5u",
        "garbage",
        *([5, []] if where == "payload" else []),
    ]:
        headers = {"Authorization": str(authorization)} if where == "header" else {}
        payload = {"authorization": authorization} if where == "payload" else {}
        async with bare_socket(address, **headers) as connection:
            await connection.send(json.dumps({"type": "connection_init", "payload": payload}))
            answer = await answered(connection)
        assert isinstance(answer, Close), authorization
        assert answer.code == 4403, authorization


async def test_an_invalid_message_closes_the_socket_with_its_code(address: str) -> None:
    for text in ["", "{", "null", "5", "[]", '"x"', "{}", '{"type": 5}', '{"type": "nonsense"}']:
        async with socket(address) as connection:
            await connection.send(text)
            answer = await answered(connection)
        assert isinstance(answer, Close), text
        assert answer.code == 4400, text


async def test_an_invalid_operation_is_answered_with_an_error(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    for payload in [{}, {"query": 5}, {"query": ""}, None, "x"]:
        async with socket(address) as connection:
            await connection.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
            answer = await answered(connection)
        if isinstance(answer, Close):
            assert answer.code == 4400, payload
        else:
            errors = answer["payload"] if answer["type"] == "error" else answer["payload"]["errors"]
            assert "Something went wrong" not in errors[0]["message"], payload
        assert "Traceback" not in caplog.text, payload


@pytest.mark.parametrize("times", [1, 2])
async def test_an_invalid_document_is_refused_each_time(address: str, times: int) -> None:
    for document in ["{", "{ nonsense }", "subscription { gameEvents { version } }"]:
        for _ in range(times):
            async with socket(address) as connection:
                await subscribe(connection, "1", document)
                answer = await answered(connection)
            if isinstance(answer, Close):
                assert answer.code == 4400, document
                assert answer.reason, document
            else:
                assert (answer["id"], answer["type"]) == ("1", "error"), document
                assert answer["payload"][0]["message"], document


async def test_among_several_operations_one_must_be_named(address: str, ann: Client) -> None:
    document = "query A { me { player { name } } } query B { variants { name } }"
    async with socket(address, ann.token) as connection:
        await subscribe(connection, "1", document)
        answer = await answered(connection)
    if isinstance(answer, Close):
        assert answer.code == 4400
    else:
        assert answer["type"] == "error"


async def test_nothing_is_executed_before_the_acknowledgement(address: str) -> None:
    async with bare_socket(address) as connection:
        await subscribe(connection, "1", d.VARIANTS)
        answer = await answered(connection)
    assert isinstance(answer, Close)
    assert answer.code == 4401


# The same over server-sent events.


async def test_a_game_is_followed_over_server_sent_events(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    await play_to_the_end([ann, bob], game)
    body = {"query": d.FOLLOW, "variables": {"game": game, "after": 5}}
    response = await ann.post(body, {"Accept": "text/event-stream"})
    assert response.headers["content-type"].startswith("text/event-stream")
    lines = [line.removeprefix("data:").strip() for line in response.text.splitlines() if "data:" in line]
    received = [json.loads(line)["data"]["gameEvents"] for line in lines if "gameEvents" in line]
    assert received == (await ann.events(game))[5:]


async def test_server_sent_events_do_not_reveal_private_games(ann: Client, bob: Client) -> None:
    game = await ann.create(access="PRIVATE")
    body = {"query": d.FOLLOW, "variables": {"game": game}}
    response = await bob.post(body, {"Accept": "text/event-stream"})
    assert "UNKNOWN_GAME" in response.text
    assert "GameCreated" not in response.text
