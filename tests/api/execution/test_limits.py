"""The limits of a document: accepted up to each limit, refused beyond it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from graphql import get_introspection_query

from api.graphql.execution.cost import evaluate
from api.graphql.execution.document_validator import MAX_ERRORS
from api.graphql.execution.field_price import price_of
from api.graphql.limits.request_limits import Limits
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun, play
from tests.api.server.test_settings import served

LIMITS = Limits(
    tokens=200,
    operations=5,
    depth=4,
    introspection=3,
    root_fields=3,
    aliases=4,
    directives=3,
    repeats=60,
    cost=850,
)
GRAPHQL = "application/graphql-response+json"


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Client]:
    """Somebody who calls a server that takes little."""
    async with served(tmp_path, limits=LIMITS) as client:
        yield client


def operations(count: int) -> str:
    return "query A { __typename } " + " ".join(f"query B{n} {{ __typename }}" for n in range(count - 1))


def inline(count: int) -> str:
    """Return a document of 5 + 3 * count tokens."""
    return "query A { " + "... { " * count + "__typename" + " }" * (count + 1)


def nested(*names: str) -> str:
    return " { ".join(("", *names)) + " }" * len(names)


def roots(count: int) -> str:
    return (
        "query A { ...F } fragment F on Query { " + " ".join(f"r{n}: __typename" for n in range(count)) + " }"
    )


def aliases(count: int) -> str:
    return "query A { variants { " + " ".join(f"a{n}: name" for n in range(count)) + " } }"


def directives(count: int) -> str:
    # On one field there may be one; an unknown one counts like any other.
    return "query A { variants { " + "... @skip(if: false) { name } " * count + "} }"


def repeats(count: int, fragment: str = "") -> str:
    names = "name " * count
    if fragment:
        return f"query A {{ variants {{ ...{fragment} }} }} fragment {fragment} on Variant {{ {names} }}"
    return f"query A {{ variants {{ {names} }} }}"


def page(size: int) -> str:
    return f"query A {{ games(first: {size}) {{ edges {{ cursor }} }} }}"


def introspected(levels: int) -> str:
    return nested('query A { __type(name: "Query")', *["ofType"] * (levels - 1), "name")[3:]


BOUNDS = [
    ("QUERY_TOO_LONG", inline(65), inline(66), 200, None),
    ("TOO_MANY_DOCUMENT_OPERATIONS", operations(5), operations(6), 5, 6),
    (
        "QUERY_TOO_DEEP",
        nested("query A { games(first: 10)", "edges", "node", "variant")[3:],
        nested("query A { games(first: 10)", "edges", "node", "organizer", "name")[3:],
        4,
        5,
    ),
    (
        "QUERY_TOO_DEEP",
        "query A { games(first: 10) { edges { ...E } } } fragment E on GameSummaryEdge { ...F } "
        "fragment F on GameSummaryEdge { node { variant } }",
        "query A { games(first: 10) { edges { ...E } } } fragment E on GameSummaryEdge { ...F } "
        "fragment F on GameSummaryEdge { node { organizer { name } } }",
        4,
        5,
    ),
    ("INTROSPECTION_TOO_DEEP", introspected(3), introspected(4), 3, 4),
    ("TOO_MANY_ROOT_FIELDS", roots(3), roots(4), 3, 4),
    ("TOO_MANY_ALIASES", aliases(4), aliases(5), 4, 5),
    ("TOO_MANY_DIRECTIVES", directives(3), directives(4), 3, 4),
    ("TOO_MANY_DIRECTIVES", directives(3), "query A { __typename @a @b @c @d }", 3, 4),
    ("TOO_MANY_DIRECTIVES", directives(3), "query A($x: Int @a @b @c @d) { __typename }", 3, 4),
    ("TOO_MANY_REPEATS", repeats(11), repeats(12), 60, 66),
    # Validation compares what stands in a fragment by itself, and again where it is spread.
    ("TOO_MANY_REPEATS", repeats(8, "F"), repeats(9, "F"), 60, 72),
    ("QUERY_TOO_COSTLY", page(74), page(75), 850, 852),
]


@pytest.mark.parametrize(("code", "within", "beyond", "limit", "sent"), BOUNDS)
async def test_a_document_is_accepted_up_to_each_limit(
    small: Client, code: str, within: str, beyond: str, limit: int, sent: int | None
) -> None:
    answer = (await small.post({"query": within, "operationName": "A"})).json()
    assert "errors" not in answer
    # However often: what was refused is not taken for valid the next time.
    for _ in range(2):
        response = await small.post({"query": beyond, "operationName": "A"}, {"Accept": GRAPHQL})
        assert response.status_code == 400
        (error,) = response.json()["errors"]
        assert error["extensions"] == {"code": code, "limit": limit} | (
            {} if sent is None else {"sent": sent}
        )
        assert f"{limit:,}" in error["message"]


async def test_the_page_size_counts_as_literal_variable_and_default(small: Client) -> None:
    by_default = "query A($n: Int = 75) { games(first: $n) { edges { cursor } } }"
    backwards = "query A($n: Int) { games(last: $n) { edges { cursor } } }"
    for document, sizes in ((by_default, ({}, {"n": 75})), (backwards, ({"n": 75}, {}, {"n": None}))):
        for variables in sizes:
            assert await small.code(document, **variables) == "QUERY_TOO_COSTLY"
        # The document is known by now, and its cost is another one.
        assert "errors" not in await small.ask(document, n=74)


async def test_the_default_of_a_variable_counts(small: Client) -> None:
    assert "errors" not in await small.ask("query A($n: Int = 74) { games(first: $n) { edges { cursor } } }")


@pytest.fixture
async def larger(tmp_path: Path) -> AsyncIterator[Client]:
    """Somebody who calls a server that takes operations of a somewhat higher cost."""
    async with served(tmp_path, limits=LIMITS.model_copy(update={"cost": 1_150})) as client:
        yield client


async def test_the_costliest_possible_type_counts(larger: Client) -> None:
    document = """query($n: Int!) { events(game: "5", first: $n) { edges { node {
        ... on TurnPassed { version } ... on BidPlaced { version at seat } } } } }"""
    assert await larger.code(document, n=29) == "UNKNOWN_GAME"
    (error,) = (await larger.ask(document, n=30))["errors"]
    assert error["extensions"] == {"code": "QUERY_TOO_COSTLY", "limit": 1_150, "sent": 1_152}


def spread_into(inner: str) -> str:
    """Return a document of twenty pages of one event, of which each type is asked for 180 fields."""
    pages = " ".join(f'r{n}: events(game: "5", first: 1) {{ {inner} }}' for n in range(20))
    fields = " ".join(f"f{n}: version" for n in range(180))
    return f"{{ {pages} }} fragment E on GameEvent {{ {fields} }}"


async def test_a_document_that_expands_too_wide_is_refused(onlooker: Client) -> None:
    # Where all say the same fragment it is looked at once.
    shared = spread_into("...C") + " fragment C on GameEventConnection { edges { node { ...E } } }"
    (*_, error) = (await onlooker.ask(shared))["errors"]
    assert error["extensions"]["code"] == "UNKNOWN_GAME"
    (error,) = (await onlooker.ask(spread_into("edges { node { ...E } }")))["errors"]
    assert error["extensions"] == {"code": "QUERY_TOO_COSTLY", "limit": Limits().cost}


async def test_counting_repeats_stops_at_its_limit(
    onlooker: Client,
) -> None:
    places = " ".join(f"a{n}: options {{ ...E }}" for n in range(190))
    document = f"{{ variants {{ {places} }} }} fragment E on VariantOption {{ {'name ' * 110} }}"
    (error,) = (await onlooker.ask(document))["errors"]
    assert error["extensions"] == {"code": "TOO_MANY_REPEATS", "limit": Limits().repeats}


async def test_very_deeply_nested_fragments_are_too_deep(
    tmp_path: Path,
) -> None:
    chained = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(1_000))
    async with served(tmp_path, limits=Limits(tokens=20_000)) as client:
        (error,) = (await client.ask(f"{{ ...F0 }} {chained}"))["errors"]
    assert error["extensions"] == {"code": "QUERY_TOO_DEEP", "limit": Limits().depth}


async def test_invalid_graphql_is_too_long_only_beyond_the_token_limit(small: Client) -> None:
    assert await small.code("{ " * 200) == "GRAPHQL_PARSE_FAILED"
    assert await small.code("{ " * 201) == "QUERY_TOO_LONG"


async def test_comments_are_limited_like_tokens(small: Client) -> None:
    assert "errors" not in await small.ask("#\n" * 200 + "{ __typename }")
    for rest in ("{ __typename }", "{ { "):
        assert await small.code("#\n" * 201 + rest) == "QUERY_TOO_LONG"


async def test_only_the_first_errors_of_a_document_are_reported(onlooker: Client) -> None:
    errors = (await onlooker.ask("{ variants { " + " ".join(f"x{n}" for n in range(90)) + " } }"))["errors"]
    assert len(errors) == MAX_ERRORS + 1
    assert {error["extensions"]["code"] for error in errors} == {"GRAPHQL_VALIDATION_FAILED"}


async def test_a_page_beyond_the_maximum_is_refused_by_its_list(onlooker: Client) -> None:
    document = "query($n: Int!) { games(first: $n) { edges { cursor } } }"
    for size in (0, -5, 2**31 - 1):
        assert await onlooker.code(document, n=size) == "INVALID_PAGE"


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
            ("replay", '(game: "5", version: 1)', 2),
            ("replaySuggestion", '(game: "5", version: 1, seat: 1)', 2),
        )
    }
    assert prices["me"] < prices["variants"] < prices["game"] < prices["replay"]
    assert prices["variants"] * 10 < prices["replay"] <= prices["replaySuggestion"]


async def test_every_query_that_reads_a_database_has_a_price() -> None:
    query = d.served().query_type
    assert query is not None
    free = {name for name, field in query.fields.items() if price_of(field) is None}
    # Who is calling is known already, and an invitation is a token.
    assert free == {"me", "session", "invitation"}


async def test_nested_fragments_cost_their_expanded_values(onlooker: Client) -> None:
    # Two to the 39th spreads of one field.
    text = "{ ...F0 } fragment F0 on Query { variants { options { name } } }"
    chained = " ".join(f"fragment F{n} on Query {{ ...F{n - 1} ...F{n - 1} }}" for n in range(1, 40))
    assert "errors" not in await onlooker.ask(f"{text} {chained}".replace("{ ...F0 }", "{ ...F39 }", 1))


@pytest.mark.parametrize(
    "document",
    [
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
        "{ variants { ...A } } fragment A on Variant { options { ...A } }",
        "{ variants { ...A } } fragment A on Variant { ...A }",
        "{ ...A }",
        "{ variants { nme " + "x " * 90 + "} }",
        "{ games(first: " + "9" * 5000 + ") { edges { cursor } } }",
        "{ " + "... { " * 190 + "__typename" + " }" * 191,
        "{ " + "variants { " * 250 + "name" + " }" * 251,
    ],
)
async def test_cyclic_and_endless_documents_are_refused_normally(onlooker: Client, document: str) -> None:
    response = await onlooker.post({"query": document}, {"Accept": GRAPHQL})
    assert all("INTERNAL" not in json.dumps(error) for error in response.json().get("errors", ()))
    assert response.status_code == (200 if "... {" in document else 400)


async def test_python_errors_about_values_are_not_reported(onlooker: Client) -> None:
    (error,) = (await onlooker.ask("{ games(first: " + "9" * 5000 + ") { edges { cursor } } }"))["errors"]
    assert error["message"].startswith("Expected value of type 'Int'")
    assert "digits" not in error["message"]


async def test_cyclic_introspection_is_refused(onlooker: Client) -> None:
    inner = "name"
    for _ in range(3):
        inner = f"fields {{ type {{ {inner} }} }}"
    assert await onlooker.code(f"{{ __schema {{ types {{ {inner} }} }} }}") == "INTROSPECTION_TOO_DEEP"


@pytest.mark.parametrize("older", [True, False])
async def test_the_introspection_query_of_tools_is_answered(onlooker: Client, older: bool) -> None:
    options: dict[str, Any] = {} if older else {"input_value_deprecation": True, "specified_by_url": True}
    answer = await onlooker.data(
        get_introspection_query(schema_description=not older, directive_is_repeatable=not older, **options)
    )
    assert len(answer["__schema"]["types"]) > 100


async def test_the_largest_page_of_everything_is_answered(ann: Client) -> None:
    game = await ann.create()
    assert len(await ann.events(game, first=500)) == 2


# What a document costs is not less than what its answer has.


def values(answer: Any) -> int:
    """Return how many values there are: fields, and items of lists that are more than plain values."""
    if isinstance(answer, dict):
        return sum(1 + values(each) for each in answer.values())
    if isinstance(answer, list):
        return sum(1 + values(each) for each in answer if isinstance(each, dict | list))
    return 0


@pytest.mark.parametrize("variant", ["hundred-and-ten", "oh-hell", "president"])
async def test_no_answer_has_more_values_than_its_cost(
    ann: Client, bob: Client, cyd: Client, onlooker: Client, variant: str
) -> None:
    players = [ann, bob, cyd, await onlooker.sign_in("Dan")]
    game = await begun(*players, variant=variant)
    for _ in range(4):
        for document, variables in (
            (d.GAME, {"id": game}),
            (d.LEGAL_MOVES, {"game": game}),
            (d.EVENTS, {"game": game, "first": 100}),
            (d.VARIANTS, {}),
        ):
            cost = d.cost(document)
            for player in players:
                answer = await player.ask(document, **variables)
                assert values(answer["data"]) <= evaluate(cost, variables)
        await play(players, game, moves=3)
