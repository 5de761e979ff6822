"""Registered documents: found by each server, validated, limited; and servers that admit no others."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from graphql import get_introspection_query
from sqlalchemy import create_engine, make_url
from sqlalchemy.exc import OperationalError

from api.app import application
from api.documents.manifests import GivenDocument
from api.documents.registered import NOTICED_WITHIN, RegisteredDocuments
from api.documents.store import MAX_DOCUMENTS, DocumentStore, IdTaken, TooManyDocuments, UnknownDocuments
from api.graphql.context import Services
from api.graphql.execution.cost import evaluate
from api.graphql.limits.request_limits import Limits
from api.graphql.schema import schema
from api.settings import DocumentPolicy
from tests.api.conftest import _schema
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.http.test_caching import TRUSTED
from tests.api.server.test_settings import served

NAMES = GivenDocument("names", "Names", "query Names { variants { name } }")
OUTDATED = GivenDocument("outdated", "Outdated", "query Outdated { variants { gone } }")


@pytest.fixture(params=["sqlite", "postgres"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[DocumentStore, DocumentStore]]:
    """The store as two processes have it."""
    url = make_url(f"sqlite:///{tmp_path}/log.db")
    if request.param == "postgres":
        url = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
    engines = [create_engine(url) for _ in range(2)]
    yield DocumentStore(engines[0]), DocumentStore(engines[1])
    for each in engines:
        each.dispose()


def test_store_keeps_documents_once(stores: tuple[DocumentStore, DocumentStore]) -> None:
    one, other = stores
    count = one.change_count()
    assert one.add([NAMES, OUTDATED, NAMES]) == 2
    assert other.change_count() > count
    assert other.add([NAMES]) == 0
    assert {each.id: each.text for each in other.read()} == {each.id: each.text for each in (NAMES, OUTDATED)}
    with pytest.raises(IdTaken, match="names"):
        other.add([GivenDocument("new", "New", "{ a }"), GivenDocument("names", "Names", "{ b }")])
    with pytest.raises(UnknownDocuments, match="nothing, none"):
        one.remove(["names", "nothing", "none"])
    assert len(other.read()) == 2
    one.remove(["names", "names", "outdated"])
    assert other.read() == []
    with pytest.raises(TooManyDocuments):
        one.add(GivenDocument(f"{number}", "", "") for number in range(MAX_DOCUMENTS + 1))
    assert other.read() == []


async def test_changes_of_other_processes_are_noticed(stores: tuple[DocumentStore, DocumentStore]) -> None:
    one, other = stores
    found = RegisteredDocuments(one, _schema(Limits()), noticed_within=0)
    assert await found.find("names") is None
    other.add([NAMES])
    assert await found.find("names") == NAMES.text
    other.remove(["names"])
    assert await found.find("names") is None
    assert 0 < NOTICED_WITHIN <= 5


async def test_unfit_documents_are_logged_once_and_not_found(
    stores: tuple[DocumentStore, DocumentStore], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = stores
    other.add([NAMES, OUTDATED])
    with caplog.at_level(logging.ERROR):
        found = RegisteredDocuments(one, _schema(Limits()), noticed_within=0)
    [line] = [each.getMessage() for each in caplog.records]
    assert "Outdated (outdated): GRAPHQL_VALIDATION_FAILED: line 1: Cannot query field 'gone'" in line
    assert [await found.find(id) for id in ("names", "outdated")] == [NAMES.text, None]
    caplog.clear()
    other.remove(["names"])
    assert await found.find("names") is None
    assert caplog.records == []


async def test_known_documents_are_found_while_the_database_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = DocumentStore(create_engine(f"sqlite:///{tmp_path}/log.db"))
    store.add([NAMES])
    found = RegisteredDocuments(store, _schema(Limits()), noticed_within=0)

    def fails() -> int:
        raise OperationalError("", {}, Exception())

    monkeypatch.setattr(store, "change_count", fails)
    assert await found.find("names") == NAMES.text


async def test_registered_documents_are_requested_by_id(services: Services) -> None:
    costly = "query Costly($first: Int!) { games(first: $first) { edges { cursor } } }"
    services.documents.add([NAMES, GivenDocument("costly", "Costly", costly)])
    transport = httpx.ASGITransport(application(services))
    async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
        client = Client(http)
        for answer in (
            await client.post({"documentId": "names"}),
            await http.get("/graphql", params={"documentId": "names"}),
        ):
            assert len(answer.json()["data"]["variants"]) > 2
        assert answer.headers["cache-control"].startswith("public")
        asked = {"documentId": "costly", "variables": {"first": 50}}
        answer = await client.post(asked, {"GraphQL-Cost": "1"})
        assert answer.json()["extensions"]["cost"]["requested"] == evaluate(d.cost(costly), {"first": 50})


async def test_limits_apply_to_registered_documents(tmp_path: Path) -> None:
    with_limits = schema(Limits(cost=100))
    store = DocumentStore(create_engine(f"sqlite:///{tmp_path}/log.db"))
    store.add([NAMES])
    found = RegisteredDocuments(store, with_limits)
    text = await found.find("names")
    document = with_limits.validated(str(text))
    assert not isinstance(document, list)
    assert document.operations[0].is_limited
    # Registered once, it is never validated again.
    assert with_limits.validated(NAMES.text) is document


@pytest.fixture
async def only_trusted(tmp_path: Path) -> AsyncIterator[Client]:
    async with served(tmp_path, documents=DocumentPolicy.TRUSTED, development=True) as client:
        yield client


async def test_a_server_of_trusted_documents_admits_no_others(only_trusted: Client) -> None:
    trusted = TRUSTED.find(TRUSTED.ids["Variants"])
    texts = ["{ __typename }", d.VARIANTS, d.SIGN_IN, get_introspection_query(), "{", trusted]
    for text in texts:
        for accept in ("application/json", "application/graphql-response+json", "text/event-stream"):
            got = await only_trusted.http.get(
                "/graphql", params={"query": str(text)}, headers={"Accept": accept}
            )
            for response in (got, await only_trusted.post({"query": text}, {"Accept": accept})):
                [error] = response.json()["errors"]
                assert (response.status_code, error["extensions"]["code"]) == (403, "UNTRUSTED_DOCUMENT")
    for response in (
        await only_trusted.post({"documentId": "x"}),
        await only_trusted.post({"documentId": "x", "query": "{ me { player { id } } }"}),
    ):
        assert response.status_code == 400
    response = await only_trusted.post({"documentId": TRUSTED.ids["Variants"]})
    assert response.json()["data"]["variants"]


async def test_a_server_of_trusted_documents_has_no_graphiql(only_trusted: Client) -> None:
    page = await only_trusted.http.get("/graphql", headers={"Accept": "text/html,*/*"})
    assert page.json()["errors"][0]["extensions"]["code"] == "UNTRUSTED_DOCUMENT"
    assert (await only_trusted.http.get("/graphiql/page.js")).status_code == 404
    # Authors of documents need the schema.
    assert (await only_trusted.http.get("/schema.graphql")).status_code == 200
