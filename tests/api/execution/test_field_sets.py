"""Sets of fields that are kept for the next requests; each answer is that of its own variables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import Any

import pytest
import strawberry
from graphql import subscribe

from api.graphql.execution.documents import Document, Operation
from api.graphql.execution.field_sets import NO_FIELD_SETS, FieldSets, Plan
from api.graphql.execution.immediate_values import NotAtHand, immediate
from api.graphql.execution.sliced_executor import Executor
from api.graphql.limits.request_limits import Limits
from api.graphql.schema import Schema, schema_of


def name_at_hand(_: Any, context: Any) -> str:
    if not context.is_at_hand:
        raise NotAtHand
    return "at hand"


async def awaited_name() -> str:
    return "awaited"


@strawberry.type
class Player:
    number: int
    name: str = strawberry.field(resolver=awaited_name, metadata=immediate(name_at_hand))


@strawberry.type
class Row:
    number: int
    player: Player


def row(number: int) -> Row:
    return Row(number=number, player=Player(number=-number))


@strawberry.type
class Query:
    @strawberry.field
    async def rows(self, count: int = 2) -> list[Row]:
        return [row(each) for each in range(count)]


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def row_updates(self) -> AsyncGenerator[Row, None]:
        for number in range(20):
            yield row(number)


@pytest.fixture
def served() -> Schema:
    return schema_of({"query": Query, "subscription": Subscription}, Limits())


async def rows(
    served: Schema, document: str, *, is_at_hand: bool = True, operation: str | None = None, **variables: Any
) -> Any:
    """Return the rows of an answer without errors."""
    context = SimpleNamespace(
        account=SimpleNamespace(address=""),
        turn=None,
        streams=False,
        caller=lambda **_: asyncio.sleep(0),
        is_at_hand=is_at_hand,
    )
    result = await served.execute(document, variables, context, operation_name=operation)
    assert result.errors is None
    assert result.data is not None
    return result.data["rows"]


def operation_of(served: Schema, text: str) -> Operation:
    document = served.validated(text)
    assert isinstance(document, Document)
    return document.operations[0]


async def test_the_next_request_uses_the_sets_of_the_first(served: Schema) -> None:
    document = "query ($count: Int!) { rows(count: $count) { number player { number } } }"
    assert await rows(served, document, count=1) == [{"number": 0, "player": {"number": 0}}]
    kept = operation_of(served, document).field_sets
    assert kept.plans
    assert await rows(served, document, count=2) == [
        {"number": each, "player": {"number": -each}} for each in range(2)
    ]
    assert operation_of(served, document).field_sets is kept


@pytest.mark.parametrize("condition", ["@include(if: $shown)", "@skip(if: $shown)"])
@pytest.mark.parametrize(
    "fields",
    [
        "number ... on Row %s { player { number } }",
        "number player %s { number }",
        "number ...Seat %s",
        "number ...Seated",
    ],
)
async def test_variables_choose_the_fields_of_each_request(
    served: Schema, fields: str, condition: str
) -> None:
    fragments = {
        "...Seat ": " fragment Seat on Row { player { number } }",
        "...Seated": f" fragment Seated on Row {{ player {condition} {{ number }} }}",
    }
    selected = fields % condition if "%s" in fields else fields
    document = f"query ($shown: Boolean!) {{ rows(count: 1) {{ {selected} }} }}"
    document += next((text for name, text in fragments.items() if name in fields), "")
    for shown in (True, False, True):
        is_selected = shown == ("include" in condition)
        expected = {"number": 0, "player": {"number": 0}} if is_selected else {"number": 0}
        assert await rows(served, document, shown=shown) == [expected]
    assert operation_of(served, document).field_sets is NO_FIELD_SETS


async def test_constant_conditions_keep_sets(served: Schema) -> None:
    document = "{ rows(count: 1) { number player @skip(if: true) { number } } }"
    for _ in range(2):
        assert await rows(served, document) == [{"number": 0}]
    assert operation_of(served, document).field_sets.plans


async def test_each_operation_of_a_document_keeps_its_own_sets(served: Schema) -> None:
    document = "query Numbers { rows(count: 1) { number } } query Kinds { rows(count: 1) { __typename } }"
    for _ in range(2):
        assert await rows(served, document, operation="Numbers") == [{"number": 0}]
        assert await rows(served, document, operation="Kinds") == [{"__typename": "Row"}]


async def test_a_value_that_is_not_at_hand_may_be_for_the_next_request(served: Schema) -> None:
    document = "{ rows { player { name } } }"
    for is_at_hand, name in ((False, "awaited"), (True, "at hand"), (False, "awaited")):
        assert await rows(served, document, is_at_hand=is_at_hand) == [{"player": {"name": name}}] * 2


def test_no_more_sets_are_kept_than_the_length_of_the_document_allows(served: Schema) -> None:
    operation = operation_of(served, "{ rows { number player { number } } }")
    sets = [FieldSets({}, {}, {each: Plan({}, None) for each in range(count)}) for count in range(100)]
    for each in sets:
        operation.keep(each)
    assert operation.field_sets is sets[operation.max_field_sets]
    assert 0 < operation.max_field_sets < 10


async def test_the_messages_of_a_subscription_add_no_sets(
    served: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[Executor] = []
    build = Executor.build.__func__  # type: ignore[attr-defined]

    def noted(cls: type[Executor], *arguments: Any, **options: Any) -> Any:
        built.append(build(cls, *arguments, **options))
        return built[-1]

    monkeypatch.setattr(Executor, "build", classmethod(noted))
    document = served.validated("subscription { rowUpdates { number player { number } } }")
    assert isinstance(document, Document)
    messages: Any = subscribe(served._schema, document.parsed, executor_class=Executor)
    numbers = [each.data["rowUpdates"]["number"] async for each in await messages]
    assert numbers == list(range(20))
    (executor,) = built
    assert len(executor._sets.plans) == 3
    assert len(executor._sets.collected) == 2
