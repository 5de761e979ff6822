"""Plans: when they are compiled, what they count for, and how they end."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from graphql import OperationType, parse

import application.runtime.time_slices as time_slices
from api.app import application
from api.fair_share.caller_account import CallerAccount
from api.graphql.context import Context, Services
from api.graphql.execution.document_cache import DocumentCache
from api.graphql.execution.documents import Document
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.plans.planner import MAX_PLANS
from api.graphql.plans.runs import MAX_SHORT_LIST
from api.graphql.plans.signals import Slow
from api.graphql.schema import Schema, schema
from api.identity.caller import Caller
from api.monitoring.counters import EXECUTIONS
from tests.api.harness.callers import Client
from tests.api.plans.both_ways import by_plan, with_plans
from tests.api.plans.odd_schema import Context as OddContext
from tests.api.plans.odd_schema import odd_schema

LEAF = '{ leaf(name: "a") { id } }'


def _document(served: Schema, text: str, *, is_limited: bool = True) -> Document:
    return Document.of(served._schema, text, parse(text), is_limited=is_limited)


def _counted(way: str) -> int:
    return EXECUTIONS.counts[way]


@pytest.mark.parametrize(
    ("policy", "is_limited", "uses"),
    [
        (PlanPolicy.SECOND_USE, True, [False, True, True]),
        (PlanPolicy.SECOND_USE, False, [True, True, True]),
        (PlanPolicy.FIRST_USE, True, [True, True, True]),
        (PlanPolicy.OFF, False, [False, False, False]),
    ],
)
def test_a_document_is_compiled_by_its_use(policy: PlanPolicy, is_limited: bool, uses: list[bool]) -> None:
    served = schema(plans=policy)
    document = _document(served, "{ variants { name } }", is_limited=is_limited)
    (operation,) = document.operations
    assert [served.plans.find(document.parsed, operation) is not None for _ in uses] == uses


def test_introspection_is_left_to_graphql_core() -> None:
    served = schema(plans=PlanPolicy.FIRST_USE)
    document = _document(served, "{ __schema { queryType { name } } }")
    (operation,) = document.operations
    assert served.plans.prepare(document.parsed, operation, {}) is None
    assert operation.planned is not None
    assert not operation.planned.plans


def test_an_operation_has_a_bounded_number_of_plans() -> None:
    served = odd_schema()
    names = "abcd"
    fields = " ".join(f"{name}: __typename @skip(if: ${name})" for name in names)
    document = _document(served, f"query({', '.join(f'${name}: Boolean!' for name in names)}) {{ {fields} }}")
    planned = served.plans.find(document.parsed, document.operations[0])
    assert planned is not None
    for number in range(MAX_PLANS):
        planned.prepare({name: bool(number >> at & 1) for at, name in enumerate(names)})
    with pytest.raises(Slow):
        planned.prepare(dict.fromkeys(names, True))
    assert len(planned.plans) == MAX_PLANS


def test_the_plans_of_a_document_count_in_the_budget_of_cached_documents() -> None:
    served = odd_schema()
    document = _document(served, LEAF)
    before = document.size
    documents = DocumentCache(max_characters=2 * before)
    other = _document(served, LEAF + " ")
    documents.add("other", other)
    documents.add(LEAF, document)
    planned = served.plans.find(document.parsed, document.operations[0])
    assert planned is not None
    planned.prepare({})
    assert document.size > before
    assert documents.get(LEAF) is document or document.size > 2 * before
    assert documents.get("other") is None or documents.get(LEAF) is None


async def test_a_long_list_gives_way_to_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_slices, "SLICE", 0.0)
    served, context = odd_schema(), OddContext(0, 0.0)
    document = _document(served, "{ branch { many { id } } }")
    ticks = 0

    async def count() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0)
            ticks += 1

    counting = asyncio.create_task(count())
    answer = await by_plan(served, document, {}, context)
    counting.cancel()
    assert answer.data.count('"id"') > MAX_SHORT_LIST
    assert ticks >= 5


async def test_a_cancelled_operation_ends_all_that_it_waits_for() -> None:
    served, context = odd_schema(), OddContext(0, 0.0)
    text = "{ branch { a: batched b: batched later { id } } other: branch { batched } }"
    document = _document(served, text)
    before = asyncio.all_tasks()
    running = asyncio.create_task(by_plan(served, document, {}, context))
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert asyncio.all_tasks() == before


async def test_the_way_of_each_execution_is_counted(services: Services) -> None:
    app = application(with_plans(services, PlanPolicy.SECOND_USE))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
        await check_counts(await Client(http).sign_in("Ann"))


async def check_counts(ann: Client) -> None:
    before = {way: _counted(way) for way in ("plan", "graphql-core", "both")}
    known, unknown = "{ me { player { name } } } # counted", '{ game(id: "unknown") { version } } # counted'
    for text, way in ((known, "plan"), (unknown, "both")):
        while _counted(way) == before[way]:
            await ann.ask(text)
    await ann.ask(known)
    assert _counted("plan") - before["plan"] == 2
    assert _counted("both") - before["both"] == 1
    # The first use of each document, and those until its plan is compiled.
    assert _counted("graphql-core") - before["graphql-core"] >= 4


class LostDatabase(Context):
    """The context of a caller whose token cannot be looked up."""

    async def caller(self, *, even_banned: bool = False) -> Caller | None:
        raise OSError("no route to db.internal")


async def test_unexpected_errors_before_an_operation_are_masked_like_others(services: Services) -> None:
    served, text = schema(), "{ me { player { id } } }"
    served.trust({text: parse(text)})
    (document,) = served.trusted_documents.values()
    assert served.plans.find(document.parsed, document.operations[0]) is not None
    context = LostDatabase(services, None, CallerAccount(services.rates, "127.0.0.1"))
    queries = frozenset({OperationType.QUERY})
    planned = await served.planned.execute(text, {}, None, context, queries)
    usual = await served.execute(text, context_value=context)
    for result in (planned, usual):
        assert result is not None
        assert result.data is None
        [error] = result.errors or []
        assert (error.extensions or {})["code"] == "INTERNAL"
        assert "db.internal" not in error.message
