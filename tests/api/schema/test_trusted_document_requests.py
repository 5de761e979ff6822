"""Requests with the id of a trusted document: by POST and GET, as streams and over sockets."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import Close

from api.graphql.limits.request_limits import Limits
from api.web.files import FILES
from api.web.trusted_documents import TrustedDocuments
from tests.api.conftest import _schema
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun
from tests.api.harness.socket_client import answered, bare_socket, socket
from tests.api.server.test_settings import served

OPERATIONS = FILES / "operations"
GRAPHQL = {"Accept": "application/graphql-response+json"}
STREAM = {"Accept": "text/event-stream"}


@pytest.fixture(scope="module")
def trusted() -> TrustedDocuments:
    return TrustedDocuments(_schema(Limits())._schema, OPERATIONS.glob("*.graphql"))


async def test_trusted_documents_are_requested_by_post(spectator: Client, trusted: TrustedDocuments) -> None:
    asked = {"documentId": trusted.ids["SignIn"], "variables": {"name": "Ann"}, "operationName": "SignIn"}
    answer = await spectator.post(asked, GRAPHQL)
    assert answer.status_code == 200
    assert answer.json()["data"]["signIn"]["player"]["name"] == "Ann"
    # A null beside the id is ignored.
    assert (await spectator.post({**asked, "query": None})).json()["data"]["signIn"]


async def test_only_trusted_queries_are_requested_by_get(
    spectator: Client, trusted: TrustedDocuments
) -> None:
    got = await spectator.http.get("/graphql", params={"documentId": trusted.ids["Variants"]})
    assert len(got.json()["data"]["variants"]) > 2
    signing = {"documentId": trusted.ids["SignIn"], "variables": '{"name": "Ann"}'}
    refused = await spectator.http.get("/graphql", params=signing)
    assert refused.status_code == 405


async def test_a_server_in_development_answers_a_browser_that_names_a_document(
    tmp_path: Path, trusted: TrustedDocuments
) -> None:
    async with served(tmp_path, development=True) as client:
        asked = {"documentId": trusted.ids["Variants"]}
        answer = await client.http.get("/graphql", params=asked, headers={"Accept": "text/html,*/*;q=0.1"})
        assert answer.json()["data"]["variants"]


async def test_trusted_documents_start_streams(ann: Client, trusted: TrustedDocuments) -> None:
    game = await ann.create()
    asked = {"documentId": trusted.ids["GameUpdates"], "variables": {"game": game, "whole": True}}
    async with asyncio.timeout(10):
        await ann.must("leaveGame", game=game)
        streamed = await ann.post(asked, STREAM)
    [line] = [line for line in streamed.text.splitlines() if line.startswith("data: {")]
    update = json.loads(line[6:])["data"]["gameUpdates"]
    assert (update["snapshot"], update["game"]["stage"]) == (True, "CLOSED")


async def test_sockets_accept_trusted_documents(address: str, ann: Client, trusted: TrustedDocuments) -> None:
    game = await begun(ann, await ann.sign_in("Bob"))
    async with socket(address, ann.token) as connection:
        payload = {"documentId": trusted.ids["GameUpdates"], "variables": {"game": game}}
        await connection.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
        update = json.loads(await connection.recv())["payload"]["data"]["gameUpdates"]
    assert update["snapshot"]
    assert "game" not in update


UNKNOWN = "sha256:" + "0" * 64


@pytest.mark.parametrize("headers", [{}, GRAPHQL, STREAM])
async def test_an_invalid_document_id_is_an_error(spectator: Client, headers: dict[str, str]) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"documentId": UNKNOWN}, "UNKNOWN_DOCUMENT"),
        ({"documentId": ""}, "UNKNOWN_DOCUMENT"),
        ({"documentId": 7}, "BAD_REQUEST"),
        ({"documentId": UNKNOWN, "query": "{ me { player { id } } }"}, "BAD_REQUEST"),
        ({"documentId": None}, "BAD_REQUEST"),
    ]
    for asked, code in cases:
        answer = await spectator.post(asked, headers)
        assert answer.status_code == 400, (asked, code)
        [error] = answer.json()["errors"]
        assert error["extensions"]["code"] == code, (asked, code)
        assert "data" not in answer.json(), (asked, code)
        if asked["documentId"] == UNKNOWN:
            got = await spectator.http.get("/graphql", params=asked)
            assert (got.status_code, got.json()) == (400, answer.json()), (asked, code)


async def test_an_unknown_operation_name_is_refused(spectator: Client, trusted: TrustedDocuments) -> None:
    asked = {"documentId": trusted.ids["Variants"], "operationName": "SignIn"}
    [error] = (await spectator.post(asked)).json()["errors"]
    assert error["extensions"]["code"] == "OPERATION_NOT_NAMED"


async def test_an_invalid_document_id_is_an_error_on_sockets(address: str, trusted: TrustedDocuments) -> None:
    async with socket(address) as connection:
        unknown = {"id": "1", "type": "subscribe", "payload": {"documentId": UNKNOWN}}
        await connection.send(json.dumps(unknown))
        message = json.loads(await connection.recv())
        assert (message["type"], message["id"]) == ("error", "1")
        assert message["payload"][0]["extensions"]["code"] == "UNKNOWN_DOCUMENT"
        # The socket is still open, and the id can be reused.
        known = {"id": "1", "type": "subscribe", "payload": {"documentId": trusted.ids["Variants"]}}
        await connection.send(json.dumps(known))
        assert json.loads(await connection.recv())["payload"]["data"]["variants"]


async def test_a_message_that_names_no_one_document_closes_the_socket(address: str) -> None:
    for payload in [
        {"documentId": UNKNOWN, "query": "{ me { player { id } } }"},
        {"documentId": 7},
        {"documentId": ""},
        {},
    ]:
        async with socket(address) as connection:
            await connection.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
            closed = await answered(connection)
        assert isinstance(closed, Close), payload
        assert closed.code == 4400, payload


async def test_nothing_is_executed_before_the_socket_is_open(address: str, trusted: TrustedDocuments) -> None:
    for id in (trusted.ids["Variants"], UNKNOWN):
        async with bare_socket(address) as connection:
            early = {"id": "1", "type": "subscribe", "payload": {"documentId": id}}
            await connection.send(json.dumps(early))
            closed = await answered(connection)
        assert isinstance(closed, Close)
        assert closed.code == 4401
