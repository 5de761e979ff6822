"""Validation in a thread, costs of operations, and time limits of requests."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from graphql import GraphQLSchema
from sqlalchemy import Connection, text

from api.graphql.execution.cost import MAX_VISITS, _CostAnalysis
from api.graphql.execution.documents import Document
from api.graphql.execution.validation.document_validator import DocumentValidator
from api.graphql.limits.request_limits import Limits
from tests.api.execution.test_costs import spread_into
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.server.test_settings import served

PAGE = 'fragment R on Query { game(id: "5") { events(first: 1) { edges { node { ...E } } } } }'
FIELDS = " ".join(f"f{number}: version" for number in range(180))
WIDE = f"fragment E on GameEvent {{ {FIELDS} }}"


def over_one_fragment(operations: int) -> str:
    """Return a document in which each operation spreads the same wide fragment."""
    each = (f"query Q{number} {{ ...R }}" for number in range(operations))
    return f"{' '.join(each)} {PAGE} {WIDE}"


def sent_for(client: Client, document: str, name: str) -> Any:
    return client.post({"query": document, "operationName": name})


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of fields visited for each operation whose cost was computed."""
    found: list[int] = []
    cost = _CostAnalysis.cost

    def counted(reckoning: _CostAnalysis) -> Any:
        try:
            return cost(reckoning)
        finally:
            found.append(reckoning._visits)

    monkeypatch.setattr(_CostAnalysis, "cost", counted)
    return found


async def test_the_cost_is_computed_only_for_the_selected_operation(
    spectator: Client, visits: list[int]
) -> None:
    document = over_one_fragment(20)
    for _ in range(2):
        (error,) = (await sent_for(spectator, document, "Q7")).json()["errors"]
        assert error["extensions"]["code"] == "UNKNOWN_GAME"
    assert len(visits) == 1
    await sent_for(spectator, document, "Q8")
    assert len(visits) == 2
    assert visits[0] == visits[1] < MAX_VISITS


async def test_a_document_with_too_many_operations_is_refused_before_costing(
    spectator: Client, visits: list[int]
) -> None:
    document = over_one_fragment(290)
    assert len(document) < 10_000
    (error,) = (await sent_for(spectator, document, "Q7")).json()["errors"]
    assert error["extensions"] == {"code": "TOO_MANY_DOCUMENT_OPERATIONS", "limit": 20, "sent": 290}
    assert visits == []


async def test_an_operation_runs_beside_one_that_is_too_costly(spectator: Client) -> None:
    wide = spread_into("edges { node { ...E } }").replace("{", "query Wide {", 1)
    document = f"query Narrow {{ __typename }} {wide}"
    # Known or not: what the one costs says nothing of the other.
    for _ in range(2):
        assert (await sent_for(spectator, document, "Narrow")).json() == {"data": {"__typename": "Query"}}
        (error,) = (await sent_for(spectator, document, "Wide")).json()["errors"]
        assert error["extensions"]["code"] == "QUERY_TOO_COSTLY"


async def test_pages_with_the_same_variable_size_are_costed_once(
    spectator: Client, visits: list[int]
) -> None:
    pages = " ".join(f"a{number}: events(first: $n) {{ ...C }}" for number in range(20))
    connection = "fragment C on GameEventConnection { edges { node { ...E } } }"
    document = f'query($n: Int) {{ game(id: "5") {{ {pages} }} }} {connection} {WIDE}'
    answer = await spectator.ask(document, n=1)
    assert {error["extensions"]["code"] for error in answer["errors"]} == {"UNKNOWN_GAME"}
    assert visits[0] < MAX_VISITS / 2


async def test_documents_are_validated_outside_the_event_loop(
    spectator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []
    validate = DocumentValidator.validate

    def noted(*given: Any) -> Document | list[Any]:
        threads.append(threading.current_thread())
        return validate(*given)

    monkeypatch.setattr(DocumentValidator, "validate", noted)
    await spectator.data("{ __typename } # judged beside the event loop")
    assert threads
    assert threading.main_thread() not in threads


async def test_concurrent_requests_with_one_document_validate_it_once(
    spectator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 0
    validate = DocumentValidator.validate

    def counted(*given: Any) -> Document | list[Any]:
        nonlocal count
        count += 1
        return validate(*given)

    monkeypatch.setattr(DocumentValidator, "validate", counted)
    document = "{ __typename } # sent by many at once"
    assert (
        await asyncio.gather(*(spectator.data(document) for _ in range(20))) == [{"__typename": "Query"}] * 20
    )
    assert count == 1


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Client]:
    """A client of a server with a short time limit."""
    async with served(tmp_path, limits=Limits(seconds=0.2)) as client:
        yield client


async def test_a_document_that_waits_too_long_for_validation_is_refused(
    hasty: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    freed = threading.Event()

    def slow(_: DocumentValidator, schema: GraphQLSchema, text: str, name: str | None) -> list[Any]:
        assert freed.wait(30)
        return []

    monkeypatch.setattr(DocumentValidator, "validate", slow)
    try:
        response = await hasty.post({"query": "{ __typename }"})
        assert response.status_code == 503
        assert response.json()["errors"][0]["extensions"] == {"code": "TIMEOUT", "limit": 0.2}
    finally:
        freed.set()


async def test_a_document_that_takes_too_long_to_validate_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path, limits=Limits(validation_seconds=1e-9)) as client:
        (error,) = (await client.ask("{ variants { name } }"))["errors"]
    assert error["extensions"] == {"code": "QUERY_TOO_COMPLEX", "limit": 1e-9}


def test_the_cost_of_the_named_operation_is_cached() -> None:
    validator = DocumentValidator(Limits())
    document = validator.validate(d.served(), "query A { variants { name } } query B { __typename }", "B")
    assert isinstance(document, Document)
    assert [operation.cost is None for operation in document.operations] == [True, False]
    assert document.select(None) is None


def slow(connection: Connection, *_: object) -> None:
    connection.execute(
        text("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n")
    )


async def test_slow_reads_block_no_other_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path, limits=Limits(seconds=0.5)) as client:
        # Known by then, so that its time begins with its reads.
        assert await client.code(d.GAME, id=str(UUID(int=0))) == "UNKNOWN_GAME"
        with monkeypatch.context() as slowed:
            slowed.setattr("projections.games.current_games._stored_view", slow)
            begun = time.monotonic()
            asked = (client.post({"query": d.GAME, "variables": {"id": str(UUID(int=0))}}) for _ in range(8))
            answers = await asyncio.gather(*asked)
        codes = {each.json()["errors"][0]["extensions"]["code"] for each in answers}
        assert codes == {"TIMEOUT"}
        assert await client.code(d.GAME, id=str(UUID(int=0))) == "UNKNOWN_GAME"
        assert time.monotonic() - begun < 10


async def test_documents_of_one_address_delay_another_address_by_one() -> None:
    validator = DocumentValidator(Limits())
    judged: list[str] = []
    going_on = threading.Event()

    async def judge(address: str, number: int) -> None:
        def judging() -> None:
            going_on.wait(10)
            judged.append(f"{address} {number}")

        await validator.run_in_thread(judging, address)

    async with asyncio.TaskGroup() as tasks:
        for number in range(20):
            tasks.create_task(judge("192.0.2.1", number))
        await asyncio.sleep(0)
        tasks.create_task(judge("192.0.2.2", 0))
        await asyncio.sleep(0)
        going_on.set()
    assert judged.index("192.0.2.2 0") <= 1
    assert [each for each in judged if each.startswith("192.0.2.1 ")] == [f"192.0.2.1 {n}" for n in range(20)]
    assert not validator._locks
