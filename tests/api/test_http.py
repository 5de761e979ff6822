"""Requests over HTTP, by the published specification: media types, methods, bodies, other origins."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from api.graphql.context import Services
from tests.api import documents as d
from tests.api.asking import Client
from tests.api.sockets import bare_socket
from tests.api.test_settings import served

JSON = "application/json"
GRAPHQL = "application/graphql-response+json"
SIGN_IN = 'mutation { signIn(input: {name: "Eve"}) { __typename } }'
ELSEWHERE = "https://cards.example"


def code(response: httpx.Response) -> str:
    """Return the code of the one error of an answer that is nothing but an error."""
    answer = response.json()
    assert answer.keys() == {"errors"}
    (error,) = answer["errors"]
    found: str = error["extensions"]["code"]
    return found


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (GRAPHQL, GRAPHQL),
        (JSON, JSON),
        ("*/*", JSON),
        ("", JSON),
        ("application/*", JSON),
        (f"{GRAPHQL}, {JSON};q=0.9", GRAPHQL),
        (f"{JSON}, {GRAPHQL}", GRAPHQL),
        (f"{JSON}, {GRAPHQL};q=0.5", JSON),
        (f"text/event-stream, {JSON}", JSON),
        (f"{GRAPHQL};q=0, */*", JSON),
        ("text/html, */*;q=0.1", JSON),
        ("text/event-stream", "text/event-stream"),
    ],
)
async def test_an_answer_has_the_media_type_that_is_preferred(
    onlooker: Client, accept: str, kind: str
) -> None:
    response = await onlooker.post({"query": "{ __typename }"}, {"Accept": accept})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith(kind)


@pytest.mark.parametrize("accept", ["text/html", "image/png", f"{JSON};q=0", "application/xml, text/*;q=0.5"])
async def test_who_accepts_nothing_of_ours_is_told_so(onlooker: Client, accept: str) -> None:
    response = await onlooker.post({"query": SIGN_IN}, {"Accept": accept})
    assert (response.status_code, code(response)) == (406, "NOT_ACCEPTABLE")


@pytest.mark.parametrize(
    "kind", ["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"']
)
async def test_a_body_is_json(onlooker: Client, kind: str) -> None:
    response = await onlooker.post({"query": SIGN_IN}, {"Content-Type": kind})
    assert response.json() == {"data": {"signIn": {"__typename": "SignedIn"}}}


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/graphql",
        "application/jsonp",
        "text/plain; x=application/json",
        "",
    ],
)
async def test_a_body_of_another_kind_is_not_looked_at(onlooker: Client, kind: str) -> None:
    response = await onlooker.post({"query": SIGN_IN}, {"Content-Type": kind})
    assert (response.status_code, code(response)) == (415, "UNSUPPORTED_MEDIA_TYPE")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"5",
        b'"{ __typename }"',
        b"\xff",
        b'{"query": "{ __typename }"',
        b'{"query": "{ __typename }"} x',
        b'{"query": "{ __typename }", "variables": {"x": NaN}}',
        b'{"query": "{ __typename }", "variables": {"x": "\\ud800"}}',
        b'{"query": "{ __typename }", "variables": {"x": ' + b"[" * 5000 + b"]" * 5000 + b"}}",
        b"{}",
        b'{"query": null}',
        b'{"query": ""}',
        b'{"query": ["{ __typename }"]}',
        b'{"query": "{ __typename }", "variables": [1]}',
        b'{"query": "{ __typename }", "operationName": 5}',
        b'{"query": "{ __typename }", "extensions": "x"}',
    ],
)
async def test_a_body_that_is_no_request_is_a_bad_one(onlooker: Client, body: bytes) -> None:
    response = await onlooker.http.post("/graphql", content=body, headers={"Content-Type": JSON})
    assert (response.status_code, code(response)) == (400, "BAD_REQUEST")


async def test_several_requests_at_once_are_not_taken(onlooker: Client) -> None:
    response = await onlooker.post([{"query": SIGN_IN}, {"query": SIGN_IN}])
    assert (response.status_code, code(response)) == (400, "BAD_REQUEST")
    assert "several" in response.json()["errors"][0]["message"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
async def test_other_methods_are_answered_by_those_that_there_are(onlooker: Client, method: str) -> None:
    response = await onlooker.http.request(method, "/graphql")
    assert response.status_code == 405
    assert response.headers["allow"] == "GET, POST"


async def test_a_query_may_be_sent_by_get(ann: Client) -> None:
    variables = json.dumps({"player": ann.player})
    response = await ann.http.get(
        "/graphql",
        params={
            "query": "query A { me { name } } query B { __typename }",
            "operationName": "A",
            "variables": variables,
        },
        headers={"Authorization": f"Bearer {ann.token}"},
    )
    assert response.json() == {"data": {"me": {"name": "Ann"}}}
    # A copy in a cache would outlive what its reader may see.
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("accept", ["*/*", GRAPHQL, JSON])
async def test_nothing_but_queries_is_carried_out_by_get(onlooker: Client, accept: str) -> None:
    for document in (SIGN_IN, "query Q { __typename } " + SIGN_IN.replace("mutation", "mutation M")):
        parameters = {"query": document, **({"operationName": "M"} if "query" in document else {})}
        response = await onlooker.http.get("/graphql", params=parameters, headers={"Accept": accept})
        assert (response.status_code, code(response)) == (405, "METHOD_NOT_ALLOWED")
        assert response.headers["allow"] == "POST"


async def test_no_mutation_is_streamed_by_get_either(onlooker: Client) -> None:
    response = await onlooker.http.get(
        "/graphql", params={"query": SIGN_IN}, headers={"Accept": "text/event-stream"}
    )
    assert "METHOD_NOT_ALLOWED" in response.text
    assert "SignedIn" not in response.text


@pytest.mark.parametrize("variables", ["{", "[]", "5", '"x"'])
async def test_variables_in_a_query_string_are_json(onlooker: Client, variables: str) -> None:
    response = await onlooker.http.get("/graphql", params={"query": "{ __typename }", "variables": variables})
    assert (response.status_code, code(response)) == (400, "BAD_REQUEST")


WRONG = [
    ("{", {}, "GRAPHQL_PARSE_FAILED"),
    ("{ nonsense }", {}, "GRAPHQL_VALIDATION_FAILED"),
    ("query($id: ID!) { game(id: $id) { id } }", {"id": None}, "BAD_USER_INPUT"),
    ("query A { __typename } query B { __typename }", {}, "OPERATION_NOT_NAMED"),
    ("fragment F on Query { __typename }", {}, "OPERATION_NOT_NAMED"),
]


@pytest.mark.parametrize(("document", "variables", "expected"), WRONG)
async def test_what_is_wrong_with_a_whole_request_is_in_the_status_where_the_client_knows_of_it(
    onlooker: Client, document: str, variables: dict[str, Any], expected: str
) -> None:
    for accept, status in ((GRAPHQL, 400), (JSON, 200)):
        response = await onlooker.post({"query": document, "variables": variables}, {"Accept": accept})
        assert (response.status_code, code(response)) == (status, expected)


async def test_an_error_of_one_field_leaves_the_status_alone(onlooker: Client) -> None:
    body = {"query": '{ game(id: "5") { id } __typename }'}
    response = await onlooker.post(body, {"Accept": GRAPHQL})
    assert response.status_code == 200
    assert response.json()["data"] == {"game": None, "__typename": "Query"}
    assert response.json()["errors"][0]["path"] == ["game"]


async def test_an_operation_that_the_document_does_not_have_is_not_found(onlooker: Client) -> None:
    body = {"query": "query A { __typename }", "operationName": "B"}
    response = await onlooker.post(body, {"Accept": GRAPHQL})
    assert (response.status_code, code(response)) == (400, "OPERATION_NOT_NAMED")


async def test_a_subscription_is_streamed_to_whoever_takes_streams_too(ann: Client) -> None:
    game = await ann.create()
    await ann.must("leaveGame", game=game)
    body = {"query": d.FOLLOW, "variables": {"game": game}}
    response = await ann.post(body, {"Accept": f"{JSON}, text/event-stream"})
    assert response.headers["content-type"].startswith("text/event-stream")
    assert "GameClosed" in response.text


async def test_a_fault_is_told_by_a_number_that_the_log_has(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("the secret of seat 3")

    monkeypatch.setattr(type(services.reading), "current", fails)
    with caplog.at_level(logging.ERROR):
        incidents = [
            (await ann.ask(d.GAME, id="0" * 32))["errors"][0]["extensions"]["incident"] for _ in range(2)
        ]
    assert incidents[0] != incidents[1]
    assert all(caplog.text.count(incident) == 1 for incident in incidents)


# Pages of other origins.


async def preflight(client: Client, origin: str) -> httpx.Response:
    """Ask as a browser asks before it lets a page send JSON to another origin."""
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type",
    }
    return await client.http.options("/graphql", headers=asked)


@pytest.fixture
async def known_origin(tmp_path: Path) -> AsyncIterator[Client]:
    async with served(tmp_path, origins=f"{ELSEWHERE}:443, http://localhost:3000") as client:
        yield client


async def test_pages_of_the_origins_in_the_settings_may_call(known_origin: Client) -> None:
    response = await preflight(known_origin, ELSEWHERE)
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == ELSEWHERE
    response = await known_origin.post({"query": "{ __typename }"}, {"Origin": ELSEWHERE})
    assert response.headers["access-control-allow-origin"] == ELSEWHERE
    assert "access-control-allow-credentials" not in response.headers


async def test_pages_of_other_origins_may_not(known_origin: Client, onlooker: Client) -> None:
    for client, origin in ((known_origin, "https://elsewhere.example"), (onlooker, ELSEWHERE)):
        response = await preflight(client, origin)
        assert response.status_code in (400, 405)
        assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", "http://localhost:1", "garbage", "file://"])
async def test_a_page_of_another_origin_opens_no_socket(address: str, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with bare_socket(address, Origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_a_page_of_the_servers_own_origin_opens_a_socket(address: str) -> None:
    async with bare_socket(address, Origin=address.removesuffix("/graphql")) as connection:
        await connection.send(json.dumps({"type": "connection_init"}))
        assert json.loads(await connection.recv()) == {"type": "connection_ack"}


# GraphiQL.

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


async def test_a_server_in_development_shows_graphiql_and_asks_nobody_else_for_it(tmp_path: Path) -> None:
    async with served(tmp_path, development=True) as client:
        page = await client.http.get("/graphql", headers=BROWSER)
        assert "default-src 'none'" in page.headers["content-security-policy"]
        named = [part.split('"')[0] for part in page.text.replace("src=", "href=").split('href="')[1:]]
        files = [name for name in named if not name.startswith("data:")]
        assert len(files) > 5
        for name in files:
            assert name.startswith("/graphiql/")
            assert (await client.http.get(name)).status_code == 200
        assert "MIT" in (await client.http.get("/graphiql/LICENSES.txt")).text
        # Asked for anything, it answers as ever.
        answer = await client.http.get("/graphql", params={"query": "{ __typename }"}, headers=BROWSER)
        assert answer.json() == {"data": {"__typename": "Query"}}


async def test_other_servers_have_no_graphiql(onlooker: Client) -> None:
    assert (await onlooker.http.get("/graphql", headers=BROWSER)).status_code == 400
    assert (await onlooker.http.get("/graphiql/index.html")).status_code == 404


async def test_what_may_have_been_meant_is_suggested_in_development_only(
    tmp_path: Path, onlooker: Client
) -> None:
    misspelt = [
        "{ varants { name } }",
        "{ games(frst: 1) { edges { cursor } } }",
        "{ ... on Qery { me { id } } }",
        "{ games(filter: LOBY) { edges { cursor } } }",
    ]
    async with served(tmp_path, development=True) as developed:
        for document in misspelt:
            assert "Did you mean" in (await developed.ask(document))["errors"][0]["message"]
            assert "Did you mean" not in (await onlooker.ask(document))["errors"][0]["message"]
    asked = {
        "query": "query($f: GameFilter!) { games(filter: $f) { edges { cursor } } }",
        "variables": {"f": "LOBY"},
    }
    assert "Did you mean" not in (await onlooker.post(asked)).text
