"""Trusted documents: built from files and from the schema, validated, cached and stable in their ids."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    FragmentSpreadNode,
    OperationDefinitionNode,
    OperationType,
    Visitor,
    parse,
    validate,
    visit,
)
from websockets.frames import Close

import api.web.pages
from api.graphql.execution.cost import evaluate
from api.graphql.execution.document_cache import MAX_CACHED_CHARACTERS, DocumentCache
from api.graphql.execution.document_shape import operations_of
from api.graphql.execution.document_validator import DocumentValidator
from api.graphql.limits.request_limits import Limits
from api.graphql.queries.replays import MAX_MOMENTS
from api.graphql.types.moves_and_offers import commands, mutation_name
from api.web.files import FILES
from api.web.trusted_documents import InvalidDocuments, TrustedDocuments
from tests.api.conftest import _schema
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun
from tests.api.harness.socket_client import answered, bare_socket, socket
from tests.api.server.test_settings import served

OPERATIONS = FILES / "operations"
GRAPHQL = {"Accept": "application/graphql-response+json"}
STREAM = {"Accept": "text/event-stream"}
LARGEST = {"first": 500, "last": 500, "rows": 5_000}


@pytest.fixture(scope="module")
def trusted() -> TrustedDocuments:
    return TrustedDocuments(_schema(Limits())._schema, OPERATIONS.glob("*.graphql"))


def text_of(trusted: TrustedDocuments, name: str) -> str:
    text = trusted.find(trusted.ids[name])
    assert text is not None
    return text


# What they are.


def test_each_document_is_valid_and_has_its_own_id(trusted: TrustedDocuments) -> None:
    for name in trusted.ids:
        document = parse(text_of(trusted, name))
        assert validate(d.schema(), document) == []
        [operation] = [each for each in document.definitions if isinstance(each, OperationDefinitionNode)]
        assert operation.name is not None
        assert operation.name.value == name
    assert len(set(trusted.ids.values())) == len(trusted.ids)
    assert all(id.startswith("sha256:") for id in trusted.ids.values())


def test_every_command_has_a_document(trusted: TrustedDocuments) -> None:
    names = {mutation_name(command.__name__) for command in commands()} | {"createGame", "acceptInvitation"}
    for mutation in names:
        assert f"done: {mutation}(input: $input)" in text_of(trusted, mutation[0].upper() + mutation[1:])


def test_the_event_fragment_covers_every_event(trusted: TrustedDocuments) -> None:
    told = text_of(trusted, "Follow")
    kinds = d.schema().get_possible_types(d.interface("GameEvent"))
    for kind in kinds:
        own = kind.fields.keys() - d.interface("GameEvent").fields.keys()
        assert not own or f"... on {kind.name} {{" in told
        for field in own:
            assert field in told


def test_no_document_exceeds_the_cost_limit(trusted: TrustedDocuments) -> None:
    costs = {}
    for name in trusted.ids:
        text = text_of(trusted, name)
        # More moments than these are refused, however many are asked for.
        largest = {**LARGEST, "first": MAX_MOMENTS} if "moments(" in text else LARGEST
        costs[name] = evaluate(d.cost(text), largest)
    assert {name: cost for name, cost in costs.items() if cost > Limits().cost} == {}


def test_every_fragment_on_disk_is_used() -> None:
    defined, used = set[str](), set[str]()

    class Spreads(Visitor):
        def enter_fragment_spread(self, node: FragmentSpreadNode, *_: Any) -> None:
            used.add(node.name.value)

    for path in OPERATIONS.glob("*.graphql"):
        document = parse(path.read_text(encoding="utf-8"))
        visit(document, Spreads())
        defined |= {each.name.value for each in document.definitions if each.kind == "fragment_definition"}  # type: ignore[attr-defined]
    # What follows from the schema asks for the outcome of commands.
    assert defined - used <= {"Outcome"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("query A { nothing }", r"own\.graphql, line 1: Cannot query field 'nothing'"),
        ("query A {\n  me {", r"own\.graphql, line 2: Syntax Error"),
        ("query A { me { ...Nobody } }", r"own\.graphql, line 1: Unknown fragment 'Nobody'"),
        ("{ me { id } }", "only named operations and fragments may be defined"),
        ("type A { id: ID }", "only named operations and fragments may be defined"),
        (
            "query PlayCard { me { id } }",
            r"what follows from the schema: PlayCard is defined in own\.graphql already",
        ),
        ("fragment Who on Player { id }", r"own\.graphql: Who is defined in fragments\.graphql already"),
        ('query A { game(id: "x", id: "y") { id } }', "can be only one argument named 'id'"),
    ],
)
def test_an_invalid_operation_is_reported_with_its_file(text: str, told: str, tmp_path: Path) -> None:
    own = tmp_path / "own.graphql"
    own.write_text(text)
    with pytest.raises(InvalidDocuments, match=told):
        TrustedDocuments(d.schema(), [own, OPERATIONS / "fragments.graphql"])


def test_the_layout_of_a_document_does_not_change_its_id(tmp_path: Path) -> None:
    ids = []
    for text in ("query A { me { id name } }", "# why\nquery A {\n  me { id, name }\n}\n"):
        (tmp_path / "own.graphql").write_text(text)
        files = [tmp_path / "own.graphql", OPERATIONS / "fragments.graphql"]
        ids.append(TrustedDocuments(d.schema(), files).ids["A"])
    assert ids[0] == ids[1]


# How they are kept.


def test_trusted_documents_are_never_evicted_and_take_no_space_of_others(trusted: TrustedDocuments) -> None:
    documents, validator = DocumentCache(max_characters=100), DocumentValidator(Limits())
    documents.trust(trusted.parsed)
    others = [f"{{ variants {{ name }} }} # {number}" for number in range(20)]
    for text in others:
        document = validator.validate(d.schema(), text)
        assert not isinstance(document, list)
        documents.add(text, document)
    assert all(documents.get(text) for text in trusted.parsed)
    assert len([text for text in others if documents.get(text)]) > 1
    assert MAX_CACHED_CHARACTERS > 100


async def test_trusted_documents_are_neither_parsed_nor_validated_again(
    onlooker: Client, trusted: TrustedDocuments, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("it was validated")

    monkeypatch.setattr(DocumentValidator, "validate", never)
    monkeypatch.setattr("strawberry.schema.schema.parse", never, raising=False)
    answer = await onlooker.post({"documentId": trusted.ids["Variants"]})
    assert len(answer.json()["data"]["variants"]) > 2


async def test_limits_do_not_apply_to_trusted_documents(tmp_path: Path, trusted: TrustedDocuments) -> None:
    limits = Limits(tokens=20, depth=2, cost=1, root_fields=1, directives=1, aliases=1, repeats=1)
    async with served(tmp_path, limits=limits) as onlooker:
        answer = (await onlooker.post({"documentId": trusted.ids["Variants"]})).json()
        assert answer["data"]["variants"]
        codes = (await onlooker.post({"query": d.VARIANTS})).json()["errors"]
        assert codes[0]["extensions"]["code"] == "QUERY_TOO_LONG"


def test_trusted_documents_are_read_once_for_each_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    one = api.web.pages.Pages(_schema(Limits()), development=False)
    monkeypatch.setattr(api.web.pages, "TrustedDocuments", None)
    assert api.web.pages.Pages(_schema(Limits()), development=False)._site is one._site


# How they are asked for.


async def test_trusted_documents_are_requested_by_post(onlooker: Client, trusted: TrustedDocuments) -> None:
    asked = {"documentId": trusted.ids["SignIn"], "variables": {"name": "Ann"}, "operationName": "SignIn"}
    answer = await onlooker.post(asked, GRAPHQL)
    assert answer.status_code == 200
    assert answer.json()["data"]["signIn"]["player"]["name"] == "Ann"
    # What stands beside it is of no account.
    assert (await onlooker.post({**asked, "query": None})).json()["data"]["signIn"]


async def test_only_trusted_queries_are_requested_by_get(onlooker: Client, trusted: TrustedDocuments) -> None:
    got = await onlooker.http.get("/graphql", params={"documentId": trusted.ids["Variants"]})
    assert len(got.json()["data"]["variants"]) > 2
    signing = {"documentId": trusted.ids["SignIn"], "variables": '{"name": "Ann"}'}
    refused = await onlooker.http.get("/graphql", params=signing)
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
    asked = {"documentId": trusted.ids["Follow"], "variables": {"game": game, "after": 1}}
    async with asyncio.timeout(10):
        await ann.must("leaveGame", game=game)
        streamed = await ann.post(asked, STREAM)
    events = [line for line in streamed.text.splitlines() if line.startswith("data: {")]
    kinds = [json.loads(each[6:])["data"]["gameEvents"]["__typename"] for each in events]
    assert kinds == ["PlayerJoined", "PlayerLeft", "GameClosed"]


async def test_sockets_accept_trusted_documents(address: str, ann: Client, trusted: TrustedDocuments) -> None:
    game = await begun(ann, await ann.sign_in("Bob"))
    async with socket(address, ann.token) as connection:
        payload = {"documentId": trusted.ids["Follow"], "variables": {"game": game, "after": 0}}
        await connection.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
        event = json.loads(await connection.recv())["payload"]["data"]["gameEvents"]
    assert (event["__typename"], event["version"]) == ("GameCreated", 1)


UNKNOWN = "sha256:" + "0" * 64


@pytest.mark.parametrize("headers", [{}, GRAPHQL, STREAM])
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"documentId": UNKNOWN}, "UNKNOWN_DOCUMENT"),
        ({"documentId": ""}, "UNKNOWN_DOCUMENT"),
        ({"documentId": 7}, "BAD_REQUEST"),
        ({"documentId": UNKNOWN, "query": "{ me { id } }"}, "BAD_REQUEST"),
        ({"documentId": None}, "BAD_REQUEST"),
    ],
)
async def test_an_invalid_document_id_is_an_error(
    onlooker: Client, asked: dict[str, Any], code: str, headers: dict[str, str]
) -> None:
    answer = await onlooker.post(asked, headers)
    assert answer.status_code == 400
    [error] = answer.json()["errors"]
    assert error["extensions"]["code"] == code
    assert "data" not in answer.json()
    if asked["documentId"] == UNKNOWN:
        got = await onlooker.http.get("/graphql", params=asked)
        assert (got.status_code, got.json()) == (400, answer.json())


async def test_an_unknown_operation_name_is_refused(onlooker: Client, trusted: TrustedDocuments) -> None:
    asked = {"documentId": trusted.ids["Variants"], "operationName": "SignIn"}
    [error] = (await onlooker.post(asked)).json()["errors"]
    assert error["extensions"]["code"] == "OPERATION_NOT_NAMED"


async def test_an_invalid_document_id_is_an_error_on_sockets(address: str, trusted: TrustedDocuments) -> None:
    async with socket(address) as connection:
        unknown = {"id": "1", "type": "subscribe", "payload": {"documentId": UNKNOWN}}
        await connection.send(json.dumps(unknown))
        told = json.loads(await connection.recv())
        assert (told["type"], told["id"]) == ("error", "1")
        assert told["payload"][0]["extensions"]["code"] == "UNKNOWN_DOCUMENT"
        # The socket and the id are still good.
        known = {"id": "1", "type": "subscribe", "payload": {"documentId": trusted.ids["Variants"]}}
        await connection.send(json.dumps(known))
        assert json.loads(await connection.recv())["payload"]["data"]["variants"]


@pytest.mark.parametrize(
    "payload",
    [{"documentId": UNKNOWN, "query": "{ me { id } }"}, {"documentId": 7}, {"documentId": ""}, {}],
)
async def test_a_message_that_names_no_one_document_closes_the_socket(
    address: str, payload: dict[str, Any]
) -> None:
    async with socket(address) as connection:
        await connection.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
        closed = await answered(connection)
    assert isinstance(closed, Close)
    assert closed.code == 4400


async def test_nothing_is_executed_before_the_socket_is_open(address: str, trusted: TrustedDocuments) -> None:
    for id in (trusted.ids["Variants"], UNKNOWN):
        async with bare_socket(address) as connection:
            early = {"id": "1", "type": "subscribe", "payload": {"documentId": id}}
            await connection.send(json.dumps(early))
            closed = await answered(connection)
        assert isinstance(closed, Close)
        assert closed.code == 4401


def test_trusted_documents_include_every_kind_of_operation(trusted: TrustedDocuments) -> None:
    kinds = {operations_of(each)[0].operation for each in trusted.parsed.values()}
    assert kinds == set(OperationType)
