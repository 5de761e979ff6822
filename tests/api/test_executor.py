"""Long lists are completed bit by bit: the answer is the same, and cancelling leaves nothing behind."""

from __future__ import annotations

import gc
import warnings

from graphql import get_introspection_query, graphql_sync

from tests.api import documents as d
from tests.api.asking import Client


async def test_a_long_answer_is_the_one_that_is_given_at_once(onlooker: Client) -> None:
    query = get_introspection_query()
    assert await onlooker.data(query) == graphql_sync(d.served(), query).data


async def test_an_answer_that_is_given_up_halfway_leaves_nothing_that_nobody_awaits(
    onlooker: Client,
) -> None:
    inner = "fields { name type { name } args { name } } enumValues { name } possibleTypes { name }"
    document = f"{{ __schema {{ types {{ {inner} }} }} games(filter: MINE) {{ edges {{ cursor }} }} }}"
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        for _ in range(5):
            answer = await onlooker.ask(document)
            assert answer["data"] is None
        gc.collect()
    assert [str(each.message) for each in found] == []
