"""The executor: the fast path for plain fields and sliced lists give the same answers as usual."""

from __future__ import annotations

import asyncio
import gc
import warnings
from enum import Enum
from types import SimpleNamespace
from typing import Any

import pytest
import strawberry
from graphql import Undefined, get_introspection_query, graphql_sync
from strawberry.types import ExecutionResult

from api.graphql.context import Context
from api.graphql.execution.sliced_executor import Executor
from api.graphql.limits.request_limits import Limits
from api.graphql.schema import schema_of
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client


async def test_a_sliced_answer_equals_the_usual_answer(spectator: Client) -> None:
    query = get_introspection_query()
    assert await spectator.data(query) == graphql_sync(d.served(), query).data


async def test_a_cancelled_answer_leaves_no_unawaited_coroutine(
    spectator: Client,
) -> None:
    inner = "fields { name } enumValues { name }"
    ids = '"5" ' * 101
    document = f"{{ __schema {{ types {{ {inner} }} }} nodes(ids: [{ids}]) {{ id }} }}"
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        for _ in range(5):
            answer = await spectator.ask(document)
            assert answer["data"] is None
        gc.collect()
    assert [str(each.message) for each in found] == []


@strawberry.enum
class Colour(Enum):
    RED = "red"


@strawberry.type
class Row:
    """A row of plain fields, whose values may be other ones than it says."""

    number: int = 1
    name: str | None = "one"
    colour: Colour = Colour.RED
    numbers: list[int] = strawberry.field(default_factory=lambda: [1, 2])
    maybe: list[int | None] | None = strawberry.field(default_factory=lambda: [1, None])
    nested: list[list[int]] = strawberry.field(default_factory=lambda: [[1], []])

    @strawberry.field
    def computed(self) -> int:
        return 2


def rows() -> list[Any]:
    wrong: Any = SimpleNamespace(number=1)
    return [
        Row(),
        Row(name=None, maybe=None),
        *(Row(number=each) for each in (None, "x", 1.5, LookupError("gone"), Undefined)),  # type: ignore[arg-type]
        *(Row(colour=each) for each in (None, "blue")),  # type: ignore[arg-type]
        *(Row(numbers=each) for each in (None, [1, None], ["x"], 5, (3, 4), {6}, "78")),  # type: ignore[arg-type]
        *(Row(maybe=each) for each in ([LookupError("gone")], iter([1, 2]))),  # type: ignore[arg-type]
        *(Row(nested=each) for each in ([[1], None], [[None]])),  # type: ignore[arg-type]
        wrong,
    ]


@strawberry.type
class Rows:
    @strawberry.field
    def row(self, index: int) -> Row | None:
        found: Row = rows()[index]
        return found


@pytest.mark.parametrize(
    "fields",
    [
        "number name colour numbers maybe nested",
        "kind: __typename nested number computed numbers maybe colour name",
        "computed row: number number",
    ],
)
async def test_plain_fields_equal_standard_execution(fields: str) -> None:
    ours, usual = schema_of({"query": Rows}, Limits()), strawberry.Schema(Rows)
    context = SimpleNamespace(
        account=SimpleNamespace(address=""), turn=None, streams=False, caller=lambda **_: asyncio.sleep(0)
    )
    document = f"query ($index: Int!) {{ row(index: $index) {{ {fields} }} }}"
    for index in range(len(rows())):
        variables = {"index": index}
        told = await ours.execute(document, variables, context)
        expected = await usual.execute(document, variables, context)
        assert (told.data, _paths(told)) == (expected.data, _paths(expected))
        assert told.data is None or list(told.data) == list(expected.data or ())


def _paths(result: ExecutionResult) -> list[Any]:
    return sorted(str(error.path) for error in result.errors or ())


def alive() -> list[object]:
    return [each for each in gc.get_objects() if isinstance(each, Executor | Context)]


async def test_an_operation_leaves_no_cycles(spectator: Client) -> None:
    document = "{ games(filter: JOINABLE) { edges { cursor } } }"
    await spectator.data(document)
    gc.collect()
    # What other tests keep is not of this operation.
    before = alive()
    gc.disable()
    try:
        await spectator.data(document)
        assert len(alive()) == len(before)
    finally:
        gc.enable()
