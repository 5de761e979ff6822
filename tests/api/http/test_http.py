"""GraphQL over HTTP by its specification: media types, methods, bodies, faults."""

from __future__ import annotations

import json
import logging
from uuid import UUID

import httpx
import pytest

from api.graphql.context import Services
from api.graphql.execution.validation.document_validator import DocumentValidator
from api.http.negotiation import accepted
from application.store.port import StoreClosed
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client

JSON = "application/json"
GRAPHQL = "application/graphql-response+json"
SIGN_IN = 'mutation { signIn(input: {name: "Eve"}) { __typename } }'


def code(response: httpx.Response) -> str:
    """Return the code of the one error of an answer that is nothing but an error."""
    answer = response.json()
    assert answer.keys() == {"errors"}
    (error,) = answer["errors"]
    found: str = error["extensions"]["code"]
    return found


async def test_an_answer_has_the_media_type_that_is_preferred(spectator: Client) -> None:
    for accept, kind in [
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
        # A weight that is none rules out what it is of.
        (f"{GRAPHQL};q=much, {JSON};q=0.1", JSON),
        ("text/event-stream", "text/event-stream"),
    ]:
        response = await spectator.post({"query": "{ __typename }"}, {"Accept": accept})
        assert response.status_code == 200, (accept, kind)
        assert response.headers["content-type"].startswith(kind), (accept, kind)


@pytest.mark.parametrize("accept", ["text/html", "image/png", f"{JSON};q=0", "application/xml, text/*;q=0.5"])
async def test_unsupported_accept_header_is_refused(spectator: Client, accept: str) -> None:
    response = await spectator.post({"query": SIGN_IN}, {"Accept": accept})
    assert (response.status_code, code(response)) == (406, "NOT_ACCEPTABLE")


def test_headers_are_remembered_unless_they_are_long() -> None:
    usual, long = f"{GRAPHQL}, {JSON};q=0.9", f"{JSON}, {'x/y, ' * 100}"
    assert accepted(usual) is accepted(usual)
    assert accepted(long) == accepted(JSON)
    assert accepted(long) is not accepted(long)


@pytest.mark.parametrize(
    ("accept", "kind"), [(GRAPHQL, GRAPHQL), (JSON, JSON), ("text/event-stream", JSON), ("image/png", JSON)]
)
async def test_refusal_uses_an_accepted_media_type_if_possible(
    spectator: Client, accept: str, kind: str
) -> None:
    response = await spectator.post({"query": ""}, {"Accept": accept})
    assert response.status_code in (400, 406)
    assert code(response) in ("BAD_REQUEST", "NOT_ACCEPTABLE")
    assert response.headers["content-type"].startswith(kind)


@pytest.mark.parametrize("accept", [GRAPHQL, JSON, "text/event-stream", "image/png"])
async def test_no_cache_keeps_an_answer_or_gives_it_to_who_accepts_another_form(
    spectator: Client, accept: str
) -> None:
    response = await spectator.post({"query": "{ __typename }"}, {"Accept": accept})
    assert response.headers["cache-control"].startswith("private, no-store")
    assert {"Accept", "Authorization"} <= set(response.headers["vary"].split(", "))


async def test_stream_headers_disable_buffering_in_proxies(spectator: Client) -> None:
    response = await spectator.post({"query": "{ __typename }"}, {"Accept": "text/event-stream"})
    assert "no-transform" in response.headers["cache-control"]
    assert response.headers["x-accel-buffering"] == "no"
    # With data, since browsers pass over an event without any.
    assert response.text.endswith("\n\nevent: complete\ndata:\n\n")


@pytest.mark.parametrize(
    "kind", ["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"']
)
async def test_a_body_is_json(spectator: Client, kind: str) -> None:
    response = await spectator.post({"query": SIGN_IN}, {"Content-Type": kind})
    assert response.json() == {"data": {"signIn": {"__typename": "SignInAccepted"}}}


async def test_a_body_of_another_kind_is_not_looked_at(spectator: Client) -> None:
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/graphql",
        "application/jsonp",
        "text/plain; x=application/json",
        "",
    ]:
        response = await spectator.post({"query": SIGN_IN}, {"Content-Type": kind})
        assert (response.status_code, code(response)) == (415, "UNSUPPORTED_MEDIA_TYPE"), kind


async def test_a_body_that_is_no_request_is_a_bad_one(spectator: Client) -> None:
    for body in [
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
    ]:
        response = await spectator.http.post("/graphql", content=body, headers={"Content-Type": JSON})
        assert (response.status_code, code(response)) == (400, "BAD_REQUEST"), body


async def test_several_requests_at_once_are_not_taken(spectator: Client) -> None:
    response = await spectator.post([{"query": SIGN_IN}, {"query": SIGN_IN}])
    assert (response.status_code, code(response)) == (400, "BAD_REQUEST")
    assert "several" in response.json()["errors"][0]["message"]


async def test_other_methods_are_answered_by_those_that_there_are(spectator: Client) -> None:
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]:
        response = await spectator.http.request(method, "/graphql")
        assert response.status_code == 405, method
        assert response.headers["allow"] == "GET, POST", method


async def test_a_query_may_be_sent_by_get(ann: Client) -> None:
    variables = json.dumps({"player": ann.player})
    response = await ann.http.get(
        "/graphql",
        params={
            "query": "query A { me { player { name } } } query B { __typename }",
            "operationName": "A",
            "variables": variables,
        },
        headers={"Authorization": f"Bearer {ann.token}"},
    )
    assert response.json() == {"data": {"me": {"player": {"name": "Ann"}}}}
    # A copy in a cache would outlive what its reader may see.
    assert response.headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize("accept", ["*/*", GRAPHQL, JSON])
async def test_nothing_but_queries_is_carried_out_by_get(spectator: Client, accept: str) -> None:
    for document in (SIGN_IN, "query Q { __typename } " + SIGN_IN.replace("mutation", "mutation M")):
        parameters = {"query": document, **({"operationName": "M"} if "query" in document else {})}
        response = await spectator.http.get("/graphql", params=parameters, headers={"Accept": accept})
        assert (response.status_code, code(response)) == (405, "METHOD_NOT_ALLOWED")
        assert response.headers["allow"] == "POST"


async def test_no_mutation_is_streamed_by_get_either(spectator: Client) -> None:
    response = await spectator.http.get(
        "/graphql", params={"query": SIGN_IN}, headers={"Accept": "text/event-stream"}
    )
    assert "METHOD_NOT_ALLOWED" in response.text
    assert "SignInAccepted" not in response.text


async def test_variables_in_a_query_string_are_json(spectator: Client) -> None:
    for variables in ["{", "[]", "5", '"x"']:
        response = await spectator.http.get(
            "/graphql", params={"query": "{ __typename }", "variables": variables}
        )
        assert (response.status_code, code(response)) == (400, "BAD_REQUEST"), variables


WRONG = [
    ("{", {}, "GRAPHQL_PARSE_FAILED"),
    ("{ nonsense }", {}, "GRAPHQL_VALIDATION_FAILED"),
    ("query($id: ID!) { game(id: $id) { id } }", {"id": None}, "BAD_USER_INPUT"),
    ("query A { __typename } query B { __typename }", {}, "OPERATION_NOT_NAMED"),
    ("fragment F on Query { __typename }", {}, "OPERATION_NOT_NAMED"),
]


async def test_request_error_sets_the_status_for_graphql_clients(spectator: Client) -> None:
    for document, variables, expected in WRONG:
        for accept, status in ((GRAPHQL, 400), (JSON, 200)):
            response = await spectator.post({"query": document, "variables": variables}, {"Accept": accept})
            assert (response.status_code, code(response)) == (status, expected), (document, accept)


async def test_an_error_of_one_field_leaves_the_status_alone(spectator: Client) -> None:
    body = {"query": '{ game(id: "5") { id } __typename }'}
    response = await spectator.post(body, {"Accept": GRAPHQL})
    assert response.status_code == 200
    assert response.json()["data"] == {"game": None, "__typename": "Query"}
    assert response.json()["errors"][0]["path"] == ["game"]


async def test_an_operation_that_the_document_does_not_have_is_not_found(spectator: Client) -> None:
    body = {"query": "query A { __typename }", "operationName": "B"}
    response = await spectator.post(body, {"Accept": GRAPHQL})
    assert (response.status_code, code(response)) == (400, "OPERATION_NOT_NAMED")


async def test_subscription_is_streamed_if_the_client_accepts_streams(ann: Client) -> None:
    game = await ann.create()
    await ann.must("leaveGame", game=game)
    body = {"query": d.FOLLOW, "variables": {"game": game}}
    response = await ann.post(body, {"Accept": f"{JSON}, text/event-stream"})
    assert response.headers["content-type"].startswith("text/event-stream")
    assert "GameClosed" in response.text


@pytest.mark.parametrize(("accept", "status"), [(GRAPHQL, 400), (JSON, 200)])
async def test_subscription_is_refused_if_the_client_accepts_no_streams(
    spectator: Client, accept: str, status: int
) -> None:
    response = await spectator.post({"query": d.FOLLOW, "variables": {"game": "5"}}, {"Accept": accept})
    assert (response.status_code, code(response)) == (status, "SUBSCRIPTION_NOT_STREAMED")


@pytest.mark.parametrize(
    ("fault", "status", "expected"), [(RuntimeError, 500, "INTERNAL"), (StoreClosed, 503, "UNAVAILABLE")]
)
async def test_a_fault_before_anything_is_carried_out_is_in_the_status_too(
    spectator: Client,
    monkeypatch: pytest.MonkeyPatch,
    fault: type[Exception],
    status: int,
    expected: str,
) -> None:
    def fails(*_: object) -> None:
        raise fault

    monkeypatch.setattr(DocumentValidator, "validate", fails)
    document = f"{{ __typename }} # {expected}, which nobody has sent before"
    for accept, told in ((GRAPHQL, status), (JSON, 200)):
        response = await spectator.post({"query": document}, {"Accept": accept})
        assert (response.status_code, code(response)) == (told, expected)


async def test_fault_has_a_number_that_the_log_contains(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("the secret of seat 3")

    monkeypatch.setattr(type(services.reading), "current", fails)
    with caplog.at_level(logging.ERROR):
        game = str(UUID(int=0))
        faults = [(await ann.ask(d.GAME, id=game))["errors"][0] for _ in range(2)]
        incidents = [each["extensions"]["incident"] for each in faults]
    assert incidents[0] != incidents[1]
    assert all(caplog.text.count(incident) == 1 for incident in incidents)
