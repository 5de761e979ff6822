"""The cost of an operation: an upper bound of the values in its answer, plus the prices of its fields."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from api.graphql.context import Services
from api.graphql.execution.cost import evaluate
from api.graphql.execution.field_price import price_of
from api.graphql.limits.request_limits import Limits
from tests.api.execution.test_document_limits import LIMITS
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun
from tests.api.server.test_settings import served


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Client]:
    """A client of a server with low limits."""
    async with served(tmp_path, limits=LIMITS) as client:
        yield client


async def test_the_page_size_counts_as_literal_variable_and_default(small: Client) -> None:
    by_default = "query A($n: Int = 75) { games(first: $n) { edges { cursor } } }"
    backwards = "query A($n: Int) { games(last: $n) { edges { cursor } } }"
    for document, sizes in ((by_default, ({}, {"n": 75})), (backwards, ({"n": 75},))):
        for variables in sizes:
            assert await small.code(document, **variables) == "QUERY_TOO_COSTLY"
        # The document is cached now; its cost depends on the variable.
        assert "errors" not in await small.ask(document, n=74)
    # The default page has twenty items.
    assert "errors" not in await small.ask(backwards)
    assert "errors" not in await small.ask(backwards, n=None)


async def test_the_default_of_a_variable_counts(small: Client) -> None:
    assert "errors" not in await small.ask("query A($n: Int = 74) { games(first: $n) { edges { cursor } } }")


@pytest.fixture
async def larger(tmp_path: Path) -> AsyncIterator[Client]:
    """A client of a server with a slightly higher cost limit."""
    async with served(tmp_path, limits=LIMITS.model_copy(update={"cost": 1_150})) as client:
        yield client


async def test_the_costliest_possible_type_counts() -> None:
    document = """query($n: Int!) { game(id: "5") { events(first: $n) { nodes {
        ... on TurnPassed { version } ... on BidPlaced { version at seat } } } } }"""
    costs = [evaluate(d.cost(document), {"n": size}) for size in (29, 30)]
    assert costs[1] - costs[0] == 4


def spread_into(inner: str) -> str:
    """Return a document with twenty pages of one event, and 180 fields of each event type."""
    pages = " ".join(f'r{n}: game(id: "5") {{ events(first: 1) {{ {inner} }} }}' for n in range(20))
    fields = " ".join(f"f{n}: version" for n in range(180))
    return f"{{ {pages} }} fragment E on GameEvent {{ {fields} }}"


async def test_a_document_that_expands_too_wide_is_refused(spectator: Client) -> None:
    # A shared fragment is analysed once.
    shared = spread_into("...C") + " fragment C on GameEventConnection { edges { node { ...E } } }"
    (*_, error) = (await spectator.ask(shared))["errors"]
    assert error["extensions"]["code"] == "UNKNOWN_GAME"
    (error,) = (await spectator.ask(spread_into("edges { node { ...E } }")))["errors"]
    assert error["extensions"] == {"code": "QUERY_TOO_COSTLY", "limit": Limits().cost}


async def test_aliases_do_not_hide_costs(larger: Client) -> None:
    document = '{ a: leaderboard(variant: "president") { __typename } b: leaderboard(variant: "oh-hell") '
    document += "{ __typename } %s }"
    assert "errors" not in await larger.ask(document % "")
    costly = document % "c: variants { name options { name default } }"
    assert await larger.code(costly) == "QUERY_TOO_COSTLY"


async def test_expensive_fields_have_a_price() -> None:
    prices = {
        name: evaluate(d.cost(f"{{ {name}{arguments} {{ __typename }} }}"), {}) - answer
        for name, arguments, answer in (
            ("me", "", 2),
            ("variants", "", 1 + 10 * 2),
            ("game", '(id: "5")', 2),
        )
    }
    past = evaluate(d.cost('{ game(id: "5") { at(version: 1) { __typename } } }'), {})
    assert prices["me"] < prices["variants"] < prices["game"] < past
    assert prices["variants"] * 10 < past


async def test_nodes_are_priced_by_the_number_of_their_ids() -> None:
    document = "query($ids: [ID!]!) { nodes(ids: $ids) { id } }"
    price = [evaluate(d.cost(document), {"ids": ["5"] * number}) for number in (1, 2, 100)]
    assert price[2] - price[0] == 99 * (price[1] - price[0]) > 99 * 500
    assert evaluate(d.cost('{ nodes(ids: ["5", "6"]) { id } }'), {}) == price[1]


async def test_every_query_that_reads_a_database_has_a_price() -> None:
    query = d.served().query_type
    assert query is not None
    free = {name for name, field in query.fields.items() if price_of(field) is None}
    # The caller is already known, an invitation is a token, and nodes have a price for each.
    assert free == {"me", "session", "invitation", "nodes", "variant"}


async def test_nested_fragments_cost_their_expanded_values(spectator: Client) -> None:
    # Two to the 39th spreads of one field.
    text = "{ ...F0 } fragment F0 on Query { variants { options { name } } }"
    chained = " ".join(f"fragment F{n} on Query {{ ...F{n - 1} ...F{n - 1} }}" for n in range(1, 40))
    assert "errors" not in await spectator.ask(f"{text} {chained}".replace("{ ...F0 }", "{ ...F39 }", 1))


def values(answer: Any) -> int:
    """Count the values of an answer: fields, and list items that are not leaves."""
    if isinstance(answer, dict):
        return sum(1 + values(each) for each in answer.values())
    if isinstance(answer, list):
        return sum(1 + values(each) for each in answer if isinstance(each, dict | list))
    return 0


async def test_the_list_of_variants_has_no_more_values_than_its_cost(spectator: Client) -> None:
    answer = await spectator.ask(d.VARIANTS)
    assert 0 < values(answer["data"]) <= evaluate(d.cost(d.VARIANTS), {})


@pytest.mark.parametrize("variant", ["hundred-and-ten", "oh-hell", "president"])
async def test_no_answer_has_more_values_than_its_cost(
    services: Services, ann: Client, bob: Client, cyd: Client, spectator: Client, variant: str
) -> None:
    players = [ann, bob, cyd, await spectator.sign_in("Dan")]
    game = await begun(*players, variant=variant)
    documents: list[tuple[str, Json]] = [
        (d.GAME, {"id": game}),
        (d.LEGAL_MOVES, {"game": game}),
        (d.EVENTS, {"game": game, "first": 100}),
    ]
    bounds = [evaluate(d.cost(document), variables) for document, variables in documents]
    for _ in range(4):
        for (document, variables), bound in zip(documents, bounds, strict=True):
            for player in players:
                answer = await player.ask(document, **variables)
                assert values(answer["data"]) <= bound
        await advance(services, game, moves=3)
