"""Invalid requests, and server errors, which are masked for the caller and logged for the operator."""

from __future__ import annotations

import json
import logging
from types import SimpleNamespace
from uuid import UUID

import pytest
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from api.graphql.context import Services
from application.codec import CorruptEvent
from application.store.port import StoreClosed, StoreError
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun
from tests.api.harness.socket_client import Failed, following

SECRET = "/home/kibitz/secret of seat 3: KH"
INTERNAL = {"message": "Something went wrong on the server.", "extensions": {"code": "INTERNAL"}}
UNAVAILABLE = {
    "message": "The database is not available; repeat a command with the same commandId only.",
    "extensions": {"code": "UNAVAILABLE"},
}

FAULTS = [
    RuntimeError(SECRET),
    KeyError(SECRET),
    AssertionError(SECRET),
    OSError(SECRET),
    StoreClosed(),
    CorruptEvent(UUID(int=5), 3, SECRET, SECRET),
    OperationalError(SECRET, {}, OSError(SECRET)),
]


def masked(fault: Exception) -> Json:
    """Return the error that clients receive for a fault."""
    is_temporary = isinstance(fault, StoreError | SQLAlchemyError) and not isinstance(fault, CorruptEvent)
    return UNAVAILABLE if is_temporary else INTERNAL


def without_incident(error: Json) -> Json:
    """Return what is told of a fault besides where it is and the number by which the log has it."""
    extensions = dict(error["extensions"])
    assert extensions.pop("incident")
    return {"message": error["message"], "extensions": extensions}


def assert_masked(answer: Json, fault: Exception, path: list[str]) -> None:
    (error,) = answer["errors"]
    assert without_incident(error) == masked(fault)
    assert error.keys() <= {"message", "extensions", "path", "locations"}
    assert error["path"] == path
    assert "secret" not in json.dumps(answer)


@pytest.fixture(params=FAULTS, ids=lambda fault: type(fault).__name__)
def fault(request: pytest.FixtureRequest) -> Exception:
    found: Exception = request.param
    return found


async def test_a_fault_in_a_query_is_masked_but_logged(
    services: Services,
    ann: Client,
    fault: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails(*_: object) -> None:
        raise fault

    monkeypatch.setattr(type(services.reading), "current", fails)
    with caplog.at_level(logging.ERROR):
        assert_masked(await ann.ask(d.GAME, id=str(UUID(int=0))), fault, ["game"])
    assert str(fault) in caplog.text
    assert type(fault).__name__ in caplog.text
    assert "Traceback" in caplog.text


async def test_a_fault_in_a_mutation_is_masked_but_logged(
    services: Services,
    ann: Client,
    fault: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise fault

    game = await ann.create()
    monkeypatch.setattr(type(services.store), "append", fails)
    with caplog.at_level(logging.ERROR):
        answer = await ann.ask(d.mutation("fillSeats"), input={"game": game})
    assert_masked(answer, fault, ["fillSeats"])
    assert str(fault) in caplog.text


async def test_a_fault_inside_a_list_is_masked(
    ann: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fault = RuntimeError(SECRET)

    def fails(*_: object) -> None:
        raise fault

    monkeypatch.setattr("api.graphql.types.variants.rules_of", fails)
    with caplog.at_level(logging.ERROR):
        answer = await ann.ask('{ variant(name: "president") { title } }')
        assert_masked(answer, fault, ["variant", "title"])
    assert SECRET in caplog.text


async def test_a_value_that_violates_the_schema_is_a_server_error(
    ann: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("api.graphql.types.variants.rules_of", lambda _: SimpleNamespace(seats=(SECRET,)))
    with caplog.at_level(logging.ERROR):
        answer = await ann.ask("{ variants { minPlayers } }")
    assert "secret" not in json.dumps(answer)
    assert {error["extensions"]["code"] for error in answer["errors"]} == {"INTERNAL"}
    assert SECRET in caplog.text


async def test_input_errors_below_a_field_are_not_masked(ann: Client) -> None:
    asked = "query($upToDate: Boolean = true) { games(upToDate: $upToDate) { edges { cursor } } }"
    [error] = (await ann.ask(asked, upToDate=None))["errors"]
    assert error["path"] == ["games"]
    assert error["extensions"]["code"] == "BAD_USER_INPUT"
    assert "upToDate" in error["message"]


async def test_a_fault_in_a_subscription_is_masked_but_logged(
    services: Services,
    address: str,
    ann: Client,
    bob: Client,
    fault: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = await begun(ann, bob)

    async def fails(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(type(services.store), "read", fails)
    with caplog.at_level(logging.ERROR):
        async with following(address, game) as events:
            with pytest.raises(Failed) as failed:
                await events.next()
    (error,) = failed.value.errors
    assert without_incident(error) == masked(fault)
    assert "secret" not in json.dumps(error)
    assert str(fault) in caplog.text


async def test_caller_errors_are_not_logged_as_server_errors(
    ann: Client, caplog: pytest.LogCaptureFixture
) -> None:
    game = await ann.create()
    with caplog.at_level(logging.WARNING):
        await ann.ask("{ nonsense }")
        await ann.ask("{")
        await ann.ask(d.GAME, id="5")
        await ann.ask(d.REPLAY, game=game, version=7)
        await ann.ask(d.GAMES, first=0)
        await ann.ask(d.mutation("playCard"), input={"game": game, "card": "5X"})
        await ann.send("startGame", game=game)
    assert caplog.text == ""


async def test_an_invalid_document_is_refused_every_time(ann: Client) -> None:
    first = await ann.ask("{ variants { nme } }")
    assert "Cannot query field 'nme'" in first["errors"][0]["message"]
    assert await ann.ask("{ variants { nme } }") == first


async def test_a_cached_document_runs_with_new_variables(ann: Client) -> None:
    games = [await ann.create() for _ in range(2)]
    for game in games * 2:
        assert (await ann.game(game))["id"] == game
    answer = await ann.ask(d.GAME)
    assert answer["errors"][0]["extensions"]["inputPath"] == ["id"]


async def test_among_several_operations_one_must_be_named(ann: Client) -> None:
    document = "query A { me { player { name } } } query B { variants { name } }"
    answer = await ann.post({"query": document})
    assert "data" not in answer.text or answer.json()["data"] is None
    named = (await ann.post({"query": document, "operationName": "A"})).json()
    assert named["data"] == {"me": {"player": {"name": "Ann"}}}
    # Asked again, now that the document is known.
    answer = await ann.post({"query": document})
    assert "data" not in answer.text or answer.json()["data"] is None


async def test_an_invalid_body_is_a_bad_request(ann: Client) -> None:
    for body in [
        b"",
        b"{",
        b"null",
        b"[]",
        b"5",
        b'"query"',
        b'{"query": 5}',
        b"{}",
        b'{"query": null}',
        b"\xff",
    ]:
        headers = {"Content-Type": "application/json"}
        response = await ann.http.post("/graphql", content=body, headers=headers)
        assert response.status_code == 400, body
        assert "Traceback" not in response.text, body


async def test_invalid_variables_are_a_bad_request(ann: Client) -> None:
    for variables in [5, "x", [1], {"game": "\ud800"}]:
        response = await ann.post({"query": d.EVENTS, "variables": variables})
        assert response.status_code == 400 or response.json()["errors"], variables
        assert "Something went wrong" not in response.text, variables


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
async def test_a_request_with_another_content_type_is_refused(ann: Client, kind: str) -> None:
    body = json.dumps({"query": 'mutation { signIn(input: { name: "Eve" }) { __typename } }'})
    response = await ann.http.post("/graphql", content=body, headers={"Content-Type": kind})
    assert 400 <= response.status_code < 500
    assert "SignInAccepted" not in response.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
async def test_other_methods_are_refused(ann: Client, method: str) -> None:
    response = await ann.http.request(method, "/graphql", json={"query": d.VARIANTS})
    assert response.status_code == 405


async def test_a_subscription_over_plain_http_is_a_bad_request(ann: Client) -> None:
    response = await ann.post({"query": d.FOLLOW, "variables": {"game": await ann.create()}})
    assert response.status_code == 400 or response.json()["errors"]
    assert "Something went wrong" not in response.text


async def test_an_unreadable_log_is_reported(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise StoreClosed

    monkeypatch.setattr(type(services.store), "head", fails)
    assert (await ann.http.get("/health/ready")).status_code == 503
    assert (await ann.http.get("/health/live")).status_code == 200
